import type { Unit } from '#chassis/write.ts';
import type { Account } from './account.ts';
import type { UserRepository } from './repository.ts';
import type { User } from './user.ts';

export interface Accounts {
  of(user: User, transaction?: Unit['session']): Promise<Account>;
  findById(userId: string): Promise<Account | undefined>;
}

/** Users together with the orgs that they may act from. */
export function createAccounts(
  users: UserRepository,
  orgs: { names(ids: string[]): Promise<Map<string, string>> },
): Accounts {
  async function of(user: User, transaction?: Unit['session']): Promise<Account> {
    const places = await users.activePlaces(user.id, transaction);
    const names = await orgs.names(places.map(({ orgId }) => orgId));
    return { user, places: places.map((place) => ({ ...place, orgName: names.get(place.orgId) ?? '' })) };
  }
  return {
    of,
    async findById(userId) {
      const user = await users.findById(userId);
      return user && of(user);
    },
  };
}
