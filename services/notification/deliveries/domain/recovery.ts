import { AppError } from '#chassis/domain/errors.ts';

/** What failed at a webhook from `since` to `until` is sent again. */
export interface Span {
  since: Date;
  until: Date;
  /** Whoever asks may read no other types of events; absent: all. */
  types?: string[] | undefined;
}

/** decisions 5: Webhooks. */
const LONGEST_MS = 14 * 24 * 3600_000;
/** Who asks for exactly so many days has reckoned a moment ago, by another clock. */
const TOLERANCE_MS = 5 * 60_000;

/** What is asked for at `now`. Errors: validation_failed for what began too long ago, or has not begun. */
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

/** Both in one. `beginsAnew`: what was looked at for the first is not all that the second asks for. */
export function joined(underWay: Span, asked: Span): Span & { beginsAnew: boolean } {
  const isEarlier = asked.since < underWay.since;
  const types = asked.types && underWay.types && [...new Set([...underWay.types, ...asked.types])];
  const isWider = underWay.types !== undefined && types?.length !== underWay.types.length;
  return {
    since: isEarlier ? asked.since : underWay.since,
    until: new Date(Math.max(asked.until.getTime(), underWay.until.getTime())),
    types,
    beginsAnew: isEarlier || isWider,
  };
}
