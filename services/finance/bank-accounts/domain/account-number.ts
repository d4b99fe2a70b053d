import type { Faults } from '#chassis/domain/faults.ts';

/**
 * Lengths of the IBANs of each country, by the registry of ISO 13616. The length tells an IBAN from a bank's own number
 * that also begins with two letters and two digits, as numbers of Georgian banks do.
 */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33
SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s/)
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);
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
  return isIban(number) ? `IBAN ${number.match(/.{1,4}/g)?.join(' ')}` : `Account ${accountNumber}`;
}

const isIban = (number: string): boolean =>
  IBAN_LENGTHS.get(number.slice(0, 2)) === number.length && IBAN_FORM.test(number);
