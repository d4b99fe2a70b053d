import { located } from '../../../values/error.ts';
import { representable } from './representable.ts';

/** Milliseconds that a zone (`+02:00`, `Europe/Rome`) is ahead of UTC at a moment. Throws 40485 for no known zone. */
export function offsetAt(date: Date, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  try {
    // Temporal would take a whole date with a zone for a zone.
    if (!/^[A-Za-z]/.test(zone)) throw new RangeError(zone);
    return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  } catch {
    throw located(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

/** A date whose UTC fields read as the zone's clock does at that moment. */
export const toLocal = (date: Date, zone: string): Date =>
  representable(new Date(date.getTime() + offsetAt(date, zone)));

/** The moment at which the zone's clock reads so. */
export function fromLocal(local: Date, zone: string): Date {
  const guess = representable(new Date(local.getTime() - offsetAt(representable(local), zone)));
  return representable(new Date(local.getTime() - offsetAt(guess, zone)));
}
