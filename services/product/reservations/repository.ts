import { type ClientSession, Schema } from 'mongoose';
import { insertOneRaw, modelOf, replaceOne } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import type { Reservation } from './domain/reservation.ts';

export interface ReservationRepository {
  find(id: string): Promise<Reservation | undefined>;
  /** Returns false if the stored reservation is no longer equal to `before`. */
  replace(before: Reservation | undefined, after: Reservation): Promise<boolean>;
  /**
   * Marks a reservation as removed, in the transaction that removes its targets. Returns false if it is no longer held.
   */
  markRemoved(session: ClientSession, reservation: Reservation): Promise<boolean>;
  isHeld(session: ClientSession, id: string): Promise<boolean>;
  /** Stores the heartbeat time of a reservation. */
  touch(reservation: Reservation, at: Date): Promise<void>;
  /** A batch of reservations that are `held` or `withdrawn`, those with the oldest heartbeat first. */
  open(): Promise<Reservation[]>;
}

type Stored = Omit<Reservation, 'id'> & { _id: string; forgettableAt?: Date };

const BATCH = 100;

const schema = new Schema<Stored>(
  {
    _id: String,
    orgId: String,
    targets: [String],
    peers: [String],
    fence: Number,
    phase: String,
    at: Date,
    forgettableAt: Date,
  },
  { collection: 'reservations', versionKey: false },
).index({ phase: 1, at: 1 });
// A day is longer than any message about the reservation can be late.
schema.index({ forgettableAt: 1 }, { expireAfterSeconds: 24 * 3600 });

export function reservationRepository({ connection }: Pick<Store, 'connection'>): ReservationRepository {
  const reservations = modelOf(connection, 'Reservation', schema);
  return {
    async find(id) {
      const found = await reservations.findById(id).lean();
      return found ? toReservation(found as Stored) : undefined;
    },
    async replace(before, after) {
      const stored = toStored(after);
      if (!before) {
        return insertOneRaw(reservations, stored).then(
          () => true,
          (error) => {
            if (isDuplicateKey(error)) return false;
            throw error;
          },
        );
      }
      return replaceOne(reservations, stored, keyOf(before));
    },
    async markRemoved(session, reservation) {
      const held = keyOf({ ...reservation, phase: 'held' });
      const change = { phase: 'removed', forgettableAt: new Date() } as const;
      const { matchedCount } = await reservations.updateOne(held, { $set: change }, { session });
      return matchedCount === 1;
    },
    isHeld: async (session, id) => (await reservations.exists({ _id: id, phase: 'held' }).session(session)) !== null,
    async touch(reservation, at) {
      await reservations.updateOne(keyOf(reservation), { $set: { at } });
    },
    async open() {
      const found = await reservations
        .find({ phase: { $in: ['held', 'withdrawn'] } })
        .sort({ at: 1 })
        .limit(BATCH)
        .lean();
      return (found as Stored[]).map(toReservation);
    },
  };
}

const keyOf = ({ id, fence, phase }: Pick<Reservation, 'id' | 'fence' | 'phase'>) => ({ _id: id, fence, phase });

function toStored({ id, ...fields }: Reservation): Stored {
  return { _id: id, ...fields, ...(fields.phase === 'kept' && { forgettableAt: fields.at }) };
}

function toReservation({ _id, forgettableAt: _, ...fields }: Stored): Reservation {
  return { id: _id, ...fields };
}
