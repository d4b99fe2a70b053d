import type { Store } from '#chassis/mongo/mongo.ts';
import type { RecordName } from '#chassis/reference-integrity/reference-locks.ts';
import type { UsersOfAny } from '#chassis/reference-integrity/reservation-service.ts';
import { userModels } from './repository.ts';

const CLIENT = 'client:';

/** The name of a client in references. */
export const clientName = (clientId: string): RecordName => `${CLIENT}${clientId}`;

/**
 * Finds the users that are bound to clients, active or not. They are named by id, because a caller who may delete a
 * client need not be allowed to see users.
 */
export function boundUsers(store: Store): UsersOfAny {
  const { memberships } = userModels(store);
  return async (session, orgId, targets, limit) => {
    const clientIds = targets.filter((name) => name.startsWith(CLIENT)).map((name) => name.slice(CLIENT.length));
    const bound = await memberships.find({ orgId, clientId: { $in: clientIds } }, null, { session, limit }).lean();
    return bound.map(({ userId }) => ({ kind: 'user', name: userId }));
  };
}
