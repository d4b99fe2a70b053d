import { type ClientSession, type Model, Schema } from 'mongoose';
import { AppError } from './errors.ts';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { asLostRace, isDuplicateKey } from './transaction.ts';

/** Names a record: `style:<id>`. */
export type RecordName = `${string}:${string}`;

/**
 * What makes a reference and the delete of its target collide: each target has 16 documents, of which a reference writes
 * one and a delete all, so that two references seldom meet (ADR 11). A SKU has one: thousands may go at once, and few
 * documents name the same. Every method works in a transaction.
 */
export interface Holds {
  /** The targets are about to be referred to. Errors: conflict when one is closed. */
  take(session: ClientSession, targets: Target[]): Promise<void>;
  /** Collides with every reference to a target that is made at the same moment. */
  lock(session: ClientSession, orgId: string, targets: RecordName[]): Promise<void>;
  /** No new reference to any of the targets until then. Errors: conflict when another has closed one. */
  close(session: ClientSession, orgId: string, targets: RecordName[], until: Date): Promise<void>;
  /** Takes references to the targets again. */
  reopen(session: ClientSession, orgId: string, targets: RecordName[]): Promise<void>;
}

export interface Target {
  orgId: string;
  target: RecordName;
}

interface Hold {
  /** `<orgId>:<target>:<slot>` */
  _id: string;
  /** Counted up, since an update that changes nothing collides with nothing. */
  touches: number;
  at: Date;
  /** The target is about to be deleted, and takes no reference until then. */
  closedUntil?: Date;
}

const SLOTS = 16;
const slotsOf = (target: RecordName) => (target.startsWith('sku:') ? 1 : SLOTS);

const schema = new Schema<Hold>(
  { _id: { type: String, required: true }, touches: Number, at: Date, closedUntil: Date },
  { collection: 'holds', versionKey: false },
);
// They only make transactions that run at once collide; none runs for a day.
schema.index({ at: 1 }, { expireAfterSeconds: 24 * 3600 });

export function openHolds({ connection }: Pick<Store, 'connection'>): Holds {
  const holds = modelOf(connection, 'Hold', schema);
  return {
    take: (session, targets) =>
      hold(
        holds,
        session,
        targets.map(({ orgId, target }) => slotId(orgId, target, slotOf(session) % slotsOf(target))),
        {},
      ),
    lock: (session, orgId, targets) => touch(holds, session, allSlots(orgId, targets), { at: new Date() }),
    close: (session, orgId, targets, closedUntil) => hold(holds, session, allSlots(orgId, targets), { closedUntil }),
    reopen: (session, orgId, targets) =>
      touch(holds, session, allSlots(orgId, targets), { closedUntil: new Date(0), at: new Date() }),
  };
}

const slotId = (orgId: string, target: RecordName, slot: number) => `${orgId}:${target}:${slot.toString(16)}`;

const slots = new WeakMap<ClientSession, number>();

/** One a transaction, however many references it makes: by chance another one than those that run at once have. */
function slotOf(session: ClientSession): number {
  const slot = slots.get(session) ?? Math.floor(Math.random() * SLOTS);
  slots.set(session, slot);
  return slot;
}

const allSlots = (orgId: string, targets: RecordName[]) =>
  targets.flatMap((target) => Array.from({ length: slotsOf(target) }, (_, slot) => slotId(orgId, target, slot)));

/** Touches the slots that are not closed: the update of one that is matches nothing, and its upsert collides with it. */
async function hold(holds: Model<Hold>, session: ClientSession, ids: string[], set: Partial<Hold>): Promise<void> {
  const at = new Date();
  const open = { $or: [{ closedUntil: null }, { closedUntil: { $lt: at } }] };
  try {
    await touch(holds, session, ids, { ...set, at }, open);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (await holds.exists({ _id: { $in: ids }, closedUntil: { $gte: at } })) {
      throw new AppError('conflict', 'What this refers to is being deleted', { cause: error });
    }
    // Two that touch a slot for the first time both insert it: the loser comes again.
    throw asLostRace(error);
  }
}

async function touch(
  holds: Model<Hold>,
  session: ClientSession,
  ids: string[],
  set: Partial<Hold>,
  where: object = {},
) {
  if (ids.length === 0) return;
  const update = { $inc: { touches: 1 }, $set: set };
  const touches = [...new Set(ids)].map((_id) => ({
    updateOne: { filter: { _id, ...where }, update, upsert: true },
  }));
  await holds.collection.bulkWrite(touches as never, { session });
}
