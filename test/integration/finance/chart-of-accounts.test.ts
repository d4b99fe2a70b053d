import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ManagementAccountRow } from '#proto/finance/v1/contract.ts';
import { accountRepository } from '../../../services/finance/management-accounts/repository.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { openFinance } from './finance-service.ts';

/** Tests with thousands of accounts: import, read of the whole chart, moves. */

const finance = await openFinance();

const imported = (who: Caller, accounts: ManagementAccountRow[]) =>
  finance.accounts.importManagementAccounts({ accounts }, who);

describe('an import', () => {
  test('of a child keeps its parent from being deleted', async () => {
    const who = caller();
    await imported(who, [
      { code: '1', name: 'a' },
      { code: '11', name: 'b', parentId: '1' },
    ]);
    const { data } = await finance.accounts.listManagementAccounts(query({ sort: 'code' }), who);
    const removing = finance.accounts.deleteManagementAccount({ id: data[0]?.id ?? '' }, who);
    await expect(removing).rejects.toMatchObject({ code: 'in_use' });
  });
});

describe('of 10,000 accounts', () => {
  const who = caller();
  const COUNT = 10_000;
  /** Lines of one import. With all lines in one import, a busy machine would exceed the deadline of the call. */
  const FILE = 2_500;
  const codeOf = (index: number) => String(index).padStart(5, '0');
  /** Each account has ten children. */
  const lines = Array.from({ length: COUNT }, (_, index) => ({
    code: codeOf(index),
    name: `Account ${index}`,
    ...(index >= 10 && { parentId: codeOf(Math.floor(index / 10) - 1) }),
  }));
  /** Reads the chart without the rpc, whose deadline a busy machine could exceed. */
  const whole = () => accountRepository(finance).chart(who.context.principal.orgId, Date.now() + 25_000);
  const idOf = async (search: string) =>
    (await finance.accounts.listManagementAccounts(query({ search }), who)).data[0]?.id ?? '';

  beforeAll(async () => {
    for (let from = 0; from < COUNT; from += FILE) {
      const file = lines.slice(from, from + FILE).reverse();
      const accounts = { accounts: file };
      expect(await finance.accounts.importManagementAccounts(accounts, who)).toMatchObject({ created: FILE });
    }
  }, 60_000);

  test('the chart is read whole, from the top down', async () => {
    const { accounts, truncated } = await whole();
    expect(truncated).toBe(false);
    expect(new Set(accounts.map(({ code }) => code)).size).toBe(COUNT);
    const levels = new Map<string, number>();
    for (const { id, parentId, level } of accounts) {
      // Each account comes after its parent.
      expect(level).toBe(parentId === null ? 1 : (levels.get(parentId) ?? Number.NaN) + 1);
      levels.set(id, level);
    }
    expect(accounts.slice(0, 10).map(({ child_count }) => child_count)).toEqual(Array(10).fill(10));
    expect(accounts.at(-1)?.child_count).toBe(0);
  }, 30_000);

  test('with one more it is read without the lowest, whose parents still count them', async () => {
    const parentId = codeOf(COUNT - 1);
    await finance.accounts.createManagementAccount({ account: { code: 'lowest', name: 'Low', parentId } }, who);
    const { accounts, truncated } = await whole();
    expect([accounts.length, truncated]).toEqual([COUNT, true]);
    expect(accounts.find(({ code }) => code === 'lowest')).toBeUndefined();
    expect(accounts.find(({ code }) => code === parentId)?.child_count).toBe(1);
  }, 30_000);

  test('more than a thousand move with one', async () => {
    const [id, parentId] = [await idOf(codeOf(0)), codeOf(9)];
    const change = { id, patch: { parentId }, fields: ['parentId'] };
    expect((await finance.accounts.updateManagementAccount(change, who)).record?.level).toBe(2);
    const { accounts } = await whole();
    const levels = new Map(accounts.map(({ id, level }) => [id, level]));
    const wrong = accounts.filter(({ parentId, level }) => level !== (levels.get(parentId ?? '') ?? 0) + 1);
    expect(wrong).toEqual([]);
    const told = finance.store.connection.collection('outbox');
    const mine = { orgId: who.context.principal.orgId, type: 'management_account.updated' };
    expect(await told.countDocuments(mine)).toBeGreaterThan(1_000);
  }, 30_000);
});
