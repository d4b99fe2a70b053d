import { hasCode, inUse, serviceUnavailable } from '#chassis/domain/errors.ts';
import { type Departure, NOTHING_RESERVED, type RemoteReferences } from '#chassis/reference-integrity/references.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { WriteCall } from '#chassis/unit-of-work/write.ts';
import { ownContext } from '../own-context.ts';
import { begun, beingDeleted, type PeerName, type Reservation } from './domain/reservation.ts';
import type { ReservationRepository } from './repository.ts';

/** Milliseconds between two sweeps. Each replica sweeps: whatever two of them do at once, the row decides. */
export const SWEEP_MS = 1_000;
/** Milliseconds between two signs of life of a delete. */
const HEARTBEAT_MS = 500;
/** Milliseconds without one, by the clock of the process that watches: the process of the delete has died, or knows no outcome. */
const ABANDONED_MS = 2_000;
/** Milliseconds kept for the delete itself, so that its caller hears that a peer is down and not that product is slow. */
const REPLY_MARGIN = 3_000;
/** Milliseconds that a peer has to hear that the targets stay; one that has not is told again by the sweep. */
const KEEP_PATIENCE = 1_000;

/** Reserves what is to be deleted with the services that may object (ADR 21). */
interface Reservations {
  /** Asks these peers, in this order. */
  with(...names: PeerName[]): RemoteReferences;
  /**
   * Ends those that nobody has worked on since an earlier sweep, two seconds ago or longer: their targets stay. What fails is tried
   * again by a later sweep.
   */
  sweep(now: Date): Promise<void>;
}

interface ReservationsOptions {
  repository: ReservationRepository;
  peers: Peers;
}

export type Peers = Record<PeerName, Peer>;

type Peer = Pick<RpcClient<'common', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;

/** A reservation as a sweep found it. */
interface Sighting {
  mark: string;
  /** Epoch milliseconds of the first sweep that found it so. */
  since: number;
}

export function createReservations({ repository, peers }: ReservationsOptions): Reservations {
  /** Sightings of the last sweep, by the reservation's id. */
  let sightings = new Map<string, Sighting>();

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

  /** Returns what ends it. */
  function beat(reservation: Reservation, deadline: number): () => void {
    const timer = setInterval(() => {
      if (Date.now() > deadline) return clearInterval(timer);
      void repository.touch(reservation, new Date()).catch(() => undefined);
    }, HEARTBEAT_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  return {
    with: (...names) => ({
      async reserve(departure) {
        const reservation = await reserve(departure, names);
        // Another request was quicker, and has removed it.
        if (reservation.phase === 'removed') return NOTHING_RESERVED;
        const stopBeating = beat(reservation, departure.call.deadline);
        const giveUp = async (error: unknown): Promise<never> => {
          stopBeating();
          // The sweep finds out whether a write of unknown outcome has had its effect.
          if (!hasCode(error, 'outcome_unknown')) await withdraw(reservation).catch(() => undefined);
          throw error;
        };
        await ask(peers, reservation, departure.call, departure.resource).catch(giveUp);
        return {
          async settle(session) {
            if (!(await repository.markRemoved(session, reservation))) throw beingDeleted(departure.resource);
          },
          during: (write) => write.catch(giveUp).finally(stopBeating),
        };
      },
      async refuseWhileDeleted(session, orgId, record, resource) {
        if (await repository.isHeld(session, idOf(orgId, record))) throw beingDeleted(resource);
      },
    }),
    async sweep(now) {
      const open = await repository.open();
      const before = sightings;
      sightings = new Map(open.map((reservation) => [reservation.id, sighted(reservation, before, now)]));
      const abandoned = open.filter(({ id }) => now.getTime() - (sightings.get(id)?.since ?? 0) >= ABANDONED_MS);
      // A withdrawal that cannot be announced now goes to the end of the queue.
      await Promise.allSettled(abandoned.map(withdraw));
    },
  };
}

const idOf = (orgId: string, name: string) => `${orgId}:${name}`;

function sighted({ id, fence, phase, at }: Reservation, before: ReadonlyMap<string, Sighting>, now: Date): Sighting {
  const mark = `${fence}:${phase}:${at.getTime()}`;
  const known = before.get(id);
  return known?.mark === mark ? known : { mark, since: now.getTime() };
}

/**
 * Has the reservation's peers refuse new references to its targets.
 * Errors: in_use naming what refers to one; upstream_unavailable naming a peer that cannot be asked, or the resource where
 * another delete's reservation stands there, or this one was withdrawn meanwhile.
 */
async function ask(
  peers: Peers,
  { targets, fence, peers: names }: Reservation,
  { context, traceparent, deadline }: WriteCall,
  resource: string,
): Promise<void> {
  for (const name of names) {
    const options = { context, traceparent, deadline: deadline - REPLY_MARGIN };
    const { users } = await peers[name].releaseRecords({ targets, fence }, options).catch((error) => {
      throw hasCode(error, 'conflict') ? beingDeleted(resource, error) : asUnavailable(error, name);
    });
    if (users.length > 0) throw inUse(resource, users);
  }
}

/** Tells the peers that the targets stay. Errors: upstream_unavailable naming one that may not have heard. */
async function tell(peers: Peers, { orgId, targets, fence, peers: names }: Reservation): Promise<void> {
  const telling = names.map((name) =>
    peers[name]
      .keepRecords({ targets, fence }, { context: ownContext(orgId), deadline: Date.now() + KEEP_PATIENCE })
      .catch((error) => {
        throw asUnavailable(error, name);
      }),
  );
  const refused = (await Promise.allSettled(telling)).find((outcome) => outcome.status === 'rejected');
  if (refused) throw refused.reason;
}

/** The caller of a delete must know that the record is still there; whether the peer has done its part does not matter. */
function asUnavailable(error: unknown, name: PeerName): unknown {
  return hasCode(error, 'outcome_unknown') ? serviceUnavailable(name, error) : error;
}
