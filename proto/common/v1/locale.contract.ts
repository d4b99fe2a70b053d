import { z } from 'zod';
import { text } from './contract.ts';

/** Region codes of Intl that are no country codes of ISO 3166-1: groups of countries, parts of countries, tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Withdrawn codes (`DD`) have a name too. The locale replaces them with the present code. */
const isCountry = (code: string) =>
  !NO_COUNTRIES.has(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;

const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry);

export const Country = z.enum(codes as [string, ...string[]]).describe('Country code of ISO 3166-1 (two letters).');

/** A language tag of BCP 47, such as `pt` or `de-CH`. */
export const languageTag = () =>
  text({ max: 35 }).refine(isLanguageTag, 'a language is a tag of BCP 47, such as pt or de-CH');

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
