import { describe, expect, test } from '@jest/globals';
import { codes } from 'currency-codes';
import { ENDED_CURRENCIES, refuseEnded, refuseEndedAt } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { Currency } from '#proto/common/v1/contract.ts';

/** The library has the list of June 2024: what ISO 4217 has changed since, and the codes that name no currency. */
const CHANGED_SINCE = { added: ['XAD', 'XCG'], ended: ['ANG', 'BGN', 'CUC'], none: ['XTS', 'XXX'] };

test('the list is that of ISO 4217, with ended codes that older records hold', () => {
  const inForce = Currency.options.filter((code) => !ENDED_CURRENCIES.has(code));
  const { added, ended, none } = CHANGED_SINCE;
  const listed = codes().filter((code) => ![...ended, ...none].includes(code));
  expect(inForce.toSorted()).toEqual([...listed, ...added].sort());
});

test.each([...ENDED_CURRENCIES])('%s is readable, and %s that replaced it is in force', (code, successor) => {
  expect(Currency.options).toContain(code);
  expect(Currency.options).toContain(successor);
  expect(ENDED_CURRENCIES.has(successor)).toBe(false);
});

describe('an ended currency', () => {
  test('is refused with the code that replaced it', () => {
    const issue = expect.objectContaining({
      type: 'value_error',
      loc: ['body', 'default_currency'],
      msg: expect.stringContaining('use EUR'),
      input: 'BGN',
    });
    expect(() => refuseEnded('BGN', null, 'default_currency')).toThrow(expect.objectContaining({ issues: [issue] }));
    expect(() => refuseEnded('BGN', 'HRK')).toThrow();
    const faults = new Faults();
    refuseEndedAt('currency', 'HRK', undefined, faults);
    expect(() => faults.throwIfAny()).toThrow();
  });

  test.each([
    ['stays where the record has it', 'BGN', 'BGN'],
    ['may be left', 'EUR', 'BGN'],
    ['is not what is not sent', undefined, 'BGN'],
    ['is not null', null, 'BGN'],
  ])('%s', (_, code, before) => {
    expect(() => refuseEnded(code, before)).not.toThrow();
  });
});
