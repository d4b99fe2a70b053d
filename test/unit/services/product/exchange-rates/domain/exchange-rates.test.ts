import { expect, test } from '@jest/globals';
import { inUsd, parseDecimal } from '#chassis/domain/money.ts';
import { noRates, putExchangeRates } from '../../../../../../services/product/exchange-rates/domain/exchange-rates.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const before = putExchangeRates(noRates('o1'), { EUR: '1.08', JPY: '0.0067' }, now).state;

test('rates are replaced as a whole, and what they were is told', () => {
  // The clock has not moved on.
  const updatedAt = new Date('2026-03-01T12:00:00.001Z');
  expect(putExchangeRates(before, { EUR: '1.1' }, now)).toEqual({
    state: { orgId: 'o1', rates: { EUR: '1.1' }, updatedAt, revision: 2 },
    event: {
      type: 'exchange_rates.updated',
      recordId: 'o1',
      sequence: 2,
      data: { rates: { EUR: '1.1' }, updatedAt: updatedAt.toISOString() },
      previous: { rates: { EUR: '1.08', JPY: '0.0067' } },
    },
  });
});

test('the same rates in another order are nothing new', () => {
  expect(putExchangeRates(before, { JPY: '0.0067', EUR: '1.08' }, now)).toEqual({ state: before });
});

test.each([
  ['EUR', '10', '10.8'],
  ['JPY', '3', '0.0201'],
  ['USD', '3', '3'],
  ['CHF', '3', undefined],
])('%s %s is %s USD', (currency, amount, usd) => {
  expect(inUsd(parseDecimal(amount), currency, before.rates)?.toString()).toBe(usd);
});
