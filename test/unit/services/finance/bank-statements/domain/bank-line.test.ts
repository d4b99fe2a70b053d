import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal } from '#chassis/domain/money.ts';
import { bankLineMoves } from '#proto/finance/v1/bank-statement.contract.ts';
import {
  asDuplicate,
  type BankLine,
  ignoreLine,
  matchLine,
  newBankLine,
  suggested,
  unmatchLine,
} from '../../../../../../services/finance/bank-statements/domain/bank-line.ts';
import { fingerprintsOf } from '../../../../../../services/finance/bank-statements/domain/duplicates.ts';
import { flowOf, sumOf } from '../../../../../../services/finance/bank-statements/domain/line-amounts.ts';
import { checkKind, type OpenItem } from '../../../../../../services/finance/bank-statements/domain/open-item.ts';
import { suggestionsFor } from '../../../../../../services/finance/bank-statements/domain/suggestions.ts';

const now = new Date('2026-02-03T10:00:00Z');
const place = { id: 'l', orgId: 'o', bankStatementId: 's', lineNumber: 1, now };

const refusal = (msg: string) =>
  expect.objectContaining({ issues: [expect.objectContaining({ msg: expect.stringContaining(msg) })] });

function line(input: Parameters<typeof newBankLine>[0], currency: string | null = 'EUR'): BankLine {
  const faults = new Faults();
  const made = newBankLine(input, { ...place, currency }, faults);
  faults.throwIfAny();
  return made;
}

describe('amounts', () => {
  test.each([
    [{ credit: 10.005 }, 'EUR', { credit: 10.01, debit: null, amount: 10.01 }],
    [{ debit: 0.5 }, 'JPY', { debit: 1, amount: -1 }],
    [{ debit: 1.2345 }, 'KWD', { debit: 1.235, amount: -1.235 }],
    [{ debit: 1.2345 }, null, { debit: 1.2345, amount: -1.2345 }],
    [{ credit: 0.3, debit: 0.1 }, 'EUR', { amount: 0.2 }],
    [{ credit: 3, debit: 1, amount: 2 }, 'EUR', { amount: 2 }],
    [{ debit: 5, amount: -5 }, 'EUR', { amount: -5 }],
    [{ credit: 5.004, amount: 5 }, 'EUR', { amount: 5 }],
    [{ amount: -7 }, 'EUR', { amount: -7, debit: null }],
    [{}, 'EUR', { amount: null }],
  ])('of %j in %s', (input, currency, expected) => expect(line(input, currency)).toMatchObject(expected));

  test.each([
    { credit: 3, debit: 1, amount: 2.01 },
    { debit: 5, amount: 5 },
    { credit: 5, amount: -5 },
    { credit: 5, amount: 5.01 },
    { debit: 0, amount: 5 },
    { credit: 1e12, debit: -1e12 },
  ])('of %j are refused', (input) => {
    expect(() => line(input)).toThrow('Validation failed');
  });

  test('say which way money went', () => {
    expect(flowOf(line({ debit: 5 })).toNumber()).toBe(-5);
    expect(flowOf(line({ credit: 5, amount: 5 })).toNumber()).toBe(5);
    expect(flowOf(line({ amount: -7 })).toNumber()).toBe(-7);
  });

  const cents = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 100);
  test('add up to the same in any order, to the cent', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
        expect(sumOf(amounts, new Faults())).toBe(exact);
        expect(sumOf(amounts.toReversed(), new Faults())).toBe(exact);
      }),
    );
  });

  test('of a line are credit - debit, whatever they are', () => {
    fc.assert(
      fc.property(cents, cents, (credit, debit) => {
        const { amount } = line({ credit, debit });
        expect(parseDecimal(amount as number).eq(parseDecimal(credit).minus(parseDecimal(debit)))).toBe(true);
      }),
    );
  });
});

describe('what tells lines apart', () => {
  const alike = { transactionDate: '2026-02-03', amount: 1, referenceNo: 'R', description: 'd' };
  test.each([
    ['another date', { transactionDate: '2026-02-04' }, false],
    ['the same moment, written otherwise', { transactionDate: '2026-02-03T00:00:00.000Z' }, true],
    ['no date that ISO 8601 reads', { transactionDate: '3.2.2026' }, false],
    ['another amount', { amount: 1.01 }, false],
    ['another reference', { referenceNo: null }, false],
    ['another description', { description: 'D' }, false],
    ['nothing', {}, true],
  ])('is %s', (_what, other, isSame) => {
    const [one] = fingerprintsOf([alike]);
    const [two] = fingerprintsOf([{ ...alike, ...other }]);
    expect(one === two).toBe(isSame);
  });

  test('is different for each line of a statement, and the same when the statement comes again', () => {
    const kinds = fc.array(fc.constantFrom(alike, { ...alike, amount: 2 }, { ...alike, referenceNo: 'Q' }));
    fc.assert(
      fc.property(kinds, (lines) => {
        const texts = fingerprintsOf(lines);
        expect(new Set(texts).size).toBe(lines.length);
        expect([...fingerprintsOf(lines.toReversed())].sort()).toEqual([...texts].sort());
      }),
    );
  });
});

describe('moves', () => {
  const match = { type: 'invoice', id: 'i', key: 'i', paymentId: 'p' } as const;
  const moves: Record<string, (before: BankLine) => BankLine> = {
    match: (before) => matchLine(before, match, now),
    ignore: (before) => ignoreLine(before, now),
    unmatch: (before) => unmatchLine(before, [], now),
    suggest: (before) => unmatchLine(before, [{ type: 'invoice', id: 'i', number: 'I', amount: 1 }], now),
  };
  const statuses = ['unmatched', 'suggested', 'matched', 'ignored'] as const;
  const cases = Object.entries(bankLineMoves).flatMap(([name, { from, to }]) =>
    statuses.map((status) => ({ name, status, to: from.some((allowed) => allowed === status) ? to : undefined })),
  );
  test.each(cases)('$name from $status leads to $to', ({ name, status, to }) => {
    const move = () => moves[name]?.({ ...line({ credit: 1 }), matchStatus: status });
    if (to) expect(move()?.matchStatus).toBe(to);
    else expect(move).toThrow(`Bank line is ${status}`);
  });

  test('a duplicate is not matched, and has paid nothing', () => {
    const duplicate = asDuplicate(line({ credit: 1 }), { id: 'first', bankStatementId: 'earlier' });
    expect(() => moves.match?.(duplicate)).toThrow('first');
    expect(suggested(duplicate, [{ type: 'invoice', id: 'i', number: 'I', amount: 1 }])).toBe(duplicate);
  });
});

const item = (fields: Partial<OpenItem> = {}): OpenItem => ({
  ...{ type: 'invoice', id: 'i', key: 'i', number: 'INV-1', currency: 'EUR', remaining: '100' },
  name: 'Harbour & Sons',
  ...fields,
});

describe('a match', () => {
  test.each([
    [1.23, 'EUR', undefined],
    [1.234, 'EUR', 'more decimals than EUR has'],
    [1.23, 'USD', 'it is in EUR'],
    [-1.23, 'EUR', 'is a credit'],
  ])('of %d in %s', (amount, currency, error) => {
    const check = () => checkKind({ debit: null, credit: null, amount }, currency, item());
    if (error === undefined) check();
    else expect(check).toThrow(refusal(error));
  });
});

describe('suggestions', () => {
  const paid = line({ credit: 100, description: 'Payment HARBOUR & SONS', referenceNo: 'INV-1' });

  test('are the likeliest first: number, then amount, then name', () => {
    const found = [
      item({ number: 'X-3', name: null }),
      item({ number: 'X-2' }),
      item({ remaining: '250', name: null }),
      item({ number: 'INV-1', key: 'all' }),
    ];
    expect(suggestionsFor(paid, 'EUR', found).map(({ number, amount }) => [number, amount])).toEqual([
      ['INV-1', 100],
      ['INV-1', 250],
      ['X-2', 100],
      ['X-3', 100],
    ]);
  });

  test.each([
    ['another kind', { type: 'purchase_order' as const }],
    ['another currency', { currency: 'USD' }],
    ['too little left', { remaining: '99.99' }],
    ['neither the number nor the amount', { number: 'X', remaining: '250' }],
  ])('leave out what has %s', (_what, fields) => {
    expect(suggestionsFor(paid, 'EUR', [item(fields)])).toEqual([]);
  });

  test('are five at most, and none where nobody knows the currency', () => {
    const many = Array.from({ length: 9 }, (_, index) => item({ key: String(index) }));
    expect(suggestionsFor(paid, 'EUR', many)).toHaveLength(5);
    expect(suggestionsFor(paid, null, many)).toEqual([]);
  });
});
