import { expect, test } from '@jest/globals';
import { Faults } from '#chassis/domain/faults.ts';
import { plainNumber, refuseMistyped } from '../../../../../services/finance/bank-accounts/domain/account-number.ts';

const judge = (number: string) => {
  const faults = new Faults();
  refuseMistyped(number, faults);
  faults.throwIfAny();
};

test.each([
  'PT50 0002 0123 1234 5678 9015 4',
  'gb29nwbk60161331926819',
  'MT84MALT011000012345MTLCAST001S',
  '20-00-00 12345678',
  // A Georgian bank's own number, and a text that only begins as an IBAN.
  'BG0000000101904917',
  'PT51',
])('%s is accepted', (number) => {
  expect(() => judge(number)).not.toThrow();
});

test.each(['PT50 0002 0123 1234 5678 9015 5', 'DE98370400440532013000', 'gb92nwbk60161331926819', '  '])(
  'the number "%s" is refused: it is an IBAN with wrong check digits, or only spaces',
  (number) => {
    const issue = expect.objectContaining({ loc: ['body', 'accountNumber'], type: 'value_error' });
    expect(() => judge(number)).toThrow(expect.objectContaining({ issues: [issue] }));
  },
);

test('two spellings of a number are one', () => {
  expect(plainNumber(' pt50 0002\t0123 ')).toBe('PT5000020123');
});
