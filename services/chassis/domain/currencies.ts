import { invalidField } from './errors.ts';
import type { Faults } from './faults.ts';

/** Currencies that ISO 4217 has ended since 2021, each with the code that replaced it (as of January 2026). */
export const ENDED_CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['ANG', 'XCG'],
  ['BGN', 'EUR'],
  ['CUC', 'CUP'],
  ['HRK', 'EUR'],
  ['SLL', 'SLE'],
  ['ZWL', 'ZWG'],
]);

/**
 * The reason why a record cannot be written with this currency; undefined if it can. A record may keep an ended
 * currency that it already has (`before`).
 */
export function whyEnded(code: string | null | undefined, before: string | null = null): string | undefined {
  const successor = code && code !== before ? ENDED_CURRENCIES.get(code) : undefined;
  return successor && `ISO 4217 has ended ${code}; use ${successor}`;
}

/** Errors: validation_failed at `field` if the currency has ended (decisions 1: Numbers). See `whyEnded`. */
export function refuseEnded(code: string | null | undefined, before?: string | null, field = 'currency'): void {
  const error = whyEnded(code, before);
  if (error) throw invalidField(['body', field], error, code);
}

/** Adds a fault at `field` if the currency has ended. See `whyEnded`. */
export function refuseEndedAt(
  field: string,
  code: string | null | undefined,
  before: string | null | undefined,
  faults: Faults,
): void {
  const error = whyEnded(code, before ?? null);
  if (error) faults.add([field], error, code);
}
