import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { Account } from './domain/account.ts';
import type { Membership, User } from './domain/user.ts';
import type { UserRepository } from './repository.ts';

export interface Accounts {
  of(user: User, transaction?: ClientSession): Promise<Account>;
  /** The account including the membership in `orgId`, if there is one; undefined if the user does not exist. */
  findIn(orgId: string, userId: string): Promise<Account | undefined>;
}

/** An account; undefined if the user does not exist. */
type Small = Account | undefined | 'perhaps large';

const BATCHES = { parallel: 2, maxSize: 16 };

/** Users together with the orgs in which they may act, at most 1,000. */
export function createAccounts(
  users: UserRepository,
  orgs: { names(ids: string[]): Promise<Map<string, string>> },
): Accounts {
  const namesOf = (memberships: Membership[]) => orgs.names(memberships.map(({ orgId }) => orgId));
  const named = async (user: User, memberships: Membership[]) =>
    accountOf(user, memberships, await namesOf(memberships));

  /** Users without many memberships. Calls that arrive while others run share three statements (ADR 4). */
  const findSmall = createBatcher(async (ids: string[]): Promise<Small[]> => {
    const found = await users.findSeveral([...new Set(ids)]);
    if (!found) return ids.map(() => 'perhaps large');
    const names = await namesOf([...found.values()].flatMap(({ memberships }) => memberships));
    return ids.map((id) => {
      const one = found.get(id);
      return one && accountOf(one.user, one.memberships, names);
    });
  }, BATCHES);

  /** A user with many memberships. It is read outside of the batches, so that it delays no other user. */
  async function findLarge(orgId: string, userId: string): Promise<Account | undefined> {
    const [user, here, listed] = await Promise.all([
      users.findById(userId),
      users.activeMembership(userId, orgId),
      users.activeMemberships(userId),
    ]);
    const isListed = !here || listed.some(({ id }) => id === here.id);
    return user && named(user, isListed ? listed : [...listed, here]);
  }

  return {
    of: async (user, transaction) => named(user, await users.activeMemberships(user.id, transaction)),
    async findIn(orgId, userId) {
      const small = await findSmall(userId);
      return small === 'perhaps large' ? findLarge(orgId, userId) : small;
    },
  };
}

/** `names`: of the orgs, by id. */
const accountOf = (user: User, memberships: Membership[], names: Map<string, string>): Account => ({
  user,
  memberships: memberships.map((membership) => ({ ...membership, orgName: names.get(membership.orgId) ?? '' })),
});
