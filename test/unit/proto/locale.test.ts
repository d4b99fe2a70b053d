import { expect, test } from '@jest/globals';
import { Country, languageTag } from '#proto/common/v1/locale.contract.ts';

test('the countries are those of ISO 3166-1', () => {
  expect(Country.options).toHaveLength(249);
  expect(Country.options).toEqual(expect.arrayContaining(['DE', 'GB', 'GR', 'PT', 'TW']));
  for (const other of ['EU', 'UK', 'DD', 'XK', 'ZZ', 'pt']) expect(Country.safeParse(other).success).toBe(false);
});

test('a language is a tag of BCP 47', () => {
  for (const tag of ['pt', 'de-CH', 'zh-Hant-TW']) expect(languageTag().parse(tag)).toBe(tag);
  for (const other of ['', 'x', 'en_US', 'one word', `de${'-abcde'.repeat(6)}`])
    expect(languageTag().safeParse(other).success).toBe(false);
});
