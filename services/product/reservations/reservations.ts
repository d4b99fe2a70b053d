import { hasCode, inUse, serviceUnavailable } from '#chassis/domain/errors.ts';
import {
  NOTHING_RESERVED,
  type RemoteReferences,
  type ReservationRequest,
} from '#chassis/reference-integrity/references.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { WriteCall } from '#chassis/unit-of-work/write.ts';
import { ownContext } from '../own-context.ts';
import { begun, beingDeleted, type PeerName, type Reservation } from './domain/reservation.ts';
import type { ReservationRepository } from './repository.ts';

/**
 * Milliseconds between two sweeps. All replicas sweep. If two work on the same reservation, only one update of its row
 * succeeds.
 */
export const SWEEP_MS = 1_000;
/** Milliseconds between two heartbeats of a running delete. */
const HEARTBEAT_MS = 500;
/**
 * Milliseconds without a heartbeat, by the clock of the sweeping process, after which a reservation is withdrawn. The
 * process of the delete has died, or does not know whether its write succeeded.
 */
const ABANDONED_MS = 2_000;
/**
 * Milliseconds that are left for the delete itself. The rpcs to peers end this much before the caller's deadline, so
 * that the caller gets an error about the peer instead of a timeout of product.
 */
const REPLY_MARGIN = 3_000;
/** Milliseconds until the deadline of the message that targets stay. The sweep repeats a message that failed. */
const KEEP_DEADLINE_MS = 1_000;

/** Asks the services that may refer to a record before it is deleted (ADR 21). */
interface Reservations {
  /** Reservations at these peers, which are asked in this order. */
  with(...names: PeerName[]): RemoteReferences;
  /**
   * Withdraws the reservations without a heartbeat for ABANDONED_MS, so that their targets stay. If a withdrawal fails,
   * a later sweep tries again.
   */
  sweep(now: Date): Promise<void>;
}

interface ReservationsOptions {
  repository: ReservationRepository;
  peers: Peers;
}

export type Peers = Record<PeerName, Peer>;

type Peer = Pick<RpcClient<'common', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;

/** The state in which a sweep found a reservation. */
interface Sighting {
  mark: string;
  /** Epoch milliseconds of the first sweep that found this state. */
  since: number;
}

export function createReservations({ repository, peers }: ReservationsOptions): Reservations {
  /** The states that the last sweep found, by reservation id. */
  let sightings = new Map<string, Sighting>();

  async function reserve(
    { call, resource, orgId, name, targets }: ReservationRequest,
    names: PeerName[],
  ): Promise<Reservation> {
    const wanted = { id: idOf(orgId, name), orgId, targets, peers: names };
    // Another request may change the reservation first. Then the loop reads it again.
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

  /**
   * Withdraws a reservation, and tells the peers. It has no effect if the reservation has changed: the targets are
   * removed, or another request has withdrawn it.
   */
  async function withdraw(reservation: Reservation): Promise<void> {
    const withdrawn: Reservation = { ...reservation, phase: 'withdrawn', at: new Date() };
    if (await repository.replace(reservation, withdrawn)) await tellKept(withdrawn);
  }

  async function tellKept(withdrawn: Reservation): Promise<void> {
    await tell(peers, withdrawn);
    await repository.replace(withdrawn, { ...withdrawn, phase: 'kept', at: new Date() });
  }

  /** Starts the heartbeat. Returns the function that stops it. */
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
      async reserve(request) {
        const reservation = await reserve(request, names);
        // Another request has already removed the targets.
        if (reservation.phase === 'removed') return NOTHING_RESERVED;
        const stopBeating = beat(reservation, request.call.deadline);
        const giveUp = async (error: unknown): Promise<never> => {
          stopBeating();
          // If the outcome of the write is unknown, the reservation is not withdrawn here. The sweep does it if the
          // write had no effect.
          if (!hasCode(error, 'outcome_unknown')) await withdraw(reservation).catch(() => undefined);
          throw error;
        };
        await ask(peers, reservation, request.call, request.resource).catch(giveUp);
        return {
          async settle(session) {
            if (!(await repository.markRemoved(session, reservation))) throw beingDeleted(request.resource);
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
      // A withdrawal that fails has a new time, so the next sweeps handle others first.
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
 * Asks the peers to refuse new references to the targets. Errors: in_use that names records which refer to a target;
 * upstream_unavailable that names a peer which cannot be asked, or the resource if the peer knows a later reservation
 * of it.
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

/**
 * Tells the peers that the targets stay. Errors: upstream_unavailable that names a peer which may not have received it.
 */
async function tell(peers: Peers, { orgId, targets, fence, peers: names }: Reservation): Promise<void> {
  const telling = names.map((name) =>
    peers[name]
      .keepRecords({ targets, fence }, { context: ownContext(orgId), deadline: Date.now() + KEEP_DEADLINE_MS })
      .catch((error) => {
        throw asUnavailable(error, name);
      }),
  );
  const refused = (await Promise.allSettled(telling)).find((outcome) => outcome.status === 'rejected');
  if (refused) throw refused.reason;
}

/**
 * outcome_unknown of a peer becomes upstream_unavailable: the record still exists, and it does not matter what the peer
 * has done.
 */
function asUnavailable(error: unknown, name: PeerName): unknown {
  return hasCode(error, 'outcome_unknown') ? serviceUnavailable(name, error) : error;
}
