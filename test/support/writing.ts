import { Schema } from 'mongoose';
import type { OutboxRow } from '#chassis/messaging/outbox.ts';
import type { Relay } from '#chassis/messaging/relay.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { CallContext } from '#chassis/rpc/context.ts';
import type { Unit, WriteCall, Writer } from '#chassis/unit-of-work/write.ts';

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

/** A call of a user of org o1, as a writer takes it. */
export function writeCall(context: Partial<CallContext> = {}): WriteCall {
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' } as const;
  return { context: { requestId: 'req-1', principal, ...context }, deadline: Date.now() + 20_000, now: new Date() };
}

/** The same with an Idempotency-Key. */
export const keyedCall = (key: string, fingerprint = 'body', operation = 'POST /things') =>
  writeCall({ idempotency: { key, operation, fingerprint } });

export const createdEvent = ({ _id, name }: Thing) => ({
  type: 'thing.created',
  recordId: _id,
  sequence: 1,
  data: { id: _id, name },
});

/** Adds a thing in a transaction of its own. */
export function addThing(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  return writer.write(call, async (unit: Unit) => {
    await thingsOf(store).insertMany([thing], { session: unit.session, lean: true });
    unit.emit(createdEvent(thing));
    unit.count('things', 1);
    return { id: thing._id };
  });
}

/** Adds a thing in a transaction with others. */
export function insertThing(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  return writer.insert(call, thingsOf(store), (effects) => {
    effects.emit(createdEvent(thing));
    effects.count('things', 1);
    return { value: { id: thing._id }, documents: [thing] };
  });
}

/** The same, once the transaction has been asked something. */
export function insertThingWithin(store: Store, writer: Writer, thing: Thing, call: WriteCall = writeCall()) {
  return writer.insertWithin(call, thingsOf(store), async (unit) => {
    await thingsOf(store).exists({ _id: thing._id }).session(unit.session);
    unit.emit(createdEvent(thing));
    unit.count('things', 1);
    return { value: { id: thing._id }, documents: [thing] };
  });
}

/** A relay that only notes what it was given: what a process looks like that dies right after the commit. */
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
