import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { readPdf } from '../../support/pdf/read-pdf.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { printed } from '../../unit/services/finance/pdf/printed.ts';
import { noted, ordered } from './delivery-note-scene.ts';
import { openFinance } from './finance-service.ts';
import { refused } from './refusals.ts';

const finance = await openFinance();
beforeAll(async () => {
  // Starts the drawing thread. On a busy machine, a first call could pass its deadline before the thread has started.
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'admin' } as const;
  const waiting = { principal, deadline: Date.now() + 60_000, signal: new AbortController().signal };
  await eventually(() => finance.parts.printer.print(printed(), waiting), 60_000);
}, 90_000);

const textOf = async ({ content }: { content: Buffer }) => (await readPdf(content)).texts.join(' ');

describe('a delivery note', () => {
  const drawn = (id: string, who: Caller) => finance.deliveryNotes.drawDeliveryNote({ id }, who);

  async function make(who: Caller) {
    const { product } = finance;
    const client = product.client({
      name: 'Łódź Włókna',
      billingAddress: 'Piotrkowska 1\nŁódź',
      taxId: 'PL7251801126',
    });
    const style = product.style();
    const order = await ordered(finance, who, { clientId: client.id });
    const skuId = style.skus[0]?.id as string;
    const lineItems = [{ skuId, description: 'Parka', qty: 2 }];
    return { client, order, style, note: await noted(finance, who, order.id, { lineItems, carrier: 'DHL' }) };
  }

  test("is drawn with the org's and the client's legal data as they are now", async () => {
    const who = caller();
    const { client, order, style, note } = await make(who);
    const pdf = await drawn(note.id, who);
    expect(pdf).toMatchObject({ fileName: note.documentId, revision: 1 });
    const said = await textOf(pdf);
    const { issuer } = finance.product;
    for (const word of [
      ...['Packing list', note.documentId, order.documentId, 'Parka', 'Navy', 'DHL', 'DRAFT', issuer.name],
      ...[issuer.taxId, 'Rua do Ouro 12', 'Łódź Włókna', 'Piotrkowska 1', 'PL7251801126', style.skus[0]?.documentId],
    ]) {
      expect(said).toContain(word);
    }
    client.name = 'Nordwind A/S';
    client.billingAddress = 'Aarhus';
    const now = await textOf(await drawn(note.documentId, who));
    expect(now).toContain('Nordwind A/S');
    expect(now).toContain('Aarhus');
    expect(now).not.toContain('Łódź');
  });

  test('is drawn for its own client, and is not there for any other, nor in another org', async () => {
    const who = caller();
    const { client, note } = await make(who);
    const { orgId } = who.context.principal;
    const own = caller({ orgId, role: 'client', clientId: client.id });
    expect((await drawn(note.id, own)).content.subarray(0, 5).toString()).toBe('%PDF-');
    const other = caller({ orgId, role: 'client', clientId: finance.product.client().id });
    await expect(drawn(note.id, other)).rejects.toEqual(refused('not_found'));
    await expect(drawn(note.id, caller())).rejects.toEqual(refused('not_found'));
    await expect(drawn('none', who)).rejects.toEqual(refused('not_found'));
    const key = caller({ orgId, kind: 'key', scopes: ['read:orders'] });
    await expect(drawn(note.id, key)).rejects.toEqual(refused('insufficient_permissions'));
  });
});

describe('a purchase order', () => {
  const drawn = (id: string, who: Caller) => finance.purchaseOrders.drawPurchaseOrder({ id }, who);

  test('is drawn with all digits of its amounts', async () => {
    const who = caller();
    const supplier = finance.product.supplier({ name: 'Weberei Größ', country: 'Österreich' });
    const items = [{ description: 'Twill', qty: '1', unitPrice: '123456789012345678901234.567' }];
    const order = { supplierId: supplier.id, currency: 'KWD', items, notes: 'By sea.' };
    const { record } = await finance.purchaseOrders.createPurchaseOrder({ order }, who);
    const pdf = await drawn(record?.id as string, who);
    expect(pdf.fileName).toBe(record?.id);
    const said = await textOf(pdf);
    for (const word of [
      'Purchase order',
      'DRAFT',
      'Weberei Größ',
      'Österreich',
      'Total KWD',
      'By sea.',
      '2026-01-31',
    ]) {
      expect(said).toContain(word);
    }
    // A text that is too wide for its column continues in the next row.
    expect(said.replaceAll(' ', '')).toContain('123456789012345678901234.567');
  });
});

describe('an invoice', () => {
  const drawn = (id: string, who: Caller) => finance.invoices.drawInvoice({ id }, who);

  test('is drawn with its client, its order and what is left to pay', async () => {
    const who = caller();
    const client = finance.product.client({ name: 'Nordwind A/S', billingAddress: 'København', taxId: 'DK12345678' });
    const order = await ordered(finance, who, { clientId: client.id });
    const invoice = {
      invoiceNumber: 'Nº 7/2026',
      invoiceType: 'deposit',
      salesOrderId: order.id,
      lineItems: [{ description: 'Prøve', qty: 4, unitPrice: 12.5, attributes: '{}' }],
      taxRate: 25,
    };
    const { record } = await finance.invoices.createInvoice({ invoice }, who);
    const id = record?.id as string;
    const draft = await drawn(id, who);
    expect(draft).toMatchObject({ fileName: 'Deposit invoice Nº 7-2026', revision: 1 });
    expect(await textOf(draft)).toContain('DRAFT');
    await finance.invoices.issueInvoice({ id }, who);
    await finance.invoices.payInvoice({ id, amount: 12.5 }, who);
    const said = await textOf(await drawn(id, who));
    expect(said).not.toContain('DRAFT');
    for (const word of [
      ...['Deposit invoice', 'Nº 7/2026', 'Nordwind A/S', 'København', 'DK12345678', order.documentId, 'Prøve'],
      ...['Partially paid', 'Tax 25 %', '62.50', 'Balance due EUR', '50.00'],
    ]) {
      expect(said).toContain(word);
    }
  });

  test('is drawn for its own client, and is not there for any other', async () => {
    const who = caller();
    const { orgId } = who.context.principal;
    const [client, other] = [finance.product.client(), finance.product.client()];
    const invoice = { invoiceNumber: 'I-1', clientId: client.id, totalAmount: 10, lineItems: [] };
    const id = (await finance.invoices.createInvoice({ invoice }, who)).record?.id as string;
    const as = (clientId: string) => caller({ orgId, role: 'client', clientId });
    expect((await drawn(id, as(client.id))).content.subarray(0, 5).toString()).toBe('%PDF-');
    await expect(drawn(id, as(other.id))).rejects.toEqual(refused('not_found'));
  });
});
