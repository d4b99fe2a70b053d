import { describe, expect, test } from '@jest/globals';
import { bankAccount, BankAccount as PublicBankAccount } from '#proto/finance/v1/bank-account.contract.ts';
import {
  managementAccount,
  ManagementAccount as PublicAccount,
} from '#proto/finance/v1/management-account.contract.ts';
import { client, Client as PublicClient } from '#proto/product/v1/contract.ts';
import { Supplier as PublicSupplier, supplier } from '#proto/product/v1/supplier.contract.ts';
import {
  archiveBankAccount,
  createBankAccount,
  deleteBankAccount,
  restoreBankAccount,
  updateBankAccount,
} from '../../../services/finance/bank-accounts/domain/bank-account.ts';
import {
  activateAccount,
  createAccount,
  deactivateAccount,
  deleteAccount,
  TOP,
  updateAccount,
} from '../../../services/finance/management-accounts/domain/account.ts';
import {
  archiveClient,
  createClient,
  deleteClient,
  restoreClient,
  updateClient,
} from '../../../services/product/clients/domain/client.ts';
import {
  archiveSupplier,
  createSupplier,
  deleteSupplier,
  restoreSupplier,
  updateSupplier,
} from '../../../services/product/suppliers/domain/supplier.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const newId = () => 'r1';

interface Decision {
  state: object;
  event: { type: string; data: object; previous?: object };
}

interface Resource {
  title: string;
  /** The form of a record that callers see. */
  shown: { parse(data: object): object };
  /** The types of its events, in the order of a record's life. */
  types: string[];
  /** The fields that every record has. */
  required: { name: string; [field: string]: unknown };
  /** The other fields that a caller sends. */
  clearable: object;
  /** The fields that a new record has besides. */
  own: object;
  /** The moves that put a record away and take it back, and what they change. */
  moves: [away: string, back: string];
  away: { status: string };
  create(input: object): Decision;
  update(before: object, changes: object): Decision;
  /** The functions of these moves, and of a delete. */
  by: [putAway: Move, takeBack: Move, remove: Move];
}

type Move = (before: never, now: Date) => Decision;

const ARCHIVED: Pick<Resource, 'moves' | 'away'> = { moves: ['archive', 'restore'], away: { status: 'archived' } };
const INACTIVE = { status: 'inactive', isActive: false };

const resources: Record<string, Resource> = {
  client: {
    title: 'Client',
    shown: PublicClient,
    types: Object.keys(client.events),
    required: { name: 'Acme', country: 'Germany', maxAccountValue: 1000.5, currency: 'EUR' },
    clearable: {
      ...{ priceCategory: 'high', paymentTerms: 'net 30', billingAddress: 'Main Street 1', taxId: 'DE1' },
      ...{ paymentTermsDays: 30, discountPercent: 2.5, discountDays: 0, vatCountry: 'DE', language: 'de-CH' },
    },
    own: { contacts: [], deliveryAddresses: [], ordersCount: 0 },
    create: (input) => createClient(input as never, 'o1', now, newId),
    update: (before, changes) => updateClient(before as never, changes, later, newId),
    ...ARCHIVED,
    by: [archiveClient, restoreClient, deleteClient],
  },
  supplier: {
    title: 'Supplier',
    shown: PublicSupplier,
    types: Object.keys(supplier.events),
    required: { name: 'Mill' },
    clearable: {
      ...{ country: 'Portugal', currency: 'EUR', email: 'a@b.example', phoneNumber: '+351 1', leadTimeDays: 21 },
      ...{ address: 'Rua 1', taxId: 'PT1', bankName: 'Banco', bankAccountNumber: 'PT50', bic: 'BANKPTPL' },
    },
    own: { contacts: [] },
    create: (input) => createSupplier(input as never, 'o1', now, newId),
    update: (before, changes) => updateSupplier(before as never, changes, later, newId),
    ...ARCHIVED,
    by: [archiveSupplier, restoreSupplier, deleteSupplier],
  },
  bank_account: {
    title: 'Bank account',
    shown: PublicBankAccount,
    types: Object.keys(bankAccount.events),
    required: { name: 'Main', accountNumber: '20-00-00 12345678' },
    clearable: { bankName: 'Pennine Bank', bic: 'PNNBGB2L', currency: 'GBP' },
    own: { isPrinted: true },
    create: (input) => createBankAccount(input as never, 'r1', 'o1', now),
    update: (before, changes) => updateBankAccount(before as never, changes, later),
    ...ARCHIVED,
    by: [archiveBankAccount, restoreBankAccount, deleteBankAccount],
  },
  management_account: {
    title: 'Management account',
    shown: PublicAccount,
    types: Object.keys(managementAccount.events),
    required: { name: 'Freight', code: '5100' },
    clearable: { category: 'Costs', type: 'expense', description: 'Carriers' },
    own: { isActive: true, parentId: null, parent: null, level: 1, child_count: 0 },
    create: (input) => createAccount(input as never, { ...TOP, id: 'r1', orgId: 'o1', now }),
    update: (before, changes) => updateAccount(before as never, changes, later),
    moves: ['deactivate', 'activate'],
    away: INACTIVE,
    by: [deactivateAccount, activateAccount, deleteAccount],
  },
};

describe.each(Object.entries(resources))('a %s', (name, { required, clearable, own, ...resource }) => {
  const { create, update, moves, away } = resource;
  const by = (which: number) => (before: object) => (resource.by[which] as Move)(before as never, later);
  const [putAway, takeBack, remove] = [by(0), by(1), by(2)];
  const full: Record<string, unknown> = { ...required, ...clearable };
  const made = create(full).state;

  test('is created with null for each field that was left out', () => {
    const nulls = Object.fromEntries(Object.keys(clearable).map((field) => [field, null]));
    const stamps = { id: 'r1', orgId: 'o1', createdAt: now, updatedAt: now, revision: 1 };
    expect(create(required).state).toEqual({ ...required, ...nulls, ...own, ...stamps, status: 'active' });
  });

  test('is created in the status that was named', () => {
    expect(create({ ...full, status: away.status }).state).toMatchObject({ ...full, ...away });
  });

  test.each([
    ...Object.keys(clearable).map((field) => [field, 'cleared', { [field]: null }] as const),
    ...Object.keys(required).map((field) => [field, 'left', {}] as const),
  ])('%s is %s by null, and no other field changes', (field, _effect, changed) => {
    const { state, event } = update(made, { [field]: null });
    expect(state).toEqual({ ...made, ...changed, updatedAt: later, revision: 2 });
    expect(event).toMatchObject({ sequence: 2, data: changed });
    expect(event.previous).toEqual(Object.keys(changed).length > 0 ? { [field]: full[field] } : {});
  });

  test('tells its life in events, each in the form of the contract', () => {
    const gone = putAway(made);
    const updated = update(made, { name: 'Other' });
    expect(updated.event).toMatchObject({ sequence: 2, data: { name: 'Other' }, previous: { name: required.name } });
    const told = [create(full), updated, gone, takeBack(gone.state), remove(made)];
    expect(told.map(({ event }) => event.type)).toEqual(resource.types);
    expect(resource.types.slice(2)).toEqual([...moves, 'delete'].map((move) => `${name}.${move}d`));
    for (const { event } of told) expect(resource.shown.parse(event.data)).toEqual(event.data);
  });

  test('is put away and taken back, and a move that leads nowhere is refused, naming what is allowed', () => {
    const refusal = (status: string, allowed?: string) =>
      expect.objectContaining({
        code: 'invalid_transition',
        message: `${resource.title} is ${status}; allowed: ${allowed}`,
      });
    const gone = putAway(made).state;
    expect(gone).toEqual({ ...made, ...away, updatedAt: later, revision: 2 });
    expect(takeBack(gone).state).toEqual({ ...made, updatedAt: expect.any(Date), revision: 3 });
    expect(() => putAway(gone)).toThrow(refusal(away.status, moves[1]));
    expect(() => takeBack(made)).toThrow(refusal('active', moves[0]));
  });
});
