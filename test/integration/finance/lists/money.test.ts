import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Store } from '#chassis/mongo/mongo.ts';
import { lineRepository } from '../../../../services/finance/bank-statements/line-repository.ts';
import { laterListKeys } from '../../../../services/finance/later-list-keys.ts';
import { dropStore, openTestStore, startEngine, type TestMongo } from '../../../support/backends/mongo.ts';
import { bankLines } from '../../../support/lists/bank-lines.ts';
import { fill } from '../../../support/lists/fill.ts';
import { plansOf, watched } from '../../../support/read-plans.ts';
import { caller, query } from '../../../support/service/callers.ts';
import { openFinance } from '../finance-service.ts';
import { invoiced } from '../invoice-scene.ts';

/** Lists of bank lines and payments by dates and amounts (decisions 1: Search, sort, filter). */

const finance = await openFinance();
const { store } = finance;

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
const startOf = (number: number) => `${dayOf(number)}T00:00:00.000Z`;
const endOf = (number: number) => `${dayOf(number)}T23:59:59.999Z`;

test('bank lines and payments are selected and sorted by their dates and amounts', async () => {
  const drawn = fc.record({
    cents: fc.integer({ min: 1, max: 90_000 }),
    day: fc.nat({ max: 9 }),
    isDebit: fc.boolean(),
  });
  const asked = fc.record({ from: fc.nat({ max: 9 }), length: fc.nat({ max: 9 }), descends: fc.boolean() });
  const property = fc.asyncProperty(
    fc.array(drawn, { minLength: 1, maxLength: 8, size: 'max' }),
    asked,
    async (moves, { from, length, descends }) => {
      const who = caller();
      const lines = moves.map(({ cents, day, isDebit }) => ({
        transactionDate: dayOf(day),
        [isDebit ? 'debit' : 'credit']: cents / 100,
      }));
      const statement = { accountNumber: 'A', currency: 'EUR', lines };
      const { record } = await finance.bankStatements.createBankStatement({ statement, lines } as never, who);
      const invoice = await invoiced(finance, who, { totalAmount: 10_000, status: 'issued' });
      for (const { cents, day } of moves)
        await finance.invoices.payInvoice({ id: invoice.id, amount: cents / 100, date: dayOf(day) }, who);
      const ask = (sort: string, field: string) =>
        query({
          limit: 100,
          sort: descends ? `-${sort}` : sort,
          ranges: [{ field, from: startOf(from), to: endOf(from + length) }],
        });
      const inRange = moves.filter(({ day }) => day >= from && day <= from + length);
      const inOrder = (values: number[]) => values.toSorted((a, b) => (descends ? b - a : a - b));
      const amounts = inOrder(inRange.map(({ cents, isDebit }) => (isDebit ? -cents : cents) / 100));
      const dates = inOrder(inRange.map(({ day }) => day)).map(dayOf);
      const all = (sort: string) => finance.bankStatements.listAllBankLines(ask(sort, 'transactionDate'), who);
      const own = (sort: string) =>
        finance.bankStatements.listBankLines({ id: record?.id ?? '', ...ask(sort, 'transactionDate') }, who);
      for (const list of [all, own]) {
        expect((await list('amount')).data.map(({ amount }) => amount)).toEqual(amounts);
        expect((await list('transactionDate')).data.map(({ transactionDate }) => transactionDate)).toEqual(dates);
      }
      const paid = (sort: string) =>
        finance.invoices.listInvoicePayments({ id: invoice.id, ...ask(sort, 'date') }, who);
      expect((await paid('amount')).data.map(({ amount }) => amount)).toEqual(
        inOrder(inRange.map(({ cents }) => cents / 100)),
      );
      expect((await paid('date')).data.map(({ date }) => date)).toEqual(dates);
    },
  );
  await fc.assert(property, { numRuns: 15 });
}, 120_000);

test('lines and payments of an earlier version get their sort keys, once', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const lines = [{ credit: 5, transactionDate: '2026-01-05' }, { credit: 3 }];
  const statement = { accountNumber: 'A', currency: 'EUR', lines };
  await finance.bankStatements.createBankStatement({ statement, lines } as never, who);
  const invoice = await invoiced(finance, who, { status: 'issued' });
  await finance.invoices.payInvoice({ id: invoice.id, amount: 1 }, who);
  const keys = { transactionDateSortKey: 1, amountSortKey: 1, dateSortKey: 1, discountSortKey: 1 } as const;
  const collections = ['bank_lines', 'invoice_payments'].map((name) => store.connection.collection(name));
  const stored = () => Promise.all(collections.map((one) => one.find({ orgId }).sort({ _id: 1 }).toArray()));
  const before = await stored();
  for (const one of collections) await one.updateMany({ orgId }, { $unset: keys });
  expect(await stored()).not.toEqual(before);
  expect(await laterListKeys.apply(store.connection)).toBe(3);
  const after = await stored();
  expect(after.flat().map((one) => Object.entries(one).sort())).toEqual(
    before.flat().map((one) => Object.entries(one).sort()),
  );
  expect(await laterListKeys.apply(store.connection)).toBe(0);
});

describe('a page of all lines', () => {
  let mongo: TestMongo;
  let own: Store;
  beforeAll(async () => {
    mongo = await startEngine();
    own = await openTestStore({ url: watched(mongo.url) });
    lineRepository(own);
    await own.start();
    await fill(own, 'bank_lines', bankLines, { orgId: 'large', count: 2_500 });
  }, 60_000);
  afterAll(async () => {
    await dropStore(own);
    await mongo.stop();
  });

  test.each(['amount', '-amount', 'transactionDate', '-transactionDate', 'updatedAt'])(
    'by %s is read off an index',
    async (sort) => {
      const ask = { page: 1, limit: 10, sort };
      const waitLimit = { deadline: Date.now() + 8_000 };
      const plans = await plansOf(own, 'bank_lines', () => lineRepository(own).pageOfAll('large', ask, {}, waitLimit));
      const [find] = plans.filter(({ command }) => command === 'find');
      expect(find).toMatchObject({ sortsInMemory: false, returned: 10 });
      expect(find?.docsExamined).toBeLessThanOrEqual(10);
      expect(Object.keys(find?.index ?? {})[0]).toBe('orgId');
    },
  );
});
