import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { Account } from './domain/account.ts';
import type { Membership, User } from './domain/user.ts';
import type { UserRepository } from './repository.ts';

export interface Accounts {
  of(user: User, transaction?: ClientSession): Promise<Account>;
  /** The account including the membership in `orgId`, if there is one; undefined if the user does not exist. */
  findIn(orgId: string, userId: string): Promise<Account | undefined>;
}

/** Users together with the orgs in which they may act, at most 1,000. */
export function createAccounts(
  users: UserRepository,
  orgs: { names(ids: string[]): Promise<Map<string, string>> },
): Accounts {
  async function named(user: User, memberships: Membership[]): Promise<Account> {
    const names = await orgs.names(memberships.map(({ orgId }) => orgId));
    return {
      user,
      memberships: memberships.map((membership) => ({ ...membership, orgName: names.get(membership.orgId) ?? '' })),
    };
  }
  return {
    of: async (user, transaction) => named(user, await users.activeMemberships(user.id, transaction)),
    async findIn(orgId, userId) {
      const [user, here, listed] = await Promise.all([
        users.findById(userId),
        users.activeMembership(userId, orgId),
        users.activeMemberships(userId),
      ]);
      const isListed = !here || listed.some(({ id }) => id === here.id);
      return user && named(user, isListed ? listed : [...listed, here]);
    },
  };
}
