import { Schema } from 'mongoose';
import type { OutboxRow } from '#chassis/messaging/outbox.ts';
import type { Relay } from '#chassis/messaging/relay.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { Call, CallContext } from '#chassis/rpc/context.ts';
import type { Insertable, SharedTransaction, WriteCall, Writer } from '#chassis/unit-of-work/write.ts';

/** A record that tests of the chassis write. */
export interface Thing {
  _id: string;
  orgId: string;
  name: string;
  size: number | null;
  createdAt: Date;
}

const schema = new Schema<Thing>(
  { _id: String, orgId: String, name: String, size: Number, createdAt: Date },
  { collection: 'things', versionKey: false },
).index({ orgId: 1, name: 1 }, { unique: true });

export const thingsOf = ({ connection }: Store) => modelOf(connection, 'Thing', schema);

export const aThing = (fields: Partial<Thing> = {}): Thing => {
  const _id = newId();
  return { _id, orgId: 'o1', name: _id, size: 1, createdAt: new Date(), ...fields };
};

/** A call of a user of org o1, for a writer. */
export function writeCall(context: Partial<CallContext> = {}): WriteCall & Pick<Call, 'principal'> {
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' } as const;
  const now = new Date();
  return { context: { requestId: 'req-1', principal, ...context }, principal, deadline: Date.now() + 20_000, now };
}

/** A call of a user of org o1 with an Idempotency-Key. */
export const keyedCall = (key: string, fingerprint = 'body', operation = 'POST /things') =>
  writeCall({ idempotency: { key, operation, fingerprint } });

export const createdEvent = ({ _id, name }: Thing) => ({
  type: 'thing.created',
  recordId: _id,
  sequence: 1,
  data: { id: _id, name },
});

export const things = (store: Store): Insertable<Thing> => ({
  model: thingsOf(store),
  refuse(error) {
    throw error;
  },
});

/**
 * Creates the collection, as a service does at its start. Two transactions that create the same collection would
 * conflict.
 */
const declareThings = (store: Store): void => void thingsOf(store);

async function add(store: Store, tx: SharedTransaction, thing: Thing): Promise<{ id: string }> {
  await tx.insert(things(store), [thing]);
  tx.emit(createdEvent(thing));
  tx.count('things', 1);
  return { id: thing._id };
}

/** Adds a thing in its own transaction. */
export function writeThing(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  declareThings(store);
  return writer.write(call, async (tx) => add(store, tx, thing));
}

/** Adds a thing in a transaction that several calls share. */
export function createThing(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  declareThings(store);
  return writer.create(call, (tx) => add(store, tx, thing));
}

/** Like `createThing`, but reads from the transaction before it writes. */
export function createThingAsking(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  declareThings(store);
  return writer.create(call, async (tx) => {
    await thingsOf(store).exists({ _id: thing._id }).session(tx.session);
    return add(store, tx, thing);
  });
}

/** A relay that stores the rows and publishes nothing, as if the process ended right after the commit. */
export function deadRelay(): Relay & { rows: OutboxRow[] } {
  const rows: OutboxRow[] = [];
  return {
    name: 'relay',
    rows,
    publish: (more) => void rows.push(...more),
    start: async () => {},
    stop: async () => {},
  };
}
