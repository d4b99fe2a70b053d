import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { ManagementAccount } from '../../../services/finance/management-accounts/domain/account.ts';
import { accountRepository } from '../../../services/finance/management-accounts/repository.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { openReplicas } from './finance-service.ts';

/**
 * Concurrent moves, creates and deletes at two replicas. Each of them alone is allowed, but not all of them together.
 */

const [finance, beside] = await openReplicas();
const at = (index: number) => (index % 2 ? beside : finance);

async function create(who: Caller, code: string, parentId?: string, index = 0): Promise<string> {
  const account = { code, name: code, ...(parentId && { parentId }) };
  const { record } = await at(index).accounts.createManagementAccount({ account }, who);
  return record?.id ?? '';
}

const move = (who: Caller, id: string, parentId: string | null, index: number) =>
  at(index).accounts.updateManagementAccount(
    { id, patch: parentId === null ? {} : { parentId }, fields: ['parentId'] },
    who,
  );

/** True if the call succeeds, false if it fails with one of `codes`. Throws for any other error. */
async function allowed(call: Promise<unknown>, ...codes: string[]): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return false;
    throw error;
  }
}

async function chartOf(who: Caller): Promise<ManagementAccount[]> {
  const { store, references } = at(0);
  const repository = accountRepository({ store, references });
  const { accounts } = await repository.chart(who.context.principal.orgId, Date.now() + 10_000);
  return accounts;
}

/** Expects that each account is one level below its parent, and accounts without a parent are at level 1. */
function expectTree(accounts: readonly ManagementAccount[]): void {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const wrong = accounts.filter(({ parentId, level }) => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parentId === null ? level !== 1 : parent?.level !== level - 1;
  });
  expect(wrong.map(({ code, level, parentId }) => ({ code, level, parent: byId.get(parentId ?? '')?.code }))).toEqual(
    [],
  );
}

test('of 20 that would put each of two below the other, none makes a cycle', async () => {
  const who = caller();
  const [a, b] = [await create(who, 'a'), await create(who, 'b')];
  const moves = Array.from({ length: 20 }, (_, index) => {
    const [id, parentId] = index % 4 < 2 ? [a, b] : [b, a];
    return allowed(move(who, id, parentId, index), 'validation_failed');
  });
  expect(await Promise.all(moves)).toContain(true);
  expectTree(await chartOf(who));
});

test('what comes below an account while that moves is a level below it', async () => {
  const who = caller();
  const [top, moving] = [await create(who, 'top'), await create(who, 'moving')];
  const child = await create(who, 'child', moving);
  const work = Array.from({ length: 20 }, (_, index) =>
    index % 5 === 0
      ? move(who, moving, index % 10 === 0 ? top : null, index)
      : index % 5 === 1
        ? at(index).accounts.importManagementAccounts(
            { accounts: [{ code: `i${index}`, name: 'i', parentId: child }] },
            who,
          )
        : create(who, `c${index}`, index % 2 ? child : moving, index),
  );
  await Promise.all(work);
  const accounts = await chartOf(who);
  expect(accounts).toHaveLength(3 + 16);
  expectTree(accounts);
});

test('nothing comes below what is deleted at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const who = caller();
    const [gone, other] = [await create(who, 'gone'), await create(who, 'other')];
    const removing = at(0).accounts.deleteManagementAccount({ id: gone }, who);
    const comes = round % 2 ? move(who, other, gone, 1) : create(who, newId(), gone, 1);
    await Promise.all([allowed(removing, 'in_use'), allowed(comes, 'validation_failed')]);
    expectTree(await chartOf(who));
  }
});
