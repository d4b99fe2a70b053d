import { describe, expect, test } from '@jest/globals';
import { Supplier as PublicSupplier, supplier } from '#proto/product/v1/supplier.contract.ts';
import {
  archiveSupplier,
  createSupplier,
  deleteSupplier,
  restoreSupplier,
  type SupplierChanges,
  updateSupplier,
} from '../../../../../../services/product/suppliers/domain/supplier.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const full = {
  name: 'Mill',
  country: 'Portugal',
  currency: 'EUR',
  email: 'sales@mill.example',
  phoneNumber: '+351 1',
  leadTimeDays: 21,
};
const create = (fields: object = {}) => createSupplier({ ...full, ...fields }, 's1', 'o1', now).state;

test('creating fills what was left out, in the status that was named', () => {
  const { state, event } = createSupplier({ name: 'Mill', status: 'archived' }, 's1', 'o1', now);
  const nulls = Object.fromEntries(Object.keys(supplier.plain).map((field) => [field, null]));
  const stamps = { createdAt: now, updatedAt: now, revision: 1 };
  expect(state).toEqual({ id: 's1', orgId: 'o1', ...nulls, name: 'Mill', status: 'archived', ...stamps });
  expect(event).toMatchObject({ type: 'supplier.created', recordId: 's1', sequence: 1 });
});

describe('updating', () => {
  const update = (changes: SupplierChanges) => updateSupplier(create(), changes, later);

  test.each(['country', 'currency', 'email', 'phoneNumber', 'leadTimeDays'] as const)('null clears %s', (field) => {
    const { state, event } = update({ [field]: null });
    expect(state[field]).toBeNull();
    expect(event).toMatchObject({ type: 'supplier.updated', previous: { [field]: full[field] } });
  });

  test('null leaves the name, and what was not named stays', () => {
    const { state } = update({ name: null as never, leadTimeDays: 0 });
    expect(state).toEqual({ ...create(), leadTimeDays: 0, updatedAt: later, revision: 2 });
  });
});

test('every event fits the contract', () => {
  const archived = archiveSupplier(create(), later);
  const decisions = [
    createSupplier(full, 's1', 'o1', now),
    updateSupplier(create(), { name: 'Weaver' }, later),
    archived,
    restoreSupplier(archived.state, later),
    deleteSupplier(create()),
  ];
  expect(decisions.map(({ event }) => event.type)).toEqual(Object.keys(supplier.events));
  for (const { event } of decisions) expect(PublicSupplier.parse(event.data)).toEqual(event.data);
});

test.each([
  ['archive', archiveSupplier, create({ status: 'archived' }), 'Supplier is archived; allowed: restore'],
  ['restore', restoreSupplier, create(), 'Supplier is active; allowed: archive'],
] as const)('%s is refused where it leads nowhere', (_name, move, before, message) => {
  expect(() => move(before, later)).toThrow(expect.objectContaining({ code: 'invalid_transition', message }));
});
