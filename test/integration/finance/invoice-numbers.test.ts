import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import { type Caller, caller, envelopesOf, keyed } from '../../support/service/callers.ts';
import { ordered } from './delivery-note-scene.ts';
import { type FinanceService, openReplicas } from './finance-service.ts';
import { changed, read } from './invoice-scene.ts';
import { refused, refusedAt, withTurn } from './refusals.ts';

/** Numbers of the org's series (decisions 7: Invoice numbers). */

const [finance, beside] = await openReplicas();

beforeEach(() => {
  finance.product.invoiceNumberFormat = '{YYYY}-{0000}';
});
afterAll(() => {
  finance.product.invoiceNumberFormat = undefined;
});

async function make(who: Caller, fields: Partial<InvoiceInput> = {}, at: FinanceService = finance): Promise<Invoice> {
  const invoice = { currency: 'EUR', totalAmount: 100, lineItems: [], ...fields };
  return (await at.invoices.createInvoice({ invoice }, who)).record as Invoice;
}
const issue = async (who: Caller, { id }: { id: string }, at: FinanceService = finance): Promise<Invoice> =>
  (await at.invoices.issueInvoice({ id }, who)).record as Invoice;

describe('an invoice without a number', () => {
  test('gets the next of its year when it is issued, and tells it', async () => {
    const who = caller();
    const [first, second] = [await make(who), await make(who)];
    expect(first).not.toHaveProperty('invoiceNumber');
    expect((await issue(who, second)).invoiceNumber).toBe('2026-0001');
    expect((await issue(who, first)).invoiceNumber).toBe('2026-0002');
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('2026-0003');
    expect((await make(who, { status: 'paid', issuedDate: '2025-12-31' })).invoiceNumber).toBe('2025-0001');
    for (const [issuedDate, number] of [
      ['2025-12-31T10:00:00Z', '2025-0002'],
      ['2026-01-01T00:30:00+02:00', '2025-0003'],
    ])
      expect((await make(who, { status: 'issued', issuedDate: issuedDate as string })).invoiceNumber).toBe(number);
    expect((await issue(who, await make(who, { issuedDate: 'soon' }))).invoiceNumber).toBe('2026-0004');
    const events = await envelopesOf(finance.store, first.id);
    expect(events.map(({ type, data }) => [type, data.invoiceNumber])).toEqual([
      ['invoice.created', null],
      ['invoice.issued', '2026-0002'],
    ]);
    expect(events[1].previous).toMatchObject({ invoiceNumber: null });
    expect(events[1].data).not.toHaveProperty('isNumbered');
  });

  test('keeps a number that was sent, and the series leaves that out', async () => {
    const who = caller();
    const own = await make(who, { invoiceNumber: 'A-1' });
    expect((await issue(who, own)).invoiceNumber).toBe('A-1');
    for (const invoiceNumber of ['2026-0001', '2026-0003']) await make(who, { invoiceNumber });
    const draft = await make(who);
    expect(await changed(finance, who, draft.id, { invoiceNumber: '2026-0002' })).toMatchObject({
      invoiceNumber: '2026-0002',
    });
    expect(await changed(finance, who, draft.id, { invoiceNumber: null } as never)).toMatchObject({
      invoiceNumber: '2026-0002',
    });
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('2026-0004');
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('2026-0005');
  });

  test('is refused if the org has no series, also one that was made before', async () => {
    const who = caller();
    const draft = await make(who);
    finance.product.invoiceNumberFormat = undefined;
    await expect(make(who)).rejects.toEqual(
      expect.objectContaining({
        code: 'validation_failed',
        issues: [expect.objectContaining({ type: 'missing', loc: ['body', 'invoiceNumber'] })],
      }),
    );
    await expect(issue(who, draft)).rejects.toEqual(refusedAt('body', 'invoiceNumber'));
    await finance.invoices.cancelInvoice({ id: draft.id }, who);
    await expect(issue(who, draft)).rejects.toEqual(refused('invalid_transition'));
    await expect(finance.invoices.deleteInvoice({ id: draft.id }, who)).resolves.toBeDefined();
  });
});

describe('a series', () => {
  test('has no gap and no number twice, though 50 are issued at once at two replicas and some are refused', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const tooMuch = { salesOrderId: order.id, lineItems: [{ salesOrderLineItemId: order.lineItems[0]?.id, qty: 11 }] };
    const drafts = await Promise.all(
      Array.from({ length: 50 }, (_, index) => make(who, (index % 10 === 9 ? tooMuch : {}) as never)),
    );
    const answers = await Promise.allSettled(
      drafts.map((one, index) => withTurn(() => issue(who, one, index % 2 ? finance : beside))),
    );
    const numbers = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.invoiceNumber : []));
    expect(numbers.sort()).toEqual(
      Array.from({ length: 45 }, (_, count) => `2026-${String(count + 1).padStart(4, '0')}`),
    );
  }, 60_000);

  test('gives one number to a repeated issue', async () => {
    const who = caller();
    const draft = await make(who);
    const again = keyed(who, 'issueInvoice');
    expect((await issue(again, draft)).invoiceNumber).toBe('2026-0001');
    expect((await issue(again, draft)).invoiceNumber).toBe('2026-0001');
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('2026-0002');
  });

  test('keeps its cancelled invoices, and is of one org and one format', async () => {
    const [who, other] = [caller(), caller()];
    const [one, theirs] = [await make(who, { status: 'issued' }), await make(other, { status: 'issued' })];
    expect([one.invoiceNumber, theirs.invoiceNumber]).toEqual(['2026-0001', '2026-0001']);
    await finance.invoices.cancelInvoice({ id: one.id }, who);
    await expect(finance.invoices.deleteInvoice({ id: one.id }, who)).rejects.toEqual(refused('in_use', '2026-0001'));
    expect((await read(finance, who, one.id)).status).toBe('cancelled');
    finance.product.invoiceNumberFormat = 'RE{YY}/{00}';
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('RE26/01');
    finance.product.invoiceNumberFormat = '{YYYY}-{0000}';
    expect((await make(who, { status: 'issued' })).invoiceNumber).toBe('2026-0002');
  });
});
