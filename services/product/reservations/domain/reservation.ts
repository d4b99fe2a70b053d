import { AppError } from '#chassis/domain/errors.ts';

/** Seconds. A delete whose process has died is withdrawn within this time (`reservations.ts`). */
const RETRY_AFTER = 5;

/**
 * A reservation of a delete that other services must allow (decisions 4). Its phases: `held`: peers refuse new
 * references, and the targets may be removed. `removed`: set in the transaction that removes the targets. `withdrawn`:
 * the targets stay, and the peers are being told. `kept`: all peers know that the targets stay.
 */
export interface Reservation {
  /** `<orgId>:<name of the delete>` */
  id: string;
  orgId: string;
  targets: string[];
  /** The services that are asked before the delete, and told if the targets stay. */
  peers: PeerName[];
  /** Each reservation of the same name has a higher fence, so that peers can ignore late messages. */
  fence: number;
  phase: 'held' | 'removed' | 'withdrawn' | 'kept';
  /** The time of the last heartbeat. */
  at: Date;
}

export type PeerName = 'finance' | 'identity';

type Wanted = Pick<Reservation, 'id' | 'orgId' | 'targets' | 'peers'>;

/**
 * The reservation that a delete continues with: a new one, or the existing one of the same targets that is held or
 * removed. Undefined if another delete has the reservation, or if it is being withdrawn.
 */
export function begun(before: Reservation | undefined, wanted: Wanted, now: Date): Reservation | undefined {
  const isSame = before?.targets.join() === wanted.targets.join();
  if (before?.phase === 'removed' && isSame) return before;
  if (before?.phase === 'held') return isSame ? { ...before, at: now } : undefined;
  if (before?.phase === 'withdrawn') return undefined;
  // An ended reservation is deleted after a day, with its fence. A new fence is the clock time, which is later than any
  // old fence.
  const fence = Math.max(now.getTime(), (before?.fence ?? 0) + 1);
  return { ...wanted, fence, phase: 'held', at: now };
}

/** The record, and not the service, is unavailable. */
export const beingDeleted = (resource: string, cause?: unknown): AppError =>
  new AppError('upstream_unavailable', `${resource} is being deleted; try again`, {
    retryAfter: RETRY_AFTER,
    service: resource,
    cause,
  });
