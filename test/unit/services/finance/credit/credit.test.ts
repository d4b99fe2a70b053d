import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Outdated } from '#chassis/domain/errors.ts';
import { parseDecimal } from '#chassis/domain/money.ts';
import { changeExposure, checkCredit } from '../../../../../services/finance/credit/domain/credit.ts';
import { exposureChange } from '../../../../../services/finance/orders/domain/exposure.ts';
import type { Order, OrderStatus } from '../../../../../services/finance/orders/domain/order.ts';

const client = { currency: 'EUR', maxAccountValue: 100 };
const rates = { EUR: '1.25', JPY: '0.01' };

describe('the limit', () => {
  test.each([
    [{ EUR: '100' }],
    [{ EUR: '100.0049' }],
    [{ EUR: '60', USD: '50' }],
    [{ EUR: '60', JPY: '5000' }],
    [{ EUR: '150', USD: '-62.5' }],
    [{}],
  ])('holds %j', (exposure) => {
    expect(() => checkCredit(exposure, { client, rates })).not.toThrow();
  });

  test.each([[{ EUR: '100.01' }], [{ EUR: '60', USD: '50.02' }], [{ JPY: '12501' }]])(
    'does not hold %j',
    (exposure) => {
      expect(() => checkCredit(exposure, { client, rates })).toThrow(
        expect.objectContaining({ code: 'credit_limit_exceeded' }),
      );
    },
  );

  test('needs a rate of each currency, and names the one that there is not', () => {
    const missing = expect.objectContaining({ issues: [expect.objectContaining({ input: 'GBP' })] });
    expect(() => checkCredit({ GBP: '1' }, { client, rates })).toThrow(missing);
    const british = { ...client, currency: 'GBP' };
    expect(() => checkCredit({ EUR: '1' }, { client: british, rates })).toThrow(missing);
  });

  test('is asked again where another currency came in after rates were thought not to be needed', () => {
    const terms = { client, rates: undefined };
    expect(() => checkCredit({ EUR: '1' }, terms)).not.toThrow();
    expect(() => checkCredit({ USD: '1' }, terms)).toThrow(Outdated);
  });
});

test('whatever is added and taken away again leaves nothing, to the last digit', () => {
  const change = fc.record({
    currency: fc.constantFrom('EUR', 'USD', 'KWD'),
    amount: fc.integer({ min: -1e9, max: 1e9 }).map((units) => parseDecimal(units).div(1000)),
  });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const undone = changes.map(({ currency, amount }) => ({ currency, amount: amount.neg() }));
      expect(changeExposure(changeExposure({}, changes), undone.toReversed())).toEqual({});
    }),
  );
});

const order = (status: OrderStatus, fields: Partial<Order> = {}) =>
  ({ clientId: 'c1', currency: 'EUR', totalAmount: 30, status, ...fields }) as Order;
const said = (...args: Parameters<typeof exposureChange>) =>
  [exposureChange(...args)]
    .flatMap((change) => change ?? [])
    .map(({ clientId, changes, isMore }) => [
      clientId,
      changes.map(({ currency, amount }) => `${amount.toFixed()} ${currency}`),
      isMore,
    ]);

describe('an order is owed', () => {
  test.each([
    ['draft', false],
    ['confirmed', true],
    ['in_production', true],
    ['partially_shipped', true],
    ['shipped', true],
    ['completed', false],
    ['cancelled', false],
  ] as const)('while it is %s: %p', (status, isOwed) => {
    expect(said(undefined, order(status))).toEqual(isOwed ? [['c1', ['30 EUR'], true]] : []);
    expect(said(order(status), undefined)).toEqual(isOwed ? [['c1', ['-30 EUR'], false]] : []);
  });

  test.each([
    ['more', { totalAmount: 40 }, [['c1', ['-30 EUR', '40 EUR'], true]]],
    ['less', { totalAmount: 20 }, [['c1', ['-30 EUR', '20 EUR'], false]]],
    ['in another currency', { currency: 'USD' }, [['c1', ['-30 EUR', '30 USD'], true]]],
    ['no more', { notes: 'said' }, []],
  ])('when it changes: %s', (_what, fields, expected) => {
    expect(said(order('confirmed'), order('in_production', fields))).toEqual(expected);
  });
});
