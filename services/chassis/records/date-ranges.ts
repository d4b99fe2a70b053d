import { invalidField } from '../domain/errors.ts';
import { type Listing, type StoredMoment, sortedBy } from './record-model.ts';

/** A range of a date, both ends included, as RFC 3339. Matches the DateRange of the contracts. */
export interface DateRange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

type Bounds = Record<string, StoredMoment>;

/** The first and the last moment that a date can have, in epoch milliseconds. */
const ALL = { first: -8_640_000_000_000_000, last: 8_640_000_000_000_000 };

const TIMES: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);
const asDate = (moment: number) => new Date(moment);
const SNAKE_CASE = { list: { dates: { created_at: asDate, updated_at: asDate } } };

/**
 * The filter for records whose dates are in all of the ranges. A date that ISO 8601 does not read has a sort key before
 * all moments, so it is in no range. Several ranges of a field count together. Errors: validation_failed for a field
 * without ranges.
 */
export function inRanges(model: { list: Listing }, ranges: readonly DateRange[]): Record<string, Bounds> {
  const filter: Record<string, Bounds> = {};
  for (const { field, from, to } of ranges) {
    const stored = storedMoment(model, field);
    if (!stored) throw invalidField(['query', field], 'the list has no ranges of this field', field);
    const [first, last] = [momentOf(from) ?? ALL.first, momentOf(to) ?? ALL.last];
    const bounds = { $gte: stored(first), $lte: afterAll(stored(last)) };
    const key = sortedBy(model, field);
    filter[key] = filter[key] ? narrower(filter[key], bounds) : bounds;
  }
  return filter;
}

/**
 * The filter for records whose callers know created_at and updated_at: in all of the ranges, and changed at `updatedSince`
 * (RFC 3339) or later. Errors: as `inRanges`.
 */
export function inTimes(ranges: readonly DateRange[] = [], updatedSince?: string): Record<string, Bounds> {
  const since = updatedSince === undefined ? [] : [{ field: 'updated_at', from: updatedSince }];
  const { created_at: createdAt, updated_at: updatedAt } = inRanges(SNAKE_CASE, [...since, ...ranges]);
  return { ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
}

const momentOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

function storedMoment({ list }: { list: Listing }, field: string) {
  if (list.dates && Object.hasOwn(list.dates, field)) return list.dates[field];
  return TIMES.has(field) ? asDate : undefined;
}

/** A text may continue after the moment, with the id of the record. */
const afterAll = (moment: StoredMoment): StoredMoment =>
  typeof moment === 'string' ? `${moment}${String.fromCharCode(0xffff)}` : moment;

const narrower = (one: Bounds, other: Bounds): Bounds =>
  Object.fromEntries(
    Object.entries(other).map(([operator, bound]) => {
      const known = one[operator] ?? bound;
      const isTighter = operator === '$gte' ? bound > known : bound < known;
      return [operator, isTighter ? bound : known];
    }),
  );
