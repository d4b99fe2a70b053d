import { located } from '../../../values/error.ts';

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that a zone (`+02:00`, `Europe/Rome`) is ahead of UTC at a moment. Throws 40485 for no known zone. */
export function offsetAt(date: Date, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
  return local - Math.floor(date.getTime() / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    FORMATS.set(zone, format);
    return format;
  } catch {
    throw located(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

/** A date whose UTC fields read as the zone's clock does at that moment. */
export const toLocal = (date: Date, zone: string): Date => new Date(date.getTime() + offsetAt(date, zone));

/** The moment at which the zone's clock reads so. */
export function fromLocal(local: Date, zone: string): Date {
  const guess = new Date(local.getTime() - offsetAt(local, zone));
  return new Date(local.getTime() - offsetAt(guess, zone));
}
