import { expect, test } from '@jest/globals';
import {
  createAccount,
  TOP,
  updateAccount,
} from '../../../../../../services/finance/management-accounts/domain/account.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const under = { parent: { id: 'p1', code: '5000', name: 'Goods' }, level: 2 };
const below = createAccount({ code: '5100', name: 'Freight' }, { id: 'a1', orgId: 'o1', now, ...under }).state;

test('creating may name a place', () => {
  expect(below).toMatchObject({ parentId: 'p1', ...under });
});

test('a new place is told with what was there before', () => {
  const { state, event } = updateAccount(below, {}, now, TOP);
  expect(state).toMatchObject({ parentId: null, parent: null, level: 1 });
  expect(event.previous).toEqual({ parentId: 'p1', ...under });
});
