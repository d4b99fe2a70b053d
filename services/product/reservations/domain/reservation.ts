import { AppError } from '#chassis/domain/errors.ts';

/** Seconds: a delete whose process died is over by then (`reservations.ts`). */
const RETRY_AFTER = 5;

/**
 * The mark of a delete that other services may object to (decisions 4). While it is `held`, and only then, the targets may
 * go; in the transaction that removes them it becomes `removed`. Once `withdrawn` they stay, and the peers are told so;
 * when all have heard it is `kept`.
 */
export interface Reservation {
  /** `<orgId>:<name of the delete>` */
  id: string;
  orgId: string;
  targets: string[];
  /** The services that are asked, and told. */
  peers: PeerName[];
  /** Rises with every reservation of the same name, so that peers can tell a late message. */
  fence: number;
  phase: 'held' | 'removed' | 'withdrawn' | 'kept';
  /** When somebody last worked on it. */
  at: Date;
}

export type PeerName = 'finance' | 'identity';

type Wanted = Pick<Reservation, 'id' | 'orgId' | 'targets' | 'peers'>;

/**
 * The reservation with which a delete goes on: a new one, or the one of the same targets that is held, or has removed them.
 * Undefined: another delete's stands in the way, or its end.
 */
export function begun(before: Reservation | undefined, wanted: Wanted, now: Date): Reservation | undefined {
  const isSame = before?.targets.join() === wanted.targets.join();
  if (before?.phase === 'removed' && isSame) return before;
  if (before?.phase === 'held') return isSame ? { ...before, at: now } : undefined;
  if (before?.phase === 'withdrawn') return undefined;
  // A reservation that is over is forgotten in time, and its fence with it: the clock has passed the fence by then.
  const fence = Math.max(now.getTime(), (before?.fence ?? 0) + 1);
  return { ...wanted, fence, phase: 'held', at: now };
}

/** Not the service is unavailable, but one record. */
export const beingDeleted = (resource: string, cause?: unknown): AppError =>
  new AppError('upstream_unavailable', `${resource} is being deleted; try again`, {
    retryAfter: RETRY_AFTER,
    service: resource,
    cause,
  });
