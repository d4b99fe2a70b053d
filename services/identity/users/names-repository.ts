import type { Store } from '#chassis/mongo/mongo.ts';
import { userModels } from './repository.ts';

/** The names of users and API keys of an org. */
export interface NameReader {
  /** The names by id. An id without a name is left out, and so is an invitation. */
  namesOf(orgId: string, ids: readonly string[]): Promise<Map<string, string>>;
}

export function nameReader(store: Store): NameReader {
  const { memberships } = userModels(store);
  const keys = store.connection.collection<{ _id: string; name: string }>('api_keys');
  return {
    async namesOf(orgId, ids) {
      const ofOrg = { orgId, awaitingOwner: false, userId: { $in: [...ids] } };
      const [users, named] = await Promise.all([
        memberships.find(ofOrg, { userId: 1, name: 1 }).lean(),
        keys.find({ orgId, _id: { $in: [...ids] } } as never, { projection: { name: 1 } }).toArray(),
      ]);
      const names = [
        ...users.map(({ userId, name }) => [userId, name] as const),
        ...named.map(({ _id, name }) => [_id, name] as const),
      ];
      return new Map(names.flatMap(([id, name]) => (name ? [[id, name] as const] : [])));
    },
  };
}
