import { invalidField } from './errors.ts';
import type { Faults } from './faults.ts';

/** Currencies that ISO 4217 has ended since 2021, and the code that replaced each (as of January 2026). */
export const ENDED_CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['ANG', 'XCG'],
  ['BGN', 'EUR'],
  ['CUC', 'CUP'],
  ['HRK', 'EUR'],
  ['SLL', 'SLE'],
  ['ZWL', 'ZWG'],
]);

/** Why a record cannot be written with this currency; undefined where it can. A record keeps an ended currency that it has (`before`). */
export function whyEnded(code: string | null | undefined, before: string | null = null): string | undefined {
  const successor = code && code !== before ? ENDED_CURRENCIES.get(code) : undefined;
  return successor && `ISO 4217 has ended ${code}; use ${successor}`;
}

/** Errors: validation_failed for a currency that has ended (decisions 1: Numbers), as of `whyEnded`. */
export function refuseEnded(code: string | null | undefined, before?: string | null, field = 'currency'): void {
  const error = whyEnded(code, before);
  if (error) throw invalidField(['body', field], error, code);
}

/** Faults: at the field, as of `whyEnded`. */
export function refuseEndedAt(
  field: string,
  code: string | null | undefined,
  before: string | null | undefined,
  faults: Faults,
): void {
  const error = whyEnded(code, before ?? null);
  if (error) faults.add([field], error, code);
}
