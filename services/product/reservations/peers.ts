import { AppError, serviceUnavailable } from '#chassis/domain/errors.ts';
import { inUse } from '#chassis/reference-integrity/references.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { WriteCall } from '#chassis/unit-of-work/write.ts';
import { ownContext } from '../own-context.ts';
import { beingDeleted } from './domain/being-deleted.ts';
import type { PeerName, Reservation } from './domain/reservation.ts';

type Peer = Pick<RpcClient<'common', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;
export type Peers = Record<PeerName, Peer>;

/** Milliseconds kept for the delete itself, so that its caller hears that a peer is down and not that product is slow. */
const REPLY_MARGIN = 3_000;
/** Milliseconds that a peer has to hear that the targets stay; one that has not is told again by the sweep. */
const KEEP_PATIENCE = 1_000;

/**
 * Has the reservation's peers refuse new references to its targets.
 * Errors: in_use naming what refers to one; upstream_unavailable naming a peer that cannot be asked, or the resource where
 * another delete's reservation stands there, or this one was withdrawn meanwhile.
 */
export async function ask(
  peers: Peers,
  { targets, fence, peers: names }: Reservation,
  { context, traceparent, deadline }: WriteCall,
  resource: string,
): Promise<void> {
  for (const name of names) {
    const options = { context, traceparent, deadline: deadline - REPLY_MARGIN };
    const { users } = await peers[name].releaseRecords({ targets, fence }, options).catch((error) => {
      throw isConflict(error) ? beingDeleted(resource, error) : asUnavailable(error, name);
    });
    if (users.length > 0) throw inUse(resource, users);
  }
}

/** Tells the peers that the targets stay. Errors: upstream_unavailable naming one that may not have heard. */
export async function tell(peers: Peers, { orgId, targets, fence, peers: names }: Reservation): Promise<void> {
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

const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict';

/** What the peer has done or not is no matter: the record is still there, and that is what the caller of a delete must know. */
function asUnavailable(error: unknown, name: PeerName): unknown {
  const isInDoubt = error instanceof AppError && error.code === 'outcome_unknown';
  return isInDoubt ? serviceUnavailable(name, error) : error;
}
