import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal } from '#chassis/domain/money.ts';
import {
  type Consumption,
  changeConsumption,
  consumptionOf,
  settleConsumption,
} from '../../../../../../services/product/boms/domain/consumption.ts';

type Sent = Parameters<typeof consumptionOf>[0];

function settle(sent: Sent): Consumption {
  const faults = new Faults();
  const settled = settleConsumption(consumptionOf(sent), faults);
  faults.throwIfAny();
  return settled;
}

function change(before: Consumption, changes: Sent): Consumption {
  const faults = new Faults();
  const changed = changeConsumption(before, changes, faults);
  faults.throwIfAny();
  return changed;
}

const places = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((n) => Number(parseDecimal(n).div(10 ** decimals)));
const gross = places(10_000, 4);
const tolerance = fc.option(places(100, 2));

function gap(net: number | null, grossConsumption: number | null, percent: number | null): number {
  const factor = parseDecimal(percent ?? 0)
    .times('0.01')
    .plus(1);
  return Number(
    parseDecimal(net ?? 0)
      .minus(parseDecimal(grossConsumption ?? 0).times(factor))
      .abs(),
  );
}

describe('settling', () => {
  test.each<[string, Sent, Sent]>([
    [
      'nets from gross',
      { grossConsumption: 1.23, sellingTolerance: 5, buyingTolerance: 7.5 },
      { netSellingConsumption: 1.2915, netBuyingConsumption: 1.32225 },
    ],
    [
      'no tolerance is none',
      { grossConsumption: 0.1 },
      { netSellingConsumption: 0.1, netBuyingConsumption: 0.1, sellingTolerance: null },
    ],
    [
      'gross from the selling net',
      { netSellingConsumption: 10.5, sellingTolerance: 5 },
      { grossConsumption: 10, netBuyingConsumption: 10 },
    ],
    [
      'gross from the buying net',
      { netBuyingConsumption: 11, buyingTolerance: 10 },
      { grossConsumption: 10, netSellingConsumption: 10 },
    ],
    [
      'a net that agrees stays as sent',
      { grossConsumption: 1, sellingTolerance: 3, netSellingConsumption: 1.0301 },
      { netSellingConsumption: 1.0301 },
    ],
    ['nothing from nothing', { sellingTolerance: 5 }, { grossConsumption: null, netSellingConsumption: null }],
  ])('%s', (_case, sent, settled) => {
    expect(settle(sent)).toMatchObject(settled);
  });

  test.each([
    ['netSellingConsumption', { grossConsumption: 1, sellingTolerance: 3, netSellingConsumption: 1.03011 }],
    ['netBuyingConsumption', { grossConsumption: 1, netBuyingConsumption: 1.1 }],
    ['netBuyingConsumption', { netSellingConsumption: 10.5, sellingTolerance: 5, netBuyingConsumption: 12 }],
  ])('%s that does not agree is a fault at its field', (field, sent) => {
    expect(() => settle(sent)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        issues: [expect.objectContaining({ loc: ['body', field], type: 'value_error' })],
      }),
    );
  });

  test('what is computed agrees, and is taken when it is sent again', () => {
    fc.assert(
      fc.property(gross, tolerance, tolerance, (grossConsumption, sellingTolerance, buyingTolerance) => {
        const settled = settle({ grossConsumption, sellingTolerance, buyingTolerance });
        expect(gap(settled.netSellingConsumption, grossConsumption, sellingTolerance)).toBeLessThanOrEqual(0.0001);
        expect(gap(settled.netBuyingConsumption, grossConsumption, buyingTolerance)).toBeLessThanOrEqual(0.0001);
        expect(settle(settled)).toEqual(settled);
      }),
    );
  });

  test('the gross that a net comes from gives that net', () => {
    fc.assert(
      fc.property(gross, tolerance, (netSellingConsumption, sellingTolerance) => {
        const settled = settle({ netSellingConsumption, sellingTolerance });
        expect(gap(netSellingConsumption, settled.grossConsumption, sellingTolerance)).toBeLessThanOrEqual(0.0001);
        expect(settle(settled)).toEqual(settled);
      }),
    );
  });

  test('a net is taken if and only if it is within 0.0001 of the exact product', () => {
    fc.assert(
      fc.property(gross, tolerance, places(2, 5), (grossConsumption, sellingTolerance, off) => {
        const exact = settle({ grossConsumption, sellingTolerance }).netSellingConsumption ?? 0;
        const net = Number(parseDecimal(exact).plus(off));
        const faults = new Faults();
        settleConsumption(consumptionOf({ grossConsumption, sellingTolerance, netSellingConsumption: net }), faults);
        const isTaken = (() => {
          try {
            faults.throwIfAny();
            return true;
          } catch {
            return false;
          }
        })();
        expect(isTaken).toBe(off <= 0.0001);
      }),
    );
  });
});

describe('changing', () => {
  const before = settle({ grossConsumption: 10, sellingTolerance: 5, buyingTolerance: 10 });

  test.each<[string, Sent, Sent]>([
    ['a new gross moves both nets', { grossConsumption: 20 }, { netSellingConsumption: 21, netBuyingConsumption: 22 }],
    [
      'a new tolerance moves its own net',
      { buyingTolerance: 0 },
      { netSellingConsumption: 10.5, netBuyingConsumption: 10 },
    ],
    [
      'a tolerance that is cleared counts as none',
      { sellingTolerance: null },
      { sellingTolerance: null, netSellingConsumption: 10 },
    ],
    [
      'a gross that is cleared takes the nets away',
      { grossConsumption: null },
      { netSellingConsumption: null, netBuyingConsumption: null },
    ],
    ['a net that is cleared is computed', { netSellingConsumption: null }, { netSellingConsumption: 10.5 }],
    [
      'gross and net together',
      { grossConsumption: 20, netSellingConsumption: 21.00005 },
      { netSellingConsumption: 21.00005, netBuyingConsumption: 22 },
    ],
  ])('%s', (_case, changes, after) => {
    expect(change(before, changes)).toMatchObject(after);
  });

  test('nothing changes nothing, whatever else the line holds', () => {
    expect(change({ ...before, ...{ description: 'x' } }, {})).toEqual(before);
  });

  test('a net alone must agree with the gross that is there', () => {
    expect(() => change(before, { netSellingConsumption: 11 })).toThrow('Validation failed');
  });
});
