import { AppError } from '#chassis/domain/errors.ts';
import { type Departure, NOTHING_RESERVED, type RemoteReferences } from '#chassis/reference-integrity/references.ts';
import { beingDeleted } from './domain/being-deleted.ts';
import { begun, type PeerName, type Reservation } from './domain/reservation.ts';
import { ask, type Peers, tell } from './peers.ts';
import type { ReservationRepository } from './repository.ts';

/** Reserves what is to be deleted with the services that may object (ADR 21). */
export interface Reservations {
  /** Asks these peers, in this order. */
  with(...names: PeerName[]): RemoteReferences;
  /** Ends those that nobody works on any more: their targets stay. What fails is tried again by the next call. */
  sweep(now: Date): Promise<void>;
}

export interface ReservationsOptions {
  repository: ReservationRepository;
  peers: Peers;
}

export function createReservations({ repository, peers }: ReservationsOptions): Reservations {
  async function reserve({ call, resource, orgId, name, targets }: Departure, names: PeerName[]): Promise<Reservation> {
    const wanted = { id: idOf(orgId, name), orgId, targets, peers: names };
    // Again when another request was quicker: each time it has come further.
    while (Date.now() < call.deadline) {
      const before = await repository.find(wanted.id);
      const reservation = begun(before, wanted, new Date());
      if (reservation) {
        if (reservation === before || (await repository.replace(before, reservation))) return reservation;
      } else if (before?.phase === 'withdrawn') await tellKept(before);
      else break;
    }
    throw beingDeleted(resource);
  }

  /** The peers take references again, unless the targets are gone or another has withdrawn it already. */
  async function withdraw(reservation: Reservation): Promise<void> {
    const withdrawn: Reservation = { ...reservation, phase: 'withdrawn', at: new Date() };
    if (await repository.replace(reservation, withdrawn)) await tellKept(withdrawn);
  }

  async function tellKept(withdrawn: Reservation): Promise<void> {
    await tell(peers, withdrawn);
    await repository.replace(withdrawn, { ...withdrawn, phase: 'kept', at: new Date() });
  }

  return {
    with: (...names) => ({
      async reserve(departure) {
        const reservation = await reserve(departure, names);
        // Another request was quicker, and has removed it.
        if (reservation.phase === 'removed') return NOTHING_RESERVED;
        const giveUp = async (error: unknown): Promise<never> => {
          // Of one that may have had its effect, the sweep finds out whether it had.
          if (!mayHaveHappened(error)) await withdraw(reservation).catch(() => undefined);
          throw error;
        };
        await ask(peers, reservation, departure.call, departure.resource).catch(giveUp);
        return {
          async settle(session) {
            if (!(await repository.markRemoved(session, reservation))) throw beingDeleted(departure.resource);
          },
          during: (write) => write.catch(giveUp),
        };
      },
      async refuseWhileDeleted(session, orgId, record, resource) {
        if (await repository.isHeld(session, idOf(orgId, record))) throw beingDeleted(resource);
      },
    }),
    async sweep(now) {
      const abandoned = await repository.abandoned(now);
      // What cannot be told now goes to the end of the queue.
      await Promise.allSettled(abandoned.map(withdraw));
    },
  };
}

const idOf = (orgId: string, name: string) => `${orgId}:${name}`;

const mayHaveHappened = (error: unknown) => error instanceof AppError && error.code === 'outcome_unknown';
