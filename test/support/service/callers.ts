import { openOutbox } from '#chassis/messaging/outbox.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { type CallContext, type Principal, refusalOf } from '#chassis/rpc/context.ts';
import type { ServiceImplementation } from '#chassis/rpc/endpoint.ts';

export type Caller = { context: CallContext & { principal: Principal } };

/** A caller in a new org that no other test uses. */
export function caller(fields: Partial<Principal> = {}): Caller {
  const principal: Principal = { kind: 'user', id: 'u1', orgId: newId(), role: 'staff', ...fields };
  return { context: { requestId: 'req-1', principal } };
}

/** The caller with an Idempotency-Key for `operation`. */
export const keyed = <Who extends Caller>(who: Who, operation: string): Who => ({
  ...who,
  context: { ...who.context, idempotency: { key: 'once', operation, fingerprint: 'same' } },
});

/** The record of a reply. */
export async function recordOf<Kept>(reply: Promise<{ record?: Kept | null | undefined }>): Promise<Kept> {
  const { record } = await reply;
  if (!record) throw new Error('No record');
  return record;
}

/** The rpcs that admit a caller with these fields. */
export const rpcsFor = (services: readonly ServiceImplementation[], fields: Partial<Principal>): string[] =>
  services.flatMap(({ methods }) =>
    Object.keys(methods).filter(
      (name) => refusalOf(methods[name]?.options ?? {}, caller(fields).context.principal) === undefined,
    ),
  );

export const query = (fields: object = {}) => ({ query: { page: 1, limit: 10, sort: '-createdAt', ...fields } });

/** The envelopes of a record's events in the outbox, in the order in which they were written. */
export async function envelopesOf(store: Store, recordId: string) {
  const rows = await openOutbox(store).find({ recordId }).sort({ _id: 1 }).lean();
  return rows.map(({ envelope }) => JSON.parse(envelope));
}
