import { expect, test } from '@jest/globals';
import { noRates, putExchangeRates } from '../../../../../../services/product/exchange-rates/domain/exchange-rates.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const before = putExchangeRates(noRates('o1'), { EUR: '1.08', JPY: '0.0067' }, now).state;

test('new rates have a later time, though the clock has not moved on', () => {
  const { state } = putExchangeRates(before, { EUR: '1.1' }, now);
  expect(state).toEqual({ ...before, rates: { EUR: '1.1' }, updatedAt: new Date(now.getTime() + 1), revision: 2 });
});

test('the same rates in another order are nothing new', () => {
  expect(putExchangeRates(before, { JPY: '0.0067', EUR: '1.08' }, now)).toEqual({ state: before });
});
