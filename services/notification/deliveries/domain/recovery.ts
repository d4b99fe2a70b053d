import { AppError } from '#chassis/domain/errors.ts';

/** The time span of a recovery: deliveries that failed from `since` to `until` are sent again. */
export interface Span {
  since: Date;
  until: Date;
  /** Types of events that the caller may read; absent: all. */
  types?: string[] | undefined;
}

/** Where in the failures of a webhook, in the order in which they were made, a recovery is. */
export interface Position {
  deliveredAt: Date;
  /** Id of the delivery. */
  id: string;
}

export interface UnderWay extends Span {
  position: Position;
  /** Since when its webhook has been inactive; absent while it is active. */
  pausedAt?: Date;
}

/** decisions 5: Webhooks. */
const LONGEST_MS = 14 * 24 * 3600_000;
/** Milliseconds that a recovery waits for its webhook to be active again. */
const PAUSED_MS = 24 * 3600_000;
/**
 * Milliseconds of tolerance: a caller that asks for exactly so many days has computed the start a moment ago, by
 * another clock.
 */
const TOLERANCE_MS = 5 * 60_000;
/** Milliseconds from the end of an attempt to its record, at most, and what the clocks of processes differ by. */
const RECORD_MS = 60_000;

/** The span that is asked for at `now`. Errors: validation_failed for a start that is too long ago, or in the future. */
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

/** Whether its webhook has been inactive for so long that what is sent again would surprise. */
export const isGivenUp = ({ pausedAt }: Pick<UnderWay, 'pausedAt'>, now: Date): boolean =>
  pausedAt !== undefined && now.getTime() - pausedAt.getTime() > PAUSED_MS;

/**
 * The recovery at `now`, when its webhook is active again. Deliveries that fell due meanwhile and were not sent have
 * failed, too.
 */
export const resumed = <R extends UnderWay>(recovery: R, now: Date): R =>
  recovery.pausedAt ? { ...recovery, until: now } : recovery;

export const begun = (asked: Span): UnderWay => ({ ...asked, position: beginningOf(asked.since) });

/**
 * Both in one. Begins anew where what was looked at for the first is not all that the second asks for. Else it goes back a
 * little: an attempt stands where it began, and one that began before the position may have failed since, up to `timeoutMs`
 * later. What is looked at twice is sent once, since something followed it.
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
