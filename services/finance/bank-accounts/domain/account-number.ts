import { countrySpecs, friendlyFormatIBAN } from 'ibantools';
import type { Faults } from '#chassis/domain/faults.ts';

const IBAN_FORM = /^[A-Z]{2}\d{2}[A-Z\d]+$/;

/** The number without spaces, in upper case. Two spellings of one number are equal in this form. */
export const plainNumber = (accountNumber: string): string => accountNumber.replaceAll(/\s/g, '').toUpperCase();

/**
 * Adds a fault if the number has only spaces, or if it has the form of an IBAN, and its check digits are wrong
 * (ISO 7064, MOD 97-10).
 */
export function refuseMistyped(accountNumber: string, faults: Faults): void {
  const number = plainNumber(accountNumber);
  if (number === '') faults.add(['accountNumber'], 'an account number is more than spaces', accountNumber);
  if (!isIban(number)) return;
  const digits = [...number.slice(4), ...number.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  if (BigInt(digits) % 97n === 1n) return;
  faults.add(['accountNumber'], 'the check digits of this IBAN are wrong; a digit may be mistyped', accountNumber);
}

/** The number as documents print it: an IBAN in groups of four, any other number as sent. */
export function printedNumber(accountNumber: string): string {
  const number = plainNumber(accountNumber);
  return isIban(number) ? `IBAN ${friendlyFormatIBAN(number)}` : `Account ${accountNumber}`;
}

/** The length tells an IBAN from a bank's own number that begins like one, as numbers of Georgian banks do. */
const isIban = (number: string): boolean =>
  countrySpecs[number.slice(0, 2)]?.chars === number.length && IBAN_FORM.test(number);
