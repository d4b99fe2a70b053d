import { Long, Timestamp } from 'bson';
import { located, MongoError } from '../../../values/error.ts';
import type { BsonNumber } from '../../../values/number.ts';
import { asDocument, bsonType } from '../../../values/value.ts';
import type { Compile, Scope } from '../scope.ts';
import { dateOf } from './conversions.ts';
import { isNullish, namedArguments, type Operator } from './operator.ts';
import { offsetAt, toLocal } from './timezone.ts';

const DAY = 86_400_000;

export function momentOf(value: unknown, name: string): Date {
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  if (value instanceof Date || bsonType(value) === 'objectId') return dateOf(value);
  throw located(16006, `can't convert from BSON type ${bsonType(value)} to Date in ${name}`);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Whole days since the first of January. */
const dayOfYear = (local: Date): number =>
  Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY) + 1;

/** Weeks begin on Sunday; the days before the first one are week 0. */
const week = (local: Date): number => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);

const isoDay = (local: Date): number => local.getUTCDay() || 7;

/** The Thursday of a date's week lies in the year that ISO 8601 counts the week to. */
const thursday = (local: Date): Date => new Date(local.getTime() + (4 - isoDay(local)) * DAY);

const isoWeek = (local: Date): number => Math.ceil(dayOfYear(thursday(local)) / 7);

const PARTS: Record<string, (local: Date) => BsonNumber> = {
  $year: (local) => local.getUTCFullYear(),
  $month: (local) => local.getUTCMonth() + 1,
  $dayOfMonth: (local) => local.getUTCDate(),
  $dayOfWeek: (local) => local.getUTCDay() + 1,
  $dayOfYear: dayOfYear,
  $hour: (local) => local.getUTCHours(),
  $minute: (local) => local.getUTCMinutes(),
  $second: (local) => local.getUTCSeconds(),
  $millisecond: (local) => local.getUTCMilliseconds(),
  $week: week,
  $isoWeek: isoWeek,
  $isoWeekYear: (local) => Long.fromNumber(thursday(local).getUTCFullYear()),
  $isoDayOfWeek: isoDay,
};

/** `$year` and its kin take a date or `{date, timezone}`. */
const part =
  (read: (local: Date) => BsonNumber): Operator =>
  (operand, compile, name) => {
    const local = localDate(operand, compile, name);
    return (scope) => {
      const date = local(scope);
      return date === undefined ? null : read(date);
    };
  };

function localDate(operand: unknown, compile: Compile, name: string): (scope: Scope) => Date | undefined {
  if (Array.isArray(operand) && operand.length !== 1)
    throw located(40536, `${name} accepts exactly one argument if given an array, but was given ${operand.length}`);
  const single = Array.isArray(operand) ? operand[0] : operand;
  const whole = asDocument(single);
  const named = whole !== undefined && 'date' in whole;
  const args = named ? namedArguments(single, compile, name, ['date'], ['timezone']) : { date: compile(single) };
  const zone: ((scope: Scope) => unknown) | undefined = 'timezone' in args ? args.timezone : undefined;
  return (scope) => {
    const value = args.date?.(scope);
    const timezone = zone === undefined ? 'UTC' : zone(scope);
    return isNullish(value) || isNullish(timezone) ? undefined : toLocal(momentOf(value, name), String(timezone));
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const FORMATS: Record<string, (local: Date, offset: number) => string> = {
  '%': () => '%',
  Y: (local) => String(local.getUTCFullYear()).padStart(4, '0'),
  m: (local) => two(local.getUTCMonth() + 1),
  d: (local) => two(local.getUTCDate()),
  H: (local) => two(local.getUTCHours()),
  M: (local) => two(local.getUTCMinutes()),
  S: (local) => two(local.getUTCSeconds()),
  L: (local) => String(local.getUTCMilliseconds()).padStart(3, '0'),
  j: (local) => String(dayOfYear(local)).padStart(3, '0'),
  w: (local) => String(local.getUTCDay() + 1),
  u: (local) => String(isoDay(local)),
  U: (local) => two(week(local)),
  V: (local) => two(isoWeek(local)),
  G: (local) => String(thursday(local).getUTCFullYear()),
  b: (local) => (MONTHS[local.getUTCMonth()] ?? '').slice(0, 3),
  B: (local) => MONTHS[local.getUTCMonth()] ?? '',
  z: (_local, offset) => `${offset < 0 ? '-' : '+'}${clock(Math.abs(offset))}`,
  Z: (_local, offset) => `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60_000}`,
};

const clock = (offset: number): string => two(Math.floor(offset / 3_600_000)) + two((offset / 60_000) % 60);

/** Characters of a format: what it makes may be several times as long. */
const MAX_FORMAT = 64 * 1024;

export function formatDate(date: Date, format: string, zone: string): string {
  if (format.length > MAX_FORMAT)
    throw new MongoError(146, 'ExceededMemoryLimit', `a format has more than ${MAX_FORMAT} characters`);
  const offset = offsetAt(date, zone);
  const local = toLocal(date, zone);
  const year = local.getUTCFullYear();
  if (year < 0 || year > 9999)
    throw located(18537, `$dateToString is only defined on year 0-9999, tried to use year ${year}`);
  return format.replace(/%(.?)/g, (_all, letter: string) => {
    const write = Object.hasOwn(FORMATS, letter) ? FORMATS[letter] : undefined;
    if (write === undefined) throw located(18536, `Invalid format character '%${letter}' in format string`);
    return write(local, offset);
  });
}

const dateToString: Operator = (operand, compile, name) => {
  const args = namedArguments(operand, compile, name, ['date'], ['format', 'timezone', 'onNull']);
  const format: unknown = asDocument(operand)?.format;
  if (typeof format === 'string' && !format.startsWith('$')) formatDate(new Date(0), format, 'UTC');
  return (scope) => {
    const value = args.date?.(scope);
    if (isNullish(value)) return args.onNull === undefined ? null : args.onNull(scope);
    const zone = args.timezone === undefined ? 'UTC' : args.timezone(scope);
    if (isNullish(zone)) return null;
    const suffix = zone === 'UTC' ? 'Z' : '';
    const format = args.format === undefined ? `%Y-%m-%dT%H:%M:%S.%L${suffix}` : args.format(scope);
    if (isNullish(format)) return null;
    if (typeof format !== 'string')
      throw located(18533, `$dateToString requires that 'format' be a string, found: ${bsonType(format)}`);
    return formatDate(momentOf(value, name), format, String(zone));
  };
};

export const DATES: Record<string, Operator> = {
  ...Object.fromEntries(Object.entries(PARTS).map(([name, read]) => [name, part(read)])),
  $dateToString: dateToString,
};
