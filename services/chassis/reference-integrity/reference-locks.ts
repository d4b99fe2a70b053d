import { type ClientSession, type Model, Schema } from 'mongoose';
import { BeingDeleted } from '../domain/errors.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { asLostRace, isDuplicateKey, rethrowLostInsert } from '../mongo/transaction.ts';

/** Number of lock documents of a target. */
const SLOTS = 16;
/**
 * Milliseconds that a closed lock document is kept. A closed target is soon opened again, or deleted. The event of its
 * delete may come up to 14 days later (decisions 5: Guarantee). Until then, this service may have a copy of the target.
 */
const CLOSED_KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * The fence of a service of an earlier version, which does not number its reservations. Such a reservation ends by
 * time.
 */
const UNFENCED = 0;
/** Milliseconds until a reservation without a number ends. */
const UNFENCED_MS = 60_000;

/**
 * The time in `closedUntil` of a closed target. It is a time because replicas of an earlier version compare it with the
 * clock.
 */
const FOR_GOOD = new Date('9999-12-31T00:00:00.000Z');
const OPEN = new Date(0);

/** The new records that each transaction has declared. */
const made = new WeakMap<ClientSession, ReadonlySet<RecordName>>();
/** The slot of each transaction that has references. */
const slots = new WeakMap<ClientSession, number>();

/** The name of a record: `style:<id>`. */
export type RecordName = `${string}:${string}`;

/**
 * Makes a new reference and the delete of its target conflict, so that one of them is repeated. Each target has 16 lock
 * documents. A reference writes one of them, and a delete writes all. So two references seldom conflict (ADR 11). Every
 * method must be called in a transaction.
 */
export interface ReferenceLocks {
  /** Takes a shared lock on the targets of new references. Errors: BeingDeleted if a target is closed. */
  lockShared(session: ClientSession, targets: Target[]): Promise<void>;
  /**
   * Declares that this transaction creates the targets. Nothing can delete them before it ends, so a shared lock on
   * them writes nothing.
   */
  declareNew(session: ClientSession, targets: readonly RecordName[]): void;
  /** Takes an exclusive lock on the targets: it conflicts with every concurrent new reference to one of them. */
  lock(session: ClientSession, orgId: string, targets: RecordName[]): Promise<void>;
  /**
   * Refuses new references to the targets, until the reservation with this fence, or a later one, is withdrawn; with
   * fence 0, for a minute. Errors: BeingDeleted if another reservation has closed a target, or if this one was already
   * withdrawn.
   */
  close(session: ClientSession, orgId: string, targets: RecordName[], fence: number): Promise<void>;
  /**
   * Withdraws the reservation: allows new references to the targets again, except to those that a later reservation has
   * closed.
   */
  reopen(session: ClientSession, orgId: string, targets: RecordName[], fence: number): Promise<void>;
}

interface Target {
  orgId: string;
  target: RecordName;
}

export interface ReferenceLocksOptions {
  /**
   * Kinds of targets that have only one lock document: thousands of them are deleted together, and few records refer to
   * the same one. The list must not change while transactions run.
   */
  parts?: readonly string[];
}

/** A stored lock document: one of a target's slots. */
interface StoredLock extends Partial<Closing> {
  /** `<orgId>:<target>:<slot>` */
  _id: string;
  /** Rises with every write, because an update without a change would conflict with nothing. */
  touches: number;
  /** The document expires a day after this time. */
  at: Date;
}

const schema = new Schema<StoredLock>(
  { _id: String, touches: Number, at: Date, closedUntil: Date, fence: Number },
  // Existing databases have the collection under this name, which is older than the term "reference lock".
  { collection: 'holds', versionKey: false },
);
// Lock documents only make concurrent transactions conflict, and no transaction runs for a day.
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

/**
 * The slot of a transaction, for all its references. It is random, so that concurrent transactions seldom share one.
 */
function slotOf(session: ClientSession): number {
  const slot = slots.get(session) ?? Math.floor(Math.random() * SLOTS);
  slots.set(session, slot);
  return slot;
}

/**
 * Writes the lock documents that are not closed. The update does not match a closed one, so its upsert fails with a
 * duplicate key.
 */
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

/** Writes the lock documents for which `decide` returns a new state. */
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

/**
 * The state of a lock document: whether the target takes references, and which reservation has decided this (ADR 21).
 */
export interface Closing {
  /**
   * The number of the reservation. It rises with every reservation of a target. An earlier reservation has no effect
   * any more, even if its request comes late.
   */
  fence?: number;
  /** The target is closed until this time. */
  closedUntil: Date;
}

export const isClosed = (slot: Closing | undefined, now: Date): boolean =>
  slot?.closedUntil !== undefined && slot.closedUntil > now;

/**
 * The state after the reservation has closed the target: closed until the reservation is withdrawn. A repeated request
 * is allowed. Undefined if another reservation has closed the target, or if this one was already withdrawn.
 */
export function closed(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const stands = isClosed(slot, now);
  if (fence === UNFENCED) return stands ? undefined : { closedUntil: new Date(now.getTime() + UNFENCED_MS) };
  const before = slot?.fence ?? UNFENCED;
  if (stands && before === UNFENCED) return undefined;
  const isRepeated = stands && before === fence;
  return before < fence || isRepeated ? { fence, closedUntil: FOR_GOOD } : undefined;
}

/**
 * The state after the reservation is withdrawn. The withdrawal may come before the reservation. Undefined if another
 * reservation decides, so that the state stays.
 */
export function reopened(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const before = slot?.fence ?? UNFENCED;
  if (fence === UNFENCED) return before === UNFENCED ? { closedUntil: OPEN } : undefined;
  const endsByClock = isClosed(slot, now) && before === UNFENCED;
  return endsByClock || before > fence ? undefined : { fence, closedUntil: OPEN };
}
