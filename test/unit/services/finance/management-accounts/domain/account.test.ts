import { describe, expect, test } from '@jest/globals';
import {
  managementAccount,
  ManagementAccount as PublicAccount,
} from '#proto/finance/v1/management-account.contract.ts';
import {
  type AccountChanges,
  activateAccount,
  createAccount,
  deactivateAccount,
  deleteAccount,
  TOP,
  updateAccount,
} from '../../../../../../services/finance/management-accounts/domain/account.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const full = { code: '5100', name: 'Freight', category: 'Costs', type: 'expense', description: 'Carriers' };
const under = { parent: { id: 'p1', code: '5000', name: 'Goods' }, level: 2 };
const create = (fields: object = {}) =>
  createAccount({ ...full, ...fields }, { id: 'a1', orgId: 'o1', now, ...under }).state;

test('creating fills what was left out, active and at the top', () => {
  const { state, event } = createAccount({ code: '1', name: 'Assets' }, { id: 'a1', orgId: 'o1', now, ...TOP });
  expect(state).toEqual({
    ...{ id: 'a1', orgId: 'o1', code: '1', name: 'Assets', category: null, type: null, description: null },
    ...{ status: 'active', isActive: true, parentId: null, parent: null, level: 1, child_count: 0 },
    ...{ createdAt: now, updatedAt: now, revision: 1 },
  });
  expect(event).toMatchObject({ type: 'management_account.created', recordId: 'a1', sequence: 1 });
});

test('creating may name any status, and a place', () => {
  expect(create({ status: 'inactive' })).toMatchObject({
    status: 'inactive',
    isActive: false,
    parentId: 'p1',
    ...under,
  });
});

describe('updating', () => {
  const update = (changes: AccountChanges) => updateAccount(create(), changes, later);

  test.each(['category', 'type', 'description'] as const)('null clears %s', (field) => {
    const { state, event } = update({ [field]: null });
    expect(state[field]).toBeNull();
    expect(event).toMatchObject({ type: 'management_account.updated', previous: { [field]: full[field] } });
  });

  test('null leaves code and name, and what was not named stays', () => {
    const { state } = update({ code: null, name: null, type: 'cost' });
    expect(state).toEqual({ ...create(), type: 'cost', updatedAt: later, revision: 2 });
  });

  test('a new place is told with what was there before', () => {
    const { state, event } = updateAccount(create(), {}, later, TOP);
    expect(state).toMatchObject({ parentId: null, parent: null, level: 1 });
    expect(event.previous).toEqual({ parentId: 'p1', ...under });
  });
});

test('the status says whether it is active, whatever moves it', () => {
  const inactive = deactivateAccount(create(), later);
  expect(inactive.state).toMatchObject({ status: 'inactive', isActive: false, updatedAt: later, revision: 2 });
  expect(activateAccount(inactive.state, later).state).toMatchObject({ status: 'active', isActive: true, revision: 3 });
});

test('every event fits the contract', () => {
  const inactive = deactivateAccount(create(), later);
  const decisions = [
    createAccount(full, { id: 'a1', orgId: 'o1', now, ...under }),
    updateAccount(create(), { name: 'Carriers' }, later),
    inactive,
    activateAccount(inactive.state, later),
    deleteAccount(create()),
  ];
  expect(decisions.map(({ event }) => event.type)).toEqual(Object.keys(managementAccount.events));
  for (const { event } of decisions) expect(PublicAccount.parse(event.data)).toEqual(event.data);
});

test.each([
  ['deactivate', deactivateAccount, 'inactive', 'Management account is inactive; allowed: activate'],
  ['activate', activateAccount, 'active', 'Management account is active; allowed: deactivate'],
] as const)('%s is refused where it leads nowhere', (_name, move, status, message) => {
  expect(() => move(create({ status }), later)).toThrow(
    expect.objectContaining({ code: 'invalid_transition', message }),
  );
});
