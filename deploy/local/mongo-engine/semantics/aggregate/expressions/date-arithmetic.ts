import { Long } from 'bson';
import { located, unsupported } from '../../../values/error.ts';
import { toInteger } from '../../../values/number.ts';
import type { Expression, Scope } from '../scope.ts';
import { dateOf } from './conversions.ts';
import { momentOf } from './dates.ts';
import { isNullish, namedArguments, type Operator } from './operator.ts';
import { representable } from './representable.ts';
import { fromLocal, toLocal } from './timezone.ts';

const DAY = 86_400_000;
const LENGTHS: Record<string, number> = {
  week: 604_800_000,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 };

/** Months keep the day, or take the month's last one where it is shorter. */
function addMonths(local: Date, months: number): Date {
  const day = local.getUTCDate();
  const moved = new Date(local);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return moved;
}

/** Days and longer units keep the zone's clock, shorter ones count time that has passed. */
function addUnits(date: Date, unit: string, amount: number, zone: string): Date {
  const length = LENGTHS[unit];
  if (length !== undefined && length < DAY) return representable(new Date(date.getTime() + amount * length));
  const local = toLocal(date, zone);
  const moved =
    length === undefined ? addMonths(local, amount * monthsOf(unit)) : new Date(local.getTime() + amount * length);
  return fromLocal(moved, zone);
}

function monthsOf(unit: string): number {
  const months = Object.hasOwn(MONTHS, unit) ? MONTHS[unit] : undefined;
  if (months === undefined) throw located(5439013, `unknown time unit value: ${unit}`);
  return months;
}

const shift =
  (sign: 1 | -1): Operator =>
  (operand, compile, name) => {
    const args = namedArguments(operand, compile, name, ['startDate', 'unit', 'amount'], ['timezone']);
    return (scope) => {
      const [start, unit, amount, zone] = evaluate(args, scope, ['startDate', 'unit', 'amount', 'timezone']);
      if ([start, unit, amount, zone].some(isNullish)) return null;
      const count = toInteger(amount);
      if (count === undefined) throw located(5166405, `${name} expects integer amount of time units`);
      return addUnits(momentOf(start, name), String(unit), sign * Number(count), String(zone));
    };
  };

function evaluate(args: Record<string, Expression>, scope: Scope, names: string[]): unknown[] {
  return names.map((key) => (args[key] === undefined && key === 'timezone' ? 'UTC' : args[key]?.(scope)));
}

/** The units that begin between two dates, not the time between them. */
const difference: Operator = (operand, compile, name) => {
  const args = namedArguments(operand, compile, name, ['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek']);
  return (scope) => {
    const [from, to, unit, zone] = evaluate(args, scope, ['startDate', 'endDate', 'unit', 'timezone']);
    if ([from, to, unit, zone].some(isNullish)) return null;
    const [start, end] = [from, to].map((value) => momentOf(value, name)) as [Date, Date];
    const firstDay = weekStart(args.startOfWeek?.(scope));
    return Long.fromNumber(
      unitNumber(end, String(unit), String(zone), firstDay) - unitNumber(start, String(unit), String(zone), firstDay),
    );
  };
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function weekStart(value: unknown): number {
  const name = String(value ?? 'sunday').toLowerCase();
  const index = WEEKDAYS.findIndex((day) => day === name || day.slice(0, 3) === name);
  if (index < 0) throw located(5439015, `unknown day of week value: ${name}`);
  return index;
}

/** The days from the first one that begins a week (1970 began on a Thursday) to the epoch. */
const weekShift = (firstDay: number): number => ((4 - firstDay + 7) % 7) * DAY;

/** The number of the unit in which a moment lies, counted from 1970. */
function unitNumber(date: Date, unit: string, zone: string, firstDay: number): number {
  const length = LENGTHS[unit];
  if (length !== undefined && length < DAY) return Math.floor(date.getTime() / length);
  const local = toLocal(date, zone);
  if (length === undefined) {
    return Math.floor(((local.getUTCFullYear() - 1970) * 12 + local.getUTCMonth()) / monthsOf(unit));
  }
  return Math.floor((local.getTime() + (unit === 'week' ? weekShift(firstDay) : 0)) / length);
}

const truncate: Operator = (operand, compile, name) => {
  const args = namedArguments(operand, compile, name, ['date', 'unit'], ['binSize', 'timezone', 'startOfWeek']);
  if (args.binSize !== undefined) throw unsupported('$dateTrunc with binSize');
  return (scope) => {
    const [date, unit, zone] = evaluate(args, scope, ['date', 'unit', 'timezone']);
    if ([date, unit, zone].some(isNullish)) return null;
    const firstDay = weekStart(args.startOfWeek?.(scope));
    return startOfUnit(momentOf(date, name), String(unit), String(zone), firstDay);
  };
};

function startOfUnit(date: Date, unit: string, zone: string, firstDay: number): Date {
  const local = toLocal(date, zone);
  const length = LENGTHS[unit];
  if (length !== undefined) {
    const lead = unit === 'week' ? weekShift(firstDay) : 0;
    return fromLocal(new Date(Math.floor((local.getTime() + lead) / length) * length - lead), zone);
  }
  const months = monthsOf(unit);
  const month = Math.floor(local.getUTCMonth() / months) * months;
  return fromLocal(new Date(Date.UTC(local.getUTCFullYear(), month, 1)), zone);
}

const fromString: Operator = (operand, compile, name) => {
  const args = namedArguments(operand, compile, name, ['dateString'], ['onNull']);
  return (scope) => {
    const text = args.dateString?.(scope);
    if (isNullish(text)) return args.onNull === undefined ? null : args.onNull(scope);
    return dateOf(text);
  };
};

export const DATE_ARITHMETIC: Record<string, Operator> = {
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: difference,
  $dateTrunc: truncate,
  $dateFromString: fromString,
};
