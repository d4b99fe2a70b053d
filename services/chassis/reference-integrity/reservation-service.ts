import type { ClientSession } from 'mongoose';
import { z } from 'zod';
import type { ReleaseRequest as Message } from '#proto/gen/common/v1/ReleaseRequest.ts';
import { MAX_NAMED } from '../domain/errors.ts';
import type { Store } from '../mongo/mongo.ts';
import { implement, type ServiceImplementation, unary } from '../rpc/endpoint.ts';
import type { RecordName, ReferenceLocks } from './reference-locks.ts';

export interface ReservationOptions {
  /** The service whose records these are. */
  owner: string;
  store: Pick<Store, 'transaction'>;
  locks: Pick<ReferenceLocks, 'close' | 'reopen'>;
  /** In the transaction: what refers to any of the targets, at most `limit`. */
  usersOfAny: UsersOfAny;
}

export type UsersOfAny = (
  session: ClientSession,
  orgId: string,
  targets: RecordName[],
  limit: number,
) => Promise<{ kind: string; name: string }[]>;

/** A record may lose up to 2,000 of its parts at once. */
const ReleaseRequest = z.strictObject({
  targets: z
    .array(z.templateLiteral([z.string().regex(/^[a-z_]{1,40}$/), ':', z.string()]))
    .min(1)
    .max(2_000),
  fence: z.number().int().min(0),
}) satisfies z.ZodType<Message>;

/** Lets another service delete records that this one's refer to no more, and takes no new reference to them meanwhile. */
export function reservationService({ owner, store, locks, usersOfAny }: ReservationOptions): ServiceImplementation {
  // decisions 3, Inside: it asks on behalf of whoever deletes, a key too; what that one may do it has judged itself.
  const forOwner = { role: 'staff', keys: 'any', peers: [owner] } as const;
  return implement('common', 'ReleaseService', {
    ReleaseRecords: unary(
      ReleaseRequest,
      ({ targets, fence }, { principal: { orgId }, deadline }) =>
        store.transaction(async (session) => {
          const users = await usersOfAny(session, orgId, targets, MAX_NAMED + 1);
          // Collides with a reference that is being made at this moment: then the loser looks again.
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
