import { describe, expect, test } from '@jest/globals';
import { createClient, updateClient } from '../../../../services/product/clients/domain/client.ts';
import { createSupplier, updateSupplier } from '../../../../services/product/suppliers/domain/supplier.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const newId = () => 'r1';

interface Resource {
  /** The fields that every record has. */
  required: object;
  /** The other fields that a caller sends. */
  clearable: object;
  /** The fields that a new record has besides. */
  own: object;
  create(input: object): object;
  update(before: object, changes: object): object;
}

const resources: Record<string, Resource> = {
  client: {
    required: { name: 'Acme', country: 'Germany', maxAccountValue: 1000.5, currency: 'EUR' },
    clearable: { priceCategory: 'high', paymentTerms: 'net 30', billingAddress: 'Main Street 1', taxId: 'DE1' },
    own: { contacts: [], ordersCount: 0 },
    create: (input) => createClient(input as never, 'o1', now, newId).state,
    update: (before, changes) => updateClient(before as never, changes, later, newId).state,
  },
  supplier: {
    required: { name: 'Mill' },
    clearable: { country: 'Portugal', currency: 'EUR', email: 'a@b.example', phoneNumber: '+351 1', leadTimeDays: 21 },
    own: {},
    create: (input) => createSupplier(input as never, 'r1', 'o1', now).state,
    update: (before, changes) => updateSupplier(before as never, changes, later).state,
  },
};

describe.each(Object.entries(resources))('a %s', (_name, { required, clearable, own, create, update }) => {
  const full = { ...required, ...clearable };

  test('is created with null for each field that was left out', () => {
    const nulls = Object.fromEntries(Object.keys(clearable).map((field) => [field, null]));
    const stamps = { id: 'r1', orgId: 'o1', createdAt: now, updatedAt: now, revision: 1 };
    expect(create(required)).toEqual({ ...required, ...nulls, ...own, ...stamps, status: 'active' });
  });

  test('is created in the status that was named', () => {
    expect(create({ ...full, status: 'archived' })).toMatchObject({ ...full, status: 'archived' });
  });

  test.each([
    ...Object.keys(clearable).map((field) => [field, 'cleared', { [field]: null }] as const),
    ...Object.keys(required).map((field) => [field, 'left', {}] as const),
  ])('%s is %s by null, and no other field changes', (field, _effect, changed) => {
    const before = create(full);
    expect(update(before, { [field]: null })).toEqual({ ...before, ...changed, updatedAt: later, revision: 2 });
  });
});
