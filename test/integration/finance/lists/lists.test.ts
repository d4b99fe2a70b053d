import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { invoiceStatuses } from '#proto/finance/v1/invoice.contract.ts';
import { type Invoice, invoiceSortKeys, invoiceView } from '../../../../services/finance/invoices/domain/invoice.ts';
import { laterListKeys } from '../../../../services/finance/later-list-keys.ts';
import { fill } from '../../../support/lists/fill.ts';
import { financeLists } from '../../../support/lists/finance-lists.ts';
import type { Listed } from '../../../support/lists/listed.ts';
import { caller, query } from '../../../support/service/callers.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';

/** Days with any form of a date: ISO 8601 with and without a time, another text, and none. */
const FORMS = [
  (day: string) => day,
  (day: string) => `${day}T23:30:00-02:00`,
  (day: string) => `${day}T10:00`,
  (day: string) => day.split('-').reverse().join('.'),
  () => null,
];
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

const finance = await openFinance();
const { store } = finance;

test('an invoice list selects and sorts as its fields say, whatever the form of a date', async () => {
  const drawn = fc.record({
    due: fc.integer({ min: 0, max: 9 }),
    form: fc.constantFrom(...FORMS),
    totalAmount: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 0, max: 400 }).map((cents) => cents / 100),
    ),
    paidAmount: fc.integer({ min: 0, max: 200 }).map((cents) => cents / 100),
    status: fc.constantFrom(...invoiceStatuses),
  });
  const asked = fc.record({
    from: fc.option(fc.integer({ min: -1, max: 10 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: -1, max: 10 }), { nil: undefined }),
    status: fc.oneof(
      fc.constant([...invoiceStatuses]),
      fc.uniqueArray(fc.constantFrom(...invoiceStatuses), { minLength: 1 }),
    ),
    sort: fc.constantFrom('dueDate', 'remainingBalance', 'totalAmount', 'paidAmount'),
    descends: fc.boolean(),
  });
  let orgs = 0;
  const property = fc.asyncProperty(
    fc.array(drawn, { minLength: 4, maxLength: 12, size: 'max' }),
    fc.array(asked, { minLength: 1, maxLength: 4 }),
    async (sales, questions) => {
      const orgId = `org-${++orgs}`;
      const made: Invoice[] = [];
      const listed: Listed = {
        ...financeLists.invoices,
        make(origin, name, fields) {
          const { due, form, ...amounts } = sales[made.length % sales.length] as (typeof sales)[number];
          const state = { ...financeLists.invoices.make(origin, name, fields), ...amounts, dueDate: form(dayOf(due)) };
          made.push(state as unknown as Invoice);
          return { ...state, ...keysOf(state as unknown as Invoice) } as never;
        },
      };
      await fill(store, 'invoices', listed, { orgId, count: sales.length });
      const { list } = listed.open({ store, references: openReferences(store) });
      for (const { from, to, status, sort, descends } of questions) {
        const range = { field: 'dueDate', ...(from !== undefined && { from: `${dayOf(from)}T00:00:00.000Z` }) };
        const isRange = from !== undefined || to !== undefined;
        const ranges = isRange ? [{ ...range, ...(to !== undefined && { to: `${dayOf(to)}T23:59:59.999Z` }) }] : [];
        const ask = { page: 1, limit: 100, sort: descends ? `-${sort}` : sort, ranges };
        const { data, total } = await list(orgId, ask, { status } as never);
        const within = (one: Invoice) => {
          const moment = momentOf(one.dueDate);
          const isAfter = from === undefined || moment >= Date.parse(`${dayOf(from)}T00:00:00Z`);
          const isBefore = to === undefined || moment < Date.parse(`${dayOf(to + 1)}T00:00:00Z`);
          const isInRange = !isRange || (!Number.isNaN(moment) && isAfter && isBefore);
          return isInRange && status.includes(one.status);
        };
        const expected = made.filter(within);
        expect(total).toBe(expected.length);
        expect(data.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        const values = (data as unknown as Invoice[]).map((one) => shownValue(one, sort));
        expect(values).toEqual(values.toSorted((a, b) => (descends ? b - a : a - b)));
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 120_000);

/** The moment of a date; NaN for a text that ISO 8601 does not read. A date without a zone is UTC. */
function momentOf(date: string | null): number {
  if (date === null || !/^\d{4}-/.test(date)) return Number.NaN;
  return Date.parse(/T\d\d:\d\d$/.test(date) ? `${date}Z` : date);
}

/** The value by which the list sorts, as callers see it. Unknown values are the least. */
function shownValue(one: Invoice, sort: string): number {
  const value = sort === 'dueDate' ? momentOf(one.dueDate) : (invoiceView(one) as never)[sort];
  return value === null || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : Number(value);
}

const keysOf = (one: Invoice) =>
  Object.fromEntries(Object.entries(invoiceSortKeys).map(([field, keyOf]) => [`${field}SortKey`, keyOf({ ...one })]));

test('several statuses are selected together, for a client only those that it may see', async () => {
  const who = caller();
  const { id: clientId } = finance.product.client();
  const lineItems = [{ description: 'Sampling', qty: 1, unitPrice: 1 }];
  for (const status of ['draft', 'confirmed', 'shipped', 'cancelled'])
    await finance.orders.createOrder({ order: { clientId, lineItems, status } }, who);
  const statusesFor = async (one: typeof who, status: string) =>
    (await finance.orders.listOrders({ ...query({ sort: 'createdAt' }), status }, one)).data.map((o) => o.status);
  expect(await statusesFor(who, 'shipped,draft,shipped')).toEqual(['draft', 'shipped']);
  expect(await statusesFor(callerOfClient(who, clientId), 'shipped,draft')).toEqual(['shipped']);
  expect(await statusesFor(callerOfClient(who, clientId), 'draft')).toEqual([]);
  await expect(statusesFor(who, 'shipped,')).rejects.toMatchObject({ code: 'validation_failed' });
  const ranges = [{ field: 'notes' }];
  await expect(finance.orders.listOrders(query({ ranges }), who)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('documents of an earlier version get the sort keys of the lists', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const { id: clientId } = finance.product.client();
  const lineItems = [{ description: 'Sampling', qty: 1, unitPrice: 1 }];
  const dated = { requestedDeliveryDate: '2026-05-01', lineItems };
  await finance.orders.createOrder({ order: { clientId, ...dated } }, who);
  await finance.invoices.createInvoice({ invoice: { invoiceNumber: 'I-1', dueDate: 'soon', lineItems } }, who);
  for (const name of ['orders', 'invoices']) {
    const documents = store.connection.collection(name);
    const before = await documents.find({ orgId }).toArray();
    const keys = Object.keys(before[0] ?? {}).filter((field) => field.endsWith('SortKey'));
    expect(keys.length).toBeGreaterThan(5);
    await documents.updateMany({ orgId }, { $unset: Object.fromEntries(keys.map((key) => [key, 1])) });
  }
  const stored = async () => [
    await store.connection.collection('orders').find({ orgId }).toArray(),
    await store.connection.collection('invoices').find({ orgId }).toArray(),
  ];
  expect(await laterListKeys.apply(store.connection)).toBe(2);
  const [[order] = [], [invoice] = []] = await stored();
  expect(String(order?.requestedDeliveryDateSortKey)).toMatch(new RegExp(`^\\d{17}:${order?._id}$`));
  expect(invoice).toHaveProperty('remainingBalanceSortKey');
  expect(await laterListKeys.apply(store.connection)).toBe(0);
});
