import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Faults } from '#chassis/domain/faults.ts';
import { add, parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { NO_TERMS } from '../../../../../../services/finance/documents/domain/amounts.ts';
import { NO_NAMES } from '../../../../../../services/finance/documents/domain/named-line.ts';
import {
  type InvoiceAmounts,
  invoiceAmounts,
  NO_AMOUNTS,
  type Reckoning,
  type SentAmounts,
} from '../../../../../../services/finance/invoices/domain/invoice-amounts.ts';
import { replaceLines } from '../../../../../../services/finance/invoices/domain/invoice-line.ts';

const newId = () => 'new';
const unpriced = { salesOrderLineItemId: null, description: null, qty: null, unitPrice: null, amount: null };
const none = { ...NO_NAMES, ...NO_TERMS, ...unpriced };
const line = (fields: object) => ({ ...none, attributes: '{}', ...fields });

/** The sums, or the fields at fault. */
function reckoned(
  sent: SentAmounts,
  { lines = [] as object[], before = NO_AMOUNTS as Reckoning['before'], currency = 'EUR' } = {},
): [InvoiceAmounts['subtotal'], number | null, number | null, number | null] | string[] {
  const faults = new Faults();
  const lineItems = replaceLines([], lines.map(line), { currency, newId, faults });
  const { subtotal, taxRate, taxAmount, totalAmount } = invoiceAmounts({ lineItems, sent, before, currency }, faults);
  const at = faultsOf(faults);
  return at.length > 0 ? at : [subtotal, taxRate, taxAmount, totalAmount];
}

function faultsOf(faults: Faults): string[] {
  try {
    faults.throwIfAny();
    return [];
  } catch (error) {
    return (error as { issues: { loc: string[] }[] }).issues.map(({ loc }) => loc.slice(1).join('.'));
  }
}

describe('without amounts of lines', () => {
  test.each<[string, SentAmounts, unknown]>([
    ['nothing', {}, [null, null, null, null]],
    ['a total alone', { totalAmount: 123 }, [null, null, null, 123]],
    ['a subtotal alone has no tax', { subtotal: 100 }, [100, null, 0, 100]],
    ['a subtotal and a rate', { subtotal: 100, taxRate: 23 }, [100, 23, 23, 123]],
    ['a subtotal and a tax', { subtotal: 100, taxAmount: 7 }, [100, null, 7, 107]],
    ['a subtotal and a total', { subtotal: 100, totalAmount: 119 }, [100, null, 19, 119]],
    ['a tax and a total', { taxAmount: 19, totalAmount: 119 }, [100, null, 19, 119]],
    ['a rate and a total', { taxRate: 19, totalAmount: 119 }, [100, 19, 19, 119]],
    ['a rate and a total that do not divide', { taxRate: 19, totalAmount: 100 }, [84.03, 19, 15.97, 100]],
    ['all of them', { subtotal: 100, taxRate: 23, taxAmount: 22.99, totalAmount: 122.99 }, [100, 23, 22.99, 122.99]],
    ['all of them, but not so', { subtotal: 100, taxAmount: 23, totalAmount: 123.01 }, ['totalAmount']],
    ['more subtotal than total', { subtotal: 100, totalAmount: 99 }, ['taxAmount']],
    ['more tax than total', { taxAmount: 100, totalAmount: 99 }, ['subtotal']],
    ['more than can be told', { subtotal: 1e12, taxRate: 1 }, ['totalAmount']],
    ['more decimals than money has', { subtotal: 10.005, taxAmount: 0.994 }, [10.01, null, 0.99, 11]],
  ])('%s', (_what, sent, expected) => {
    expect(reckoned(sent)).toEqual(expected);
  });

  const before = { subtotal: 100, taxRate: 23, taxAmount: 23, totalAmount: 123 };
  test.each<[string, SentAmounts, unknown]>([
    ['another subtotal keeps the rate', { subtotal: 200 }, [200, 23, 46, 246]],
    ['another rate keeps the subtotal', { taxRate: 10 }, [100, 10, 10, 110]],
    ['another tax keeps the subtotal, and no rate that it is not of', { taxAmount: 20 }, [100, null, 20, 120]],
    ['the same tax keeps its rate', { taxAmount: 23 }, [100, 23, 23, 123]],
    ['another total keeps the rate', { totalAmount: 246 }, [200, 23, 46, 246]],
    ['no tax is none', { taxRate: null, taxAmount: null }, [100, null, 23, 123]],
    ['nothing is left of what is all cleared', clearedAll(), [null, null, null, null]],
  ])('of a draft that had some, %s', (_what, sent, expected) => {
    expect(reckoned(sent, { before })).toEqual(expected);
  });
});

function clearedAll(): SentAmounts {
  return { subtotal: null, taxRate: null, taxAmount: null, totalAmount: null };
}

describe('with amounts of lines', () => {
  const lines = [{ qty: 3, unitPrice: 33.335 }, { amount: -0.01 }, { description: 'no amount' }];
  test.each<[string, SentAmounts, unknown]>([
    ['they are what it comes to', {}, [100, null, 0, 100]],
    ['the tax is of the sum, rounded once', { taxRate: 7.255 }, [100, 7.255, 7.26, 107.26]],
    ['a tax without a rate is as sent', { taxAmount: 5 }, [100, null, 5, 105]],
    [
      'what is sent may differ by a cent',
      { subtotal: 100.01, taxRate: 5, taxAmount: 4.99, totalAmount: 105.01 },
      [100, 5, 5, 105],
    ],
    [
      'and by no more',
      { subtotal: 100.02, taxRate: 5, taxAmount: 4.98, totalAmount: 105.02 },
      ['subtotal', 'taxAmount', 'totalAmount'],
    ],
    ['a total is nobody else’s', { totalAmount: 150 }, ['totalAmount']],
  ])('%s', (_what, sent, expected) => {
    expect(reckoned(sent, { lines })).toEqual(expected);
  });

  const rated = [
    { amount: 100, taxRate: 23 },
    { qty: 3, unitPrice: 10, discountPercent: 33.335 },
  ];
  test.each<[string, SentAmounts, unknown]>([
    ['no tax without a rate', {}, [120, null, 23, 143]],
    ['the rate of the invoice', { taxRate: 5 }, [120, 5, 24, 144]],
    ['what is sent beyond the tax of the others', { taxAmount: 30 }, [120, null, 30, 150]],
    ['refused if it is below the tax of the others', { taxAmount: 5 }, ['taxAmount']],
  ])('of which some have a rate, the others have %s', (_what, sent, expected) => {
    expect(reckoned(sent, { lines: rated })).toEqual(expected);
  });

  test('that all have a rate, the tax is computed, and follows the lines', () => {
    const lines = [{ amount: 100, taxRate: 23 }];
    expect(reckoned({ taxAmount: 22 }, { lines })).toEqual(['taxAmount']);
    const before = { subtotal: 100, taxRate: null, taxAmount: 27, totalAmount: 127, lineItems: lines, currency: 'EUR' };
    // 4 of the stored 27 are not of the rate.
    expect(reckoned({}, { before, lines: [{ amount: 200, taxRate: 23 }, { amount: 10 }] })).toEqual([
      210,
      null,
      50,
      260,
    ]);
  });

  test.each([
    ['an amount that is not qty × unitPrice', [{ qty: 2, unitPrice: 5, amount: 10.02 }], ['lineItems.0.amount']],
    ['more taken off than there is', [{ amount: 1 }, { qty: 2, unitPrice: -1 }], ['lineItems']],
    ['more than can be told', [{ qty: 1e9, unitPrice: 1e9 }], ['lineItems.0.qty', 'lineItems', 'lineItems']],
  ])('%s is refused', (_what, wrong, expected) => {
    expect(reckoned({}, { lines: wrong })).toEqual(expected);
  });

  test.each([
    ['JPY', [{ qty: 3, unitPrice: 33.5 }], [101, 10, 10, 111]],
    ['KWD', [{ qty: 3, unitPrice: 33.3335 }], [100.001, 10, 10, 110.001]],
  ])('%s has the decimals of its minor unit', (currency, some, expected) => {
    expect(reckoned({ taxRate: 10 }, { lines: some, currency })).toEqual(expected);
  });
});

const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const priced = fc.record({
  qty: fc.integer({ min: 1, max: 1e7 }).map((units) => units / 1000),
  unitPrice: fc.integer({ min: 0, max: 1e9 }).map((units) => units / 1e6),
});

test('no total depends on the order of its lines, and the subtotal is the sum of rounded lines', () => {
  fc.assert(
    fc.property(
      fc.array(priced, { minLength: 1, maxLength: 20 }),
      currency,
      fc.integer({ min: 0, max: 100 }),
      (lines, unit, taxRate) => {
        const forwards = reckoned({ taxRate }, { lines, currency: unit });
        expect(reckoned({ taxRate }, { lines: lines.toReversed(), currency: unit })).toEqual(forwards);
        const rounded = lines.map(({ qty, unitPrice }) =>
          roundTo(unit, parseDecimal(qty).times(parseDecimal(unitPrice))),
        );
        expect(forwards[0]).toBe(toNumber(add(...rounded)));
        expect(forwards[3]).toBe(
          toNumber(add(...[forwards[0], forwards[2]].map((amount) => parseDecimal(amount as number)))),
        );
      },
    ),
  );
});

test('what was reckoned once is so again when it is sent back', () => {
  const amount = fc.integer({ min: 0, max: 1e8 }).map((units) => units / 1000);
  const said = fc.record(
    { subtotal: amount, taxRate: fc.integer({ min: 0, max: 100 }), totalAmount: amount },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(said, currency, (sent, unit) => {
      const once = reckoned(sent, { currency: unit });
      fc.pre(once.length === 4 && typeof once[3] !== 'string');
      const [subtotal, taxRate, taxAmount, totalAmount] = once as Exclude<ReturnType<typeof reckoned>, string[]>;
      const again = { subtotal, taxRate, taxAmount, totalAmount };
      expect(reckoned(again, { before: again, currency: unit })).toEqual(once);
    }),
  );
});
