import { type ClientSession, type Model, Schema } from 'mongoose';
import { BeingDeleted } from '../domain/errors.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { asLostRace, isDuplicateKey, rethrowLostInsert } from '../mongo/transaction.ts';

/** Documents of a target. */
const SLOTS = 16;
/**
 * A closed target is soon open again, or gone for good. An event tells of its delete, and is kept for 14 days
 * (decisions 5: Guarantee). Until the event has come, a copy of the target may be known here.
 */
const CLOSED_KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * The number of a service that does not number its reservations: a service of an earlier version, for which they end by
 * the clock.
 */
const UNFENCED = 0;
const UNFENCED_MS = 60_000;

/** A time, since replicas of an earlier version compare it with theirs. */
const FOR_GOOD = new Date('9999-12-31T00:00:00.000Z');
const OPEN = new Date(0);

/** The records that each transaction makes, as far as it declares them. */
const made = new WeakMap<ClientSession, ReadonlySet<RecordName>>();
/** The slot of each transaction that refers to something. */
const slots = new WeakMap<ClientSession, number>();

/** Names a record: `style:<id>`. */
export type RecordName = `${string}:${string}`;

/**
 * Makes a reference and the delete of its target collide. Each target has 16 documents. A reference writes one of them
 * and a delete writes all, so two references seldom meet (ADR 11). Every method works in a transaction.
 */
export interface ReferenceLocks {
  /** A shared lock on targets to which this transaction comes to refer. Errors: BeingDeleted when one is closed. */
  lockShared(session: ClientSession, targets: Target[]): Promise<void>;
  /** The targets are made in this transaction: nobody can delete one before it has ended, and a shared lock on one writes nothing. */
  declareNew(session: ClientSession, targets: readonly RecordName[]): void;
  /** Collides with every reference to a target that is made at the same moment. */
  lock(session: ClientSession, orgId: string, targets: RecordName[]): Promise<void>;
  /**
   * No new reference to any of the targets until the reservation with this fence, or a later one, is taken back; 0: for a
   * minute. Errors: BeingDeleted when another has closed one, or this one was taken back already.
   */
  close(session: ClientSession, orgId: string, targets: RecordName[], fence: number): Promise<void>;
  /** Takes references to the targets again that are not closed by a later reservation. */
  reopen(session: ClientSession, orgId: string, targets: RecordName[], fence: number): Promise<void>;
}

interface Target {
  orgId: string;
  target: RecordName;
}

export interface ReferenceLocksOptions {
  /**
   * Kinds of targets that have one document each: thousands of them go at once, and few documents name the same. It must
   * stay what it is while transactions run.
   */
  parts?: readonly string[];
}

/** A reference lock as it is stored: one of a target's slots. */
interface StoredLock extends Partial<Closing> {
  /** `<orgId>:<target>:<slot>` */
  _id: string;
  /** Counted up, since an update that changes nothing collides with nothing. */
  touches: number;
  /** Forgotten a day later. */
  at: Date;
}

const schema = new Schema<StoredLock>(
  { _id: String, touches: Number, at: Date, closedUntil: Date, fence: Number },
  // Databases have the collection by this name, which is older than the term.
  { collection: 'holds', versionKey: false },
);
// They only make transactions that run at once collide; none runs for a day.
schema.index({ at: 1 }, { expireAfterSeconds: 24 * 3600 });

export function openReferenceLocks(
  { connection }: Pick<Store, 'connection'>,
  { parts = [] }: ReferenceLocksOptions = {},
): ReferenceLocks {
  const slotsOf = (target: RecordName) => (parts.includes(target.slice(0, target.indexOf(':'))) ? 1 : SLOTS);
  const allSlots = (orgId: string, targets: RecordName[]) =>
    targets.flatMap((target) => Array.from({ length: slotsOf(target) }, (_, slot) => slotId(orgId, target, slot)));
  const model = modelOf(connection, 'ReferenceLock', schema);
  return {
    lockShared(session, targets) {
      const others = targets.filter(({ target }) => !made.get(session)?.has(target));
      const slotIn = ({ orgId, target }: Target) => slotId(orgId, target, slotOf(session) % slotsOf(target));
      return lockOpen(model, session, new Map(others.map((target) => [slotIn(target), target.target])));
    },
    declareNew: (session, targets) => void made.set(session, new Set(targets)),
    lock: (session, orgId, targets) =>
      touch(model, session, touchesOf(allSlots(orgId, targets), { $set: { at: new Date() } })),
    close: (session, orgId, targets, fence) =>
      change(model, session, allSlots(orgId, targets), (slot, now) => {
        const closing = closed(slot, fence, now);
        if (!closing) throw new BeingDeleted(targets);
        return closing;
      }),
    reopen: (session, orgId, targets, fence) =>
      change(model, session, allSlots(orgId, targets), (slot, now) => reopened(slot, fence, now)),
  };
}

const slotId = (orgId: string, target: RecordName, slot: number) => `${orgId}:${target}:${slot.toString(16)}`;

/** The slot of a transaction, for all its references. It is random, so that transactions that run at once seldom share one. */
function slotOf(session: ClientSession): number {
  const slot = slots.get(session) ?? Math.floor(Math.random() * SLOTS);
  slots.set(session, slot);
  return slot;
}

/** Touches the slots that are not closed: the update of one that is matches nothing, and its upsert collides with it. */
async function lockOpen(
  model: Model<StoredLock>,
  session: ClientSession,
  targets: ReadonlyMap<string, RecordName>,
): Promise<void> {
  const [at, ids] = [new Date(), [...targets.keys()]];
  const open = { $or: [{ closedUntil: null }, { closedUntil: { $lt: at } }] };
  try {
    await touch(model, session, touchesOf(ids, { $set: { at } }, open));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const closed = await model.find({ _id: { $in: ids }, closedUntil: { $gte: at } }, { _id: 1 }).lean();
    if (closed.length === 0) throw asLostRace(error);
    throw new BeingDeleted(
      closed.flatMap(({ _id }) => targets.get(_id) ?? []),
      error,
    );
  }
}

type Decide = (slot: Closing | undefined, now: Date) => Closing | undefined;

/** Touches the slots that `decide` has a new state for. */
async function change(model: Model<StoredLock>, session: ClientSession, ids: string[], decide: Decide): Promise<void> {
  const now = new Date();
  const found = await model.find({ _id: { $in: ids } }, null, { session }).lean();
  const before = new Map(found.map((slot) => [slot._id, slot as Closing]));
  const touches = ids.flatMap((id) => {
    const after = decide(before.get(id), now);
    return after ? touchesOf([id], updateTo(after, now)) : [];
  });
  await touch(model, session, touches).catch(rethrowLostInsert);
}

function updateTo({ fence, closedUntil }: Closing, now: Date) {
  const at = isClosed({ closedUntil }, now) ? new Date(now.getTime() + CLOSED_KEPT_MS) : now;
  if (fence === undefined) return { $set: { closedUntil, at }, $unset: { fence: 1 } };
  return { $set: { closedUntil, at, fence } };
}

const touchesOf = (ids: string[], update: object, where: object = {}) =>
  [...new Set(ids)].map((_id) => ({
    updateOne: { filter: { _id, ...where }, update: { ...update, $inc: { touches: 1 } }, upsert: true },
  }));

async function touch(
  model: Model<StoredLock>,
  session: ClientSession,
  touches: ReturnType<typeof touchesOf>,
): Promise<void> {
  if (touches.length > 0) await model.collection.bulkWrite(touches as never, { session });
}

/** Whether the target of a slot takes references, and on whose word (ADR 21). */
export interface Closing {
  /** Rises with every reservation of a target: an earlier one's word no longer counts, however late it comes. */
  fence?: number;
  /** Closed while it lies ahead. */
  closedUntil: Date;
}

export const isClosed = (slot: Closing | undefined, now: Date): boolean =>
  slot?.closedUntil !== undefined && slot.closedUntil > now;

/**
 * The slot as a reservation closes it: for good, until it is taken back. The same one may say so again.
 * Undefined: another has closed it, or this one was taken back already.
 */
export function closed(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const stands = isClosed(slot, now);
  if (fence === UNFENCED) return stands ? undefined : { closedUntil: new Date(now.getTime() + UNFENCED_MS) };
  const before = slot?.fence ?? UNFENCED;
  if (stands && before === UNFENCED) return undefined;
  const isRepeated = stands && before === fence;
  return before < fence || isRepeated ? { fence, closedUntil: FOR_GOOD } : undefined;
}

/** The slot once the reservation is taken back, also before it came. Undefined: it stays as another has left it. */
export function reopened(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const before = slot?.fence ?? UNFENCED;
  if (fence === UNFENCED) return before === UNFENCED ? { closedUntil: OPEN } : undefined;
  const endsByClock = isClosed(slot, now) && before === UNFENCED;
  return endsByClock || before > fence ? undefined : { fence, closedUntil: OPEN };
}
