import type { ClientSession } from 'mongoose';
import { z } from 'zod';
import type { ReleaseRequest as Message } from '#proto/gen/common/v1/ReleaseRequest.ts';
import { MAX_NAMED } from '../domain/errors.ts';
import type { Store } from '../mongo/mongo.ts';
import { implement, type ServiceImplementation, unary } from '../rpc/endpoint.ts';
import type { RecordName, ReferenceLocks } from './reference-locks.ts';

export interface ReservationOptions {
  /** The service that owns the records. */
  owner: string;
  store: Pick<Store, 'transaction'>;
  locks: Pick<ReferenceLocks, 'close' | 'reopen'>;
  /** At most `limit` records that refer to any of the targets, as the transaction of `session` sees them. */
  usersOfAny: UsersOfAny;
}

export type UsersOfAny = (
  session: ClientSession,
  orgId: string,
  targets: RecordName[],
  limit: number,
) => Promise<{ kind: string; name: string }[]>;

/** A record is deleted with up to 2,000 parts. */
const ReleaseRequest = z.strictObject({
  targets: z
    .array(z.templateLiteral([z.string().regex(/^[a-z_]{1,40}$/), ':', z.string()]))
    .min(1)
    .max(2_000),
  fence: z.number().int().min(0),
}) satisfies z.ZodType<Message>;

/**
 * Lets another service delete records to which no record of this service refers. From then on, this service refuses new
 * references to them, until the reservation ends.
 */
export function reservationService({ owner, store, locks, usersOfAny }: ReservationOptions): ServiceImplementation {
  // The owner asks on behalf of the caller that deletes, which may be an API key. The owner has already checked that
  // caller's access (decisions 3: Inside).
  const forOwner = { role: 'staff', keys: 'any', peers: [owner] } as const;
  return implement('common', 'ReleaseService', {
    ReleaseRecords: unary(
      ReleaseRequest,
      ({ targets, fence }, { principal: { orgId }, deadline }) =>
        store.transaction(async (session) => {
          const users = await usersOfAny(session, orgId, targets, MAX_NAMED + 1);
          // Conflicts with a concurrent new reference: the loser runs again, and sees the winner.
          if (users.length === 0) await locks.close(session, orgId, targets, fence);
          return { users: users.map(({ kind, name }) => ({ kind, name })) };
        }, deadline),
      forOwner,
    ),
    KeepRecords: unary(
      ReleaseRequest,
      async ({ targets, fence }, { principal: { orgId }, deadline }) => {
        await store.transaction((session) => locks.reopen(session, orgId, targets, fence), deadline);
        return {};
      },
      forOwner,
    ),
  });
}
