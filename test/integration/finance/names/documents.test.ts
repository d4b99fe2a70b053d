import { expect, test } from '@jest/globals';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { type Caller, caller, envelopesOf, query, recordOf } from '../../../support/service/callers.ts';
import { noted, ordered, some } from '../delivery-note-scene.ts';
import { openFinance } from '../finance-service.ts';
import { invoiced, paymentsOf } from '../invoice-scene.ts';

const finance = await openFinance();
const { product, orders, purchaseOrders, invoices } = finance;

/** The names of a message, in which a field that is null is absent. */
const given = (names: object) => Object.fromEntries(Object.entries(names).filter(([, name]) => name !== null));

const listed = async (who: Caller) => (await orders.listOrders(query(), who)).data;

test('an order line has the names of its style, SKU and BOM; a new name is shown in lists and versions at once', async () => {
  const who = caller();
  const style = product.style({ name: 'Chore jacket', refId: 'CJ-26' });
  const [sku] = style.skus;
  const bom = product.bom(style.id);
  const order = await ordered(finance, who, {
    lineItems: [
      { skuId: sku?.id as string, bomId: bom.id, qty: 5 },
      { styleId: style.id, qty: 1 },
      { description: 'Freight', qty: 1 },
    ],
  });
  const lines = [
    { styleName: 'Chore jacket', refId: 'CJ-26', color: 'Navy', size: 'M', bomNumber: bom.documentId },
    { styleName: 'Chore jacket', refId: 'CJ-26', color: null, size: null, bomNumber: null },
    { styleName: null, refId: null, color: null, size: null, bomNumber: null },
  ];
  expect(order.lineItems).toMatchObject(lines.map(given));
  expect(order.lineItems[2]).not.toHaveProperty('styleName');
  const [created] = await envelopesOf(finance.store, order.id);
  expect(created.data.lineItems).toMatchObject(lines);

  Object.assign(style, { name: 'Dock jacket' });
  const [shown] = await listed(who);
  expect(shown?.lineItems[0]).toMatchObject({ styleName: 'Dock jacket', bomNumber: bom.documentId });
  const version = await orders.getOrderVersion({ id: order.id, versionNumber: 1 }, who);
  expect(version).toMatchObject({ clientName: 'Nordwind', lineItems: [{ styleName: 'Dock jacket' }, {}, {}] });
});

test('a new name is no change of the order: the same body again emits no event and keeps the revision', async () => {
  const who = caller();
  const style = product.style();
  const order = await ordered(finance, who, { lineItems: [{ styleId: style.id, qty: 5 }] });
  Object.assign(style, { name: 'Dock jacket' });
  const [line] = order.lineItems;
  const patch = { lineItems: [{ id: line?.id as string, styleId: style.id, qty: 5 }] };
  const reply = await orders.updateOrder({ id: order.id, patch, fields: ['lineItems'] }, who);
  expect(reply).toMatchObject({ eventId: '', revision: 1, record: { lineItems: [{ styleName: 'Dock jacket' }] } });
  expect(await envelopesOf(finance.store, order.id)).toHaveLength(1);
  const stored = await finance.store.connection.collection('orders').findOne({ _id: order.id as never });
  expect(stored?.lineItems[0]).not.toHaveProperty('styleName');
});

test('an event has the names of the values before the change, too', async () => {
  const who = caller();
  const [before, after] = [product.style({ name: 'Parka' }), product.style({ name: 'Anorak' })];
  const order = await ordered(finance, who, { status: 'draft', lineItems: [{ styleId: before.id, qty: 5 }] });
  const patch = { lineItems: [{ styleId: after.id, qty: 5 }] };
  await orders.updateOrder({ id: order.id, patch, fields: ['lineItems'] }, who);
  const envelopes = await envelopesOf(finance.store, order.id);
  expect(envelopes.at(-1)).toMatchObject({
    data: { lineItems: [{ styleName: 'Anorak' }] },
    previous: { lineItems: [{ styleName: 'Parka' }] },
  });
});

test('a document has the numbers of the documents that it names, those of its own org', async () => {
  const told = async (who: Caller): Promise<[SalesOrder, Invoice, Invoice]> => {
    const order = await ordered(finance, who);
    const note = await noted(finance, who, order.id, { lineItems: some(order, 2) });
    expect(note).toMatchObject({ salesOrderId: order.id, orderNumber: order.documentId });
    const of = { salesOrderId: order.id, lineItems: [] };
    const one = await invoiced(finance, who, {
      ...of,
      deliveryNoteId: note.id,
      lineItems: [{ description: 'Samples', amount: 10 }],
    });
    expect(one).toMatchObject({
      orderNumber: order.documentId,
      deliveryNoteNumber: note.documentId,
    });
    await invoices.issueInvoice({ id: one.id }, who);
    const credit = await recordOf(
      invoices.createInvoice(
        {
          invoice: {
            invoiceNumber: `C-${one.invoiceNumber}`,
            invoiceType: 'credit_note',
            correctsInvoiceId: one.id,
            status: 'issued',
            lineItems: [{ description: 'Samples', amount: 10 }],
          },
        },
        who,
      ),
    );
    return [order, one, credit];
  };
  const [here, there] = [caller(), caller()];
  const [[order, one, credit], [other]] = [await told(here), await told(there)];
  expect(other.documentId).toBe(order.documentId);
  expect(credit).toMatchObject({ correctsInvoiceNumber: one.invoiceNumber, orderNumber: order.documentId });

  await invoices.allocateInvoice({ id: credit.id, invoiceId: one.id, amount: 4 }, here);
  expect(await paymentsOf(finance, here, one.id)).toMatchObject([
    { invoiceNumber: one.invoiceNumber, creditNoteNumber: credit.invoiceNumber },
  ]);
  expect(await paymentsOf(finance, here, credit.id)).toMatchObject([
    { invoiceNumber: credit.invoiceNumber, allocatedInvoiceNumber: one.invoiceNumber },
  ]);
});

test('an item of a purchase order has the names of its account, BOM and material', async () => {
  const who = caller();
  const account = await recordOf(
    finance.accounts.createManagementAccount({ account: { code: '5100', name: 'Fabric' } }, who),
  );
  const [material, bom] = [product.material(), product.bom(product.style().id)];
  const item = { description: 'Twill', qty: '10', unitPrice: '2.5' };
  const named = { managementAccountId: account.id, materialId: material.id, bomId: bom.id };
  const order = await recordOf(
    purchaseOrders.createPurchaseOrder(
      { order: { supplierId: product.supplier().id, items: [{ ...item, ...named }, item] } },
      who,
    ),
  );
  const none = { managementAccountName: null, managementAccountCode: null, materialName: null, bomNumber: null };
  const names = { materialName: 'Twill', bomNumber: bom.documentId };
  const items = [{ ...names, managementAccountName: 'Fabric', managementAccountCode: '5100' }, none];
  expect(order.items).toMatchObject(items.map(given));
  const [created] = await envelopesOf(finance.store, order.internalId);
  expect(created.data.items).toMatchObject(items);

  const patch = { name: 'Cloth' };
  await finance.accounts.updateManagementAccount({ id: account.id, patch, fields: ['name'] }, who);
  const version = await purchaseOrders.getPurchaseOrderVersion({ id: order.id, versionNumber: 1 }, who);
  expect(version).toMatchObject({ supplierName: 'Weavers', items: [{ managementAccountName: 'Cloth' }, {}] });
});
