/** The reason why a date is not understood. */
interface Unreadable {
  unreadable: string;
}

export const isUnreadable = (date: unknown): date is Unreadable => typeof date === 'object' && date !== null;

/** Maximum characters of a date in an error. */
const MAX_SHOWN = 64;
const DIGITS = /^\d+$/;
const ZONED_DAY = /^\d{4}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)$/;
const SEPARATORS = ['-', '/', '.'] as const;
/** Years of eight digits without a separator. Other years would be read from days and months. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/**
 * Turns a date of a file into `2026-09-02`. A date with time in ISO 8601 stays as it is. A date that could be of two days,
 * or of none, is unreadable (decisions 7: Statement import).
 */
export function readDate(sent: string): string | Unreadable {
  const text = sent.trim();
  const readings = isDateTime(text) ? [text] : [...new Set(daysOf(text))];
  const [reading, other] = readings;
  const shown = text.slice(0, MAX_SHOWN);
  if (reading === undefined) return { unreadable: `${shown} is no date; write it as 2026-09-02` };
  return other === undefined ? reading : { unreadable: `${shown} can be ${reading} or ${other}` };
}

/** A date with time in ISO 8601: 2026-09-02T12:00:00+02:00. Without a time zone it is UTC. */
const isDateTime = (text: string): boolean =>
  (text[10] === 'T' || text[10] === ' ') &&
  (succeeds(() => Temporal.Instant.from(text)) || succeeds(() => Temporal.PlainDateTime.from(text)));

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** All days that the text can be. */
function daysOf(sent: string): string[] {
  // The time zone of a date in XML does not change the day.
  const text = ZONED_DAY.test(sent) ? sent.slice(0, 10) : sent;
  if (text.length === 8 && DIGITS.test(text)) {
    const year = Number(text.slice(0, 4));
    return year < FIRST_YEAR || year > LAST_YEAR ? [] : days([[text.slice(0, 4), text.slice(4, 6), text.slice(6)]]);
  }
  const separator = SEPARATORS.find((one) => text.includes(one));
  const [first = '', second = '', third = '', ...more] = separator ? text.split(separator, 4) : [];
  if (more.length > 0) return [];
  if (first.length === 4) return days([[first, second, third]]);
  const dayFirst: DateParts = [third, second, first];
  // With points, the day is before the month in every country. With other marks, both orders are used.
  return third.length === 4 ? days(separator === '.' ? [dayFirst] : [dayFirst, [third, first, second]]) : [];
}

type DateParts = [year: string, month: string, day: string];

const days = (all: readonly DateParts[]): string[] =>
  all.map((parts) => dayOf(...parts)).filter((day) => day !== undefined);

/** The day as ISO 8601; undefined if it does not exist. */
function dayOf(...[year, month, day]: DateParts): string | undefined {
  if (![year, month, day].every((part) => part.length > 0 && part.length <= 4 && DIGITS.test(part))) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written) ? written : undefined;
}
