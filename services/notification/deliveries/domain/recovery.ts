import { AppError } from '#chassis/domain/errors.ts';

/** The time span of a recovery: deliveries that failed from `since` to `until` are sent again. */
export interface Span {
  since: Date;
  until: Date;
  /** Types of events that the caller may read; absent: all. */
  types?: string[] | undefined;
}

/** The position of a recovery in the failed attempts of its webhook, ordered by time. */
export interface Position {
  deliveredAt: Date;
  /** Id of the delivery. */
  id: string;
}

export interface UnderWay extends Span {
  position: Position;
  /** Time since which the webhook has been inactive; absent while it is active. */
  pausedAt?: Date;
}

/** Milliseconds that the start may be ago (decisions 5: Webhooks). */
const LONGEST_MS = 14 * 24 * 3600_000;
/** Milliseconds that a recovery waits until its webhook is active again. */
const PAUSED_MS = 24 * 3600_000;
/**
 * Milliseconds of tolerance. A caller who asks for exactly 14 days computed the start a moment ago, by another clock.
 */
const TOLERANCE_MS = 5 * 60_000;
/**
 * Maximum milliseconds from the end of an attempt to its record, plus the differences between the clocks of processes.
 */
const RECORD_MS = 60_000;

/**
 * The time span of a request at `now`. Errors: validation_failed if `since` is more than 14 days ago, or in the future.
 */
export function spanSince(since: string, now: Date): Pick<Span, 'since' | 'until'> {
  const begin = new Date(since);
  const age = now.getTime() - begin.getTime();
  if (age >= -TOLERANCE_MS && age <= LONGEST_MS + TOLERANCE_MS) return { since: begin, until: now };
  const error = age < 0 ? 'not in the future' : 'at most 14 days ago';
  const issue = {
    loc: ['body', 'since'],
    msg: `Value error, ${error}`,
    type: 'value_error',
    input: since,
    ctx: { error },
  };
  throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}

/**
 * Whether the recovery ends, because its webhook has been inactive for more than a day. A later delivery would surprise
 * the receiver.
 */
export const isGivenUp = ({ pausedAt }: Pick<UnderWay, 'pausedAt'>, now: Date): boolean =>
  pausedAt !== undefined && now.getTime() - pausedAt.getTime() > PAUSED_MS;

/**
 * The recovery after its webhook was activated again. Deliveries that were due while the webhook was inactive have
 * failed, so the span is extended to `now`.
 */
export const resumed = <R extends UnderWay>(recovery: R, now: Date): R =>
  recovery.pausedAt ? { ...recovery, until: now } : recovery;

export const begun = (asked: Span): UnderWay => ({ ...asked, position: beginningOf(asked.since) });

/**
 * Merges a new request into a running recovery. If the request has an earlier start or more types, the recovery starts
 * again at the beginning. Otherwise it goes back by `timeoutMs` and RECORD_MS, because an attempt is ordered by its
 * start, and one that started before the position may have failed since. An event is not sent twice, because its first
 * redelivery already follows the failed attempt.
 */
export function joined(underWay: UnderWay, asked: Span, timeoutMs: number): UnderWay {
  const isEarlier = asked.since < underWay.since;
  const since = isEarlier ? asked.since : underWay.since;
  const types = asked.types && underWay.types && [...new Set([...underWay.types, ...asked.types])];
  const isWider = underWay.types !== undefined && types?.length !== underWay.types.length;
  const back = underWay.position.deliveredAt.getTime() - timeoutMs - RECORD_MS;
  return {
    since,
    until: new Date(Math.max(asked.until.getTime(), underWay.until.getTime())),
    types,
    position: beginningOf(isEarlier || isWider ? since : new Date(Math.max(back, since.getTime()))),
  };
}

function beginningOf(deliveredAt: Date): Position {
  return { deliveredAt, id: '' };
}
