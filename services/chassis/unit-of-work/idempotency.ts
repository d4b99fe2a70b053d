import { type ClientSession, mongo, Schema } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import { insertMany, modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { isDuplicateKey, isWriteConflict, rethrowLostInsert } from '../mongo/transaction.ts';
import type { CallContext } from '../rpc/context.ts';
import { type StoredBytes, UnreadableError } from '../secrets/seal.ts';

/** Makes repeated messages, and repeated writes with an Idempotency-Key, take effect once. */
export interface Idempotency {
  /**
   * Stores in the transaction that `consumer` has handled the events. Returns the ids of events that it had handled
   * before; the caller must skip them.
   */
  seen(session: ClientSession, consumer: string, eventIds: string[]): Promise<Set<string>>;
  /** The claim of a call's Idempotency-Key: the key, and the hashes of the body. Undefined if the call has no key. */
  claim(context: CallContext): Claim | undefined;
  /**
   * The stored replies of earlier calls, by the ids of the claims. Errors: idempotency_key_reused if an earlier call
   * had another body; internal_error if a reply can no longer be decrypted.
   */
  recall(claims: Claim[]): Promise<Map<string, RememberedReply<unknown>>>;
  /**
   * Stores a key in the transaction before the write has ended, so that a concurrent call with the same key is refused
   * early. Errors: idempotency_in_progress if another write has the key.
   */
  takeKey(session: ClientSession, claim: Claim): Promise<void>;
  /**
   * Stores replies in the transaction of their writes. `isTaken`: `takeKey` has already stored the key. Errors:
   * idempotency_in_progress if another write has stored the same key meanwhile.
   */
  keep(
    session: ClientSession,
    replies: { claim: Claim; reply: RememberedReply<unknown>; isTaken: boolean }[],
  ): Promise<void>;
}

export interface Claim {
  readonly id: string;
  readonly fingerprint: string;
}

/** The reply that is stored for an Idempotency-Key. A repeated call gets it. */
export interface RememberedReply<T> {
  value: T;
  eventId: string;
}

interface Seen {
  _id: string;
  at: Date;
}

interface Kept {
  _id: string;
  fingerprint: string;
  sealed: StoredBytes;
  createdAt: Date;
}

const seenSchema = new Schema<Seen>({ _id: String, at: Date }, { collection: 'inbox', versionKey: false });
// Longer than a message can come again: the stream and the outbox keep it for 7 days each.
seenSchema.index({ at: 1 }, { expireAfterSeconds: 15 * 24 * 3600 });

const keptSchema = new Schema<Kept>(
  { _id: String, fingerprint: String, sealed: Schema.Types.Buffer, createdAt: Date },
  { collection: 'idempotency', versionKey: false },
);
// Replies are kept for 24 hours (decisions 1: Idempotency).
keptSchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 3600 });

/** The reply of a key that `takeKey` has just stored. No other transaction ever sees it. */
const NOTHING_YET = Buffer.alloc(0);

/** The inbox and the idempotency keys of a service's database. */
export function openIdempotency({ connection, sealed: fields, fingerprint: hash }: Store): Idempotency {
  const inbox = modelOf(connection, 'Seen', seenSchema);
  const keys = modelOf(connection, 'Kept', keptSchema);
  const replies = fields.declare({
    collection: 'idempotency',
    field: 'sealed',
    aad: (id) => id,
    writtenAt: 'createdAt',
  });

  const sealed = ({ id }: Claim, reply: RememberedReply<unknown>): StoredBytes =>
    replies.seal(id, mongo.BSON.serialize(reply, { ignoreUndefined: true }));

  function open({ _id, sealed }: Kept): RememberedReply<unknown> {
    try {
      return mongo.BSON.deserialize(replies.open(_id, sealed)) as RememberedReply<unknown>;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      const message = 'An earlier request with this Idempotency-Key was done, but its answer cannot be read any more';
      throw new AppError('internal_error', message, { cause: error });
    }
  }

  return {
    async seen(session, consumer, eventIds) {
      const idOf = (eventId: string) => `${consumer}:${eventId}`;
      const found = await inbox.collection
        .find<Seen>({ _id: { $in: eventIds.map(idOf) } } as never, { session })
        .toArray();
      const known = new Set(found.map(({ _id }) => _id));
      const fresh = [...new Set(eventIds)].filter((eventId) => !known.has(idOf(eventId)));
      const notes = fresh.map((eventId) => ({ _id: idOf(eventId), at: new Date() }));
      if (notes.length > 0) await insertMany(inbox, notes, session).catch(rethrowLostInsert);
      return new Set(eventIds.filter((eventId) => known.has(idOf(eventId))));
    },
    claim({ principal, idempotency }) {
      if (!idempotency) return undefined;
      const { key, operation, fingerprint } = idempotency;
      const orgId = principal?.orgId ?? '';
      const scope = JSON.stringify([principal?.kind, principal?.id, operation, key]);
      return { id: `${orgId}:${hash(scope)}`, fingerprint };
    },
    async recall(claims) {
      if (claims.length === 0) return new Map();
      const ids = [...new Set(claims.map(({ id }) => id))];
      const found = await keys.collection.find<Kept>({ _id: { $in: ids } } as never).toArray();
      const kept = new Map(found.map(({ _id, fingerprint }) => [_id, fingerprint]));
      // Each claim is compared, because two claims with one key may have different bodies.
      if (claims.some(({ id, fingerprint }) => kept.has(id) && !isSameBody(kept.get(id), fingerprint))) {
        throw new AppError('idempotency_key_reused', 'Idempotency-Key was used with another body');
      }
      return new Map(found.map((kept) => [kept._id, open(kept)]));
    },
    async takeKey(session, { id, fingerprint }) {
      const row = { _id: id, fingerprint, sealed: NOTHING_YET, createdAt: new Date() };
      await insertMany(keys, [row], session).catch(refuseTakenKey);
    },
    async keep(session, kept) {
      const [taken, fresh] = [kept.filter(({ isTaken }) => isTaken), kept.filter(({ isTaken }) => !isTaken)];
      for (const { claim, reply } of taken) {
        await keys.collection.updateOne(
          { _id: claim.id } as never,
          { $set: { sealed: sealed(claim, reply) } },
          { session },
        );
      }
      const rows = fresh.map(({ claim, reply }) => ({
        _id: claim.id,
        fingerprint: claim.fingerprint,
        sealed: sealed(claim, reply),
        createdAt: new Date(),
      }));
      if (rows.length > 0) await insertMany(keys, rows, session).catch(refuseTakenKey);
    },
  };
}

/**
 * A body has several hashes, comma-separated: the gateway hashes it with each of its encryption keys, so that the keys
 * can be replaced. Equal bodies have a hash in common.
 */
function isSameBody(kept: string | undefined, sent: string): boolean {
  const hashes = new Set(kept?.split(','));
  return sent.split(',').some((hash) => hashes.has(hash));
}

function refuseTakenKey(error: unknown): never {
  if (!isDuplicateKey(error) && !isWriteConflict(error)) throw error;
  const message = 'A request with this Idempotency-Key is still running';
  throw new AppError('idempotency_in_progress', message, { retryAfter: 1, cause: error });
}
