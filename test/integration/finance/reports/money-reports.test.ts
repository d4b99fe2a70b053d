import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasCode } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import { type Caller, caller } from '../../../support/service/callers.ts';
import { callerOfClient, openReplicas } from '../finance-service.ts';
import { changed, invoiced, paymentsOf } from '../invoice-scene.ts';
import { refused } from '../refusals.ts';

/** Receivables and taxes (decisions 7: Reports). They equal sums over the lists, which are written independently. */

const [finance, beside] = await openReplicas();
const { product, invoices, reports, calendar, store } = finance;
const clients = [product.client({ name: 'Nordwind' }), product.client({ name: 'Vestra', currency: 'JPY' })];
const TODAY = '2026-03-31';
calendar.today = TODAY;

const date = fc.constantFrom(
  ...['2025-11-30', '2025-12-30', '2025-12-31', '2026-01-29', '2026-01-30', '2026-02-28', '2026-03-01'],
  ...['2026-03-30T23:30:00-05:00', '2026-03-31', '2026-04-30', 'soon'],
);
const line = fc.record({
  amount: fc.integer({ min: 1, max: 900_000 }).map((cents) => cents / 100),
  taxRate: fc.constantFrom(0, 5.5, 23),
});
const invoice = fc.record({
  client: fc.constantFrom(0, 1, undefined),
  currency: fc.constantFrom('EUR', 'EUR', 'JPY'),
  invoiceType: fc.constantFrom('standard', 'standard', 'credit_note', 'proforma'),
  status: fc.constantFrom('draft', 'issued', 'issued', 'paid'),
  lineItems: fc.array(line, { minLength: 1, maxLength: 3 }),
  ...{ issuedDate: date, dueDate: date },
});
const at = fc.nat(20);
const create = fc.record({ does: fc.constant('create' as const), fields: invoice });
const step = fc.oneof(
  create,
  fc.record({ does: fc.constantFrom('issue', 'cancel', 'delete', 'takeBack', 'overdue'), at }),
  fc.record({ does: fc.constantFrom('pay', 'credit', 'allocate'), at, to: at, share: fc.constantFrom(0.25, 1) }),
  fc.record({ does: fc.constantFrom('due', 'issuedOn'), at, date }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Made = Extract<Step, { does: 'create' }>['fields'];

const inputOf = ({ client, ...fields }: Made): Partial<InvoiceInput> => ({
  ...fields,
  ...(client !== undefined && { clientId: clients[client]?.id as string }),
});

const listed = async (who: Caller): Promise<Invoice[]> =>
  (await invoices.listInvoices({ query: { page: 1, limit: 1000, sort: 'createdAt' } }, who)).data;

/** A part of the amount in whole units, which every currency has. */
const partOf = (amount: number | undefined, share: number) =>
  share === 1 ? (amount ?? 0) : Math.floor((amount ?? 0) * share);

/** Does a step. A step that the rules refuse changes nothing. */
async function take(who: Caller, one: Step): Promise<void> {
  if (one.does === 'create') return void (await invoiced(finance, who, inputOf(one.fields)));
  const all = await listed(who);
  const [of, other] = [all[one.at % all.length], 'to' in one ? all[one.to % all.length] : undefined];
  if (!of || all.length === 0) return;
  const { id, remainingBalance } = of;
  const steps: Record<Exclude<Step['does'], 'create'>, () => Promise<unknown>> = {
    issue: () => invoices.issueInvoice({ id }, who),
    cancel: () => invoices.cancelInvoice({ id }, who),
    delete: () => invoices.deleteInvoice({ id }, who),
    pay: () => invoices.payInvoice({ id, amount: partOf(remainingBalance, 'share' in one ? one.share : 1) }, who),
    async takeBack() {
      const [payment] = await paymentsOf(finance, who, id);
      if (payment) await invoices.removeInvoicePayment({ id, paymentId: payment.id }, who);
    },
    overdue: () => finance.announceOverdue(),
    credit: () =>
      invoiced(finance, who, {
        ...{ invoiceType: 'credit_note', status: 'issued', correctsInvoiceId: id },
        totalAmount: partOf(of.totalAmount, 0.5),
        ...(of.clientId && { clientId: of.clientId }),
        ...(of.currency && { currency: of.currency }),
      }),
    allocate: () => {
      const amount = partOf(Math.min(remainingBalance ?? 0, other?.remainingBalance ?? 0), 0.5);
      return invoices.allocateInvoice({ id, invoiceId: other?.id ?? '', amount }, who);
    },
    due: () => changed(finance, who, id, { dueDate: 'date' in one ? one.date : TODAY }),
    issuedOn: () => changed(finance, who, id, { issuedDate: 'date' in one ? one.date : TODAY }),
  };
  await steps[one.does]().catch((error) => {
    if (hasCode(error, 'internal_error')) throw error;
  });
}

const OPEN = ['issued', 'partially_paid', 'overdue'];
const isCredit = ({ invoiceType }: Invoice) => invoiceType === 'credit_note';
const cents = (amount: number) => Math.round(amount * 100);

function ageOf(due: string | undefined): string {
  const days = (Date.parse(TODAY) - Date.parse(new Date(due ?? '').toJSON()?.slice(0, 10) ?? '')) / 86_400_000;
  if (!(days > 0)) return 'current';
  if (days < 31) return 'days1To30';
  return days < 61 ? 'days31To60' : days < 91 ? 'days61To90' : 'daysOver90';
}

function sums(entries: readonly (readonly [key: string, amount: number])[]): [string, number][] {
  const found = new Map<string, number>();
  for (const [key, amount] of entries) found.set(key, (found.get(key) ?? 0) + amount);
  return [...found].filter(([, amount]) => amount !== 0).sort();
}

const owedOf = (all: Invoice[]) =>
  sums(
    all
      .filter(({ status }) => OPEN.includes(status))
      .map((one) => {
        const age = isCredit(one) ? 'credits' : ageOf(one.dueDate);
        const amount = cents(one.remainingBalance ?? 0) * (isCredit(one) ? -1 : 1);
        return [[one.clientId, one.currency, age].join(), amount] as const;
      }),
  );

const AGES = ['current', 'days1To30', 'days31To60', 'days61To90', 'daysOver90', 'credits'] as const;

async function owed(who: Caller, filter: { clientId?: string; currency?: string } = {}) {
  const { rows } = await reports.getReceivables(filter, who);
  for (const row of rows) expect(cents(row.total)).toBe(AGES.reduce((sum, age) => sum + cents(row[age]), 0));
  return sums(
    rows.flatMap((row) => AGES.map((age) => [[row.clientId, row.currency, age].join(), cents(row[age])] as const)),
  );
}

const monthOf = (issuedDate: string | undefined) => new Date(issuedDate ?? '').toJSON()?.slice(0, 7);

const taxesOf = (all: Invoice[], from = '', to = '9') =>
  sums(
    all
      .filter(({ status, invoiceType }) => [...OPEN, 'paid'].includes(status) && invoiceType !== 'proforma')
      .filter(
        ({ issuedDate }) => from === '' || ((monthOf(issuedDate) ?? '') >= from && (monthOf(issuedDate) ?? '9') <= to),
      )
      .flatMap((one) =>
        one.taxes.flatMap(({ rate, base, amount }) => {
          const key = [monthOf(one.issuedDate), one.currency, rate].join();
          const sign = isCredit(one) ? -1 : 1;
          return [
            [`${key}:base`, sign * cents(base)],
            [`${key}:tax`, sign * cents(amount)],
          ] as const;
        }),
      ),
  );

const taxes = async (who: Caller, filter: { from?: string; to?: string } = {}) =>
  sums(
    (await reports.getTaxReport(filter, who)).rows.flatMap((row) => {
      const key = [row.month, row.currency, row.rate].join();
      return [
        [`${key}:base`, cents(row.base)],
        [`${key}:tax`, cents(row.amount)],
      ] as const;
    }),
  );

const statementOf = async (who: Caller, filter: { clientId: string; from?: string; to?: string }) =>
  (await reports.getClientStatement(filter, who)).rows;

/** The closing balances of the statements of all clients. Each row is checked against the row before it. */
async function balances(who: Caller): Promise<[string, number][]> {
  const closing: (readonly [string, number])[] = [];
  for (const { id: clientId } of clients) {
    let balance = 0;
    for (const { kind, amount, currency, ...row } of await statementOf(who, { clientId })) {
      balance = kind === 'opening' ? 0 : balance + cents(amount ?? 0);
      expect(cents(row.balance)).toBe(balance);
      if (kind === 'closing') closing.push([[clientId, currency].join(), balance]);
    }
  }
  return sums(closing);
}

const balancesOf = (all: Invoice[]) =>
  sums(
    all
      .filter(({ status, clientId }) => clientId !== undefined && OPEN.includes(status))
      .map((one) => {
        const amount = cents(one.remainingBalance ?? 0) * (isCredit(one) ? -1 : 1);
        return [[one.clientId, one.currency].join(), amount] as const;
      }),
  );

async function expectEqual(who: Caller): Promise<void> {
  const all = await listed(who);
  expect(await balances(who)).toEqual(balancesOf(all));
  expect(await owed(who)).toEqual(owedOf(all));
  expect(await taxes(who)).toEqual(taxesOf(all));
  expect(await taxes(who, { from: '2025-12', to: '2026-02' })).toEqual(taxesOf(all, '2025-12', '2026-02'));
  const ofClient = { clientId: clients[0]?.id as string, currency: 'EUR' };
  const own = all.filter((one) => one.clientId === ofClient.clientId && one.currency === 'EUR');
  expect(await owed(who, ofClient)).toEqual(owedOf(own));
}

test('reports equal sums over the lists, for any story', async () => {
  const some = fc.array(create, { minLength: 6, maxLength: 8 });
  const story = fc.tuple(some, fc.array(step, { minLength: 20, maxLength: 30 }));
  const property = fc.asyncProperty(story, async ([first, then]) => {
    const [who, other] = [caller(), caller()];
    const steps: Step[] = [...first, ...then];
    for (const one of steps) await take(who, one);
    for (const one of first.slice(0, 3)) await take(other, one);
    await expectEqual(who);
    await expectEqual(other);
  });
  await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 6) });
}, 180_000);

test('a statement has the movements of its days, and the balance before them', async () => {
  const who = caller();
  const clientId = product.client({ name: 'Nordwind' }).id;
  const fields = { clientId, currency: 'EUR', status: 'issued', discountPercent: 2, discountDays: 10 };
  const invoice = await invoiced(finance, who, { ...fields, totalAmount: 100, issuedDate: '2026-02-01' });
  await invoices.payInvoice({ id: invoice.id, amount: 98, date: '2026-02-05', reference: 'B-7' }, who);
  const credit = { ...fields, invoiceType: 'credit_note', totalAmount: 30, issuedDate: '2026-03-02' };
  const note = await invoiced(finance, who, credit);
  const second = await invoiced(finance, who, { ...fields, totalAmount: 50, issuedDate: '2026-03-01' });
  await invoices.allocateInvoice({ id: note.id, invoiceId: second.id, amount: 10 }, who);
  await invoices.payInvoice({ id: note.id, amount: 5, date: '2026-03-10' }, who);
  const shown = async (filter: { from?: string; to?: string }) =>
    (await statementOf(who, { clientId, ...filter })).map(({ date, kind, amount, balance }) =>
      [date, kind, amount, balance].join(' '),
    );
  const february = ['2026-02-01 invoice 100 100', '2026-02-05 payment -98 2', '2026-02-05 discount -2 0'];
  const march = ['2026-03-01 invoice 50 50', '2026-03-02 credit_note -30 20', '2026-03-10 refund 5 25'];
  expect(await shown({})).toEqual([' opening  0', ...february, ...march, `${TODAY} closing  25`]);
  expect(await shown({ to: '2026-02-03' })).toEqual([
    ' opening  0',
    ...february.slice(0, 1),
    '2026-02-03 closing  100',
  ]);
  expect(await shown({ from: '2026-02-05', to: '2026-03-01' })).toEqual([
    ...['2026-02-05 opening  100', ...february.slice(1), ...march.slice(0, 1), '2026-03-01 closing  50'],
  ]);
  const late = await invoiced(finance, who, { ...fields, totalAmount: 1, issuedDate: '2026-05-01' });
  expect((await shown({})).slice(-2)).toEqual(['2026-05-01 invoice 1 26', '2026-05-01 closing  26']);
  await invoices.cancelInvoice({ id: late.id }, who);
  const drawn = await reports.drawClientStatement({ clientId }, who);
  expect([drawn.content.subarray(0, 5).toString(), drawn.fileName]).toEqual(['%PDF-', `Statement Nordwind ${TODAY}`]);
  await expect(statementOf(who, { clientId: newId() })).rejects.toMatchObject(refused('validation_failed'));
  // The same client of another org, and a caller of the client.
  expect(await statementOf(caller(), { clientId })).toEqual([]);
  await expect(statementOf(callerOfClient(who, clientId), { clientId })).rejects.toMatchObject(
    refused('insufficient_permissions'),
  );
});

describe('kept sums', () => {
  const issued = (who: Caller, fields: Partial<InvoiceInput> = {}, at = finance) =>
    invoiced(at, who, {
      status: 'issued',
      clientId: clients[0]?.id as string,
      issuedDate: TODAY,
      dueDate: TODAY,
      ...fields,
    });

  test('have all invoices that two replicas issue and pay at once', async () => {
    const who = caller();
    const first = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => issued(who, {}, n % 2 ? finance : beside)));
    await Promise.all([
      ...first.map(({ id }, n) => (n % 2 ? finance : beside).invoices.payInvoice({ id, amount: 30 + n }, who)),
      ...first.map((_, n) => issued(who, { taxAmount: 5 }, n % 2 ? finance : beside)),
    ]);
    await expectEqual(who);
    expect((await reports.getReceivables({}, who)).rows).toMatchObject([{ clientName: 'Nordwind', total: 1005 }]);
  });

  test('count what an earlier version wrote, whichever writes next', async () => {
    const who = caller();
    const own = store.connection.collection<{ _id: string; revision: number }>('invoices');
    // An earlier version drops the mark when it changes an invoice, and does not change the sums.
    const earlier = (id: string, fields: object) =>
      own.updateOne({ _id: id }, { $set: fields, $unset: { isCounted: '' }, $inc: { revision: 1 } });
    const [paid, cancelled, marked, draft] = [
      await issued(who),
      await issued(who),
      await issued(who),
      await issued(who, { status: 'draft' }),
    ];
    await earlier(paid.id, { paidAmount: 60, status: 'partially_paid' });
    await earlier(cancelled.id, { status: 'cancelled' });
    await earlier(draft.id, { status: 'issued' });
    expect(await owed(who)).not.toEqual(owedOf(await listed(who)));
    // The write of one of them counts all of them.
    await invoices.payInvoice({ id: paid.id, amount: 5 }, who);
    await expectEqual(who);
    await earlier(marked.id, { paidAmount: 10, status: 'partially_paid' });
    const [upgrade] = finance.parts.counts;
    await upgrade?.apply(store.connection);
    await expectEqual(who);
    await earlier(cancelled.id, {});
    await invoices.deleteInvoice({ id: cancelled.id }, who);
    await expectEqual(who);
    await upgrade?.apply(store.connection);
    expect(await upgrade?.apply(store.connection)).toBe(0);
  });

  test('are for staff', async () => {
    const client = callerOfClient(caller(), clients[0]?.id as string);
    await expect(reports.getReceivables({}, client)).rejects.toMatchObject(refused('insufficient_permissions'));
    await expect(reports.getTaxReport({}, client)).rejects.toMatchObject(refused('insufficient_permissions'));
  });
});
