import { expect, test } from '@jest/globals';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { styledLines } from '../../../../services/finance/delivery-notes/styled-lines-repository.ts';
import { invoiceModel } from '../../../../services/finance/invoices/invoice-model.ts';
import { orderedGoods } from '../../../../services/finance/invoices/ordered-goods-repository.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { noted, ordered } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { changed, invoiced } from '../invoice-scene.ts';

/** Lists by the goods of their lines (decisions 6: filters styleId, skuId and materialId). */

const finance = await openFinance();
const { store } = finance;

type Goods = { styleId: string } | { skuId: string };

/** The ids of the documents with the goods, by kind. */
const documentsWith = async (who: Caller, goods: Goods) => ({
  orders: idsOf(await finance.orders.listOrders({ ...query(), ...goods }, who)),
  notes: idsOf(await finance.deliveryNotes.listDeliveryNotes({ ...query(), ...goods }, who)),
  invoices: idsOf(await finance.invoices.listInvoices({ ...query(), ...goods }, who)),
});
const idsOf = ({ data, total }: { data: { id: string }[]; total: number }) => {
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
};

test('orders, notes and invoices are found by the style and the SKU of a line, in their org and for their client', async () => {
  const [who, stranger] = [caller(), caller()];
  const style = finance.product.style();
  const skuId = style.skus[0]?.id as string;
  const lineItems = [
    { description: 'Freight', qty: 5, unitPrice: 10 },
    { skuId, qty: 12, unitPrice: 47.5 },
  ];
  const scene = async (one: Caller) => {
    const order = await ordered(finance, one, { lineItems });
    const shipped = [{ salesOrderLineItemId: order.lineItems[1]?.id as string, qty: 2 }];
    const note = await noted(finance, one, order.id, { lineItems: shipped, status: 'shipped' });
    const invoice = await invoiced(finance, one, { salesOrderId: order.id, linesFrom: 'ordered', lineItems: [] });
    await ordered(finance, one, { lineItems: lineItems.slice(0, 1) });
    await invoiced(finance, one);
    return { order, note, invoice };
  };
  const { order, note, invoice } = await scene(who);
  await scene(stranger);
  const all = { orders: [order.id], notes: [note.id], invoices: [invoice.id] };
  const none = { orders: [], notes: [], invoices: [] };
  expect(await documentsWith(who, { styleId: style.id })).toEqual(all);
  expect(await documentsWith(who, { skuId })).toEqual(all);
  expect(await documentsWith(who, { skuId: style.id })).toEqual(none);
  // A draft is not for the client.
  const own = callerOfClient(who, order.clientId);
  expect(await documentsWith(own, { skuId })).toEqual({ ...all, invoices: [] });
  expect(await documentsWith(callerOfClient(who, 'another'), { skuId })).toEqual(none);

  // The lines keep their goods when they are sent back, also after the issue.
  const sentBack = { lineItems: invoice.lineItems.map(({ invoiceId: _, ...line }) => line) } as never;
  await changed(finance, who, invoice.id, { ...(sentBack as object), notes: 'Draft' });
  await finance.invoices.issueInvoice({ id: invoice.id }, who);
  await changed(finance, who, invoice.id, { ...(sentBack as object), notes: 'Issued' });
  expect(await documentsWith(own, { styleId: style.id })).toEqual(all);
  const seen = (await finance.invoices.getInvoice({ id: invoice.id }, who)).record?.lineItems ?? [];
  expect(seen.flatMap((line) => Object.keys(line))).not.toContain('styleId');
});

test('invoices of an earlier version get the goods of their order lines, once', async () => {
  const who = caller();
  const style = finance.product.style();
  const order = await ordered(finance, who, { lineItems: [{ styleId: style.id, qty: 3, unitPrice: 1 }] });
  const invoice = await invoiced(finance, who, { salesOrderId: order.id, linesFrom: 'ordered', lineItems: [] });
  const stored = store.connection.collection<{ _id: string; lineItems: Record<string, unknown>[] }>(
    invoiceModel.collection,
  );
  const { lineItems = [] } = (await stored.findOne({ _id: invoice.id })) ?? {};
  const earlier = lineItems.map(({ styleId: _, skuId: __, ...line }) => line);
  await stored.updateOne({ _id: invoice.id }, { $set: { lineItems: earlier } });
  const found = async () => (await documentsWith(who, { styleId: style.id })).invoices;
  expect(await found()).toEqual([]);
  const upgrade = orderedGoods('orders');
  expect(await upgrade.apply(store.connection)).toBe(1);
  expect(await found()).toEqual([invoice.id]);
  expect(await upgrade.apply(store.connection)).toBe(0);
});

test('notes of an earlier version get the style of their order lines, and hold it, once', async () => {
  const who = caller();
  const style = finance.product.style();
  const skuId = style.skus[0]?.id as string;
  const lines = [
    { styleId: style.id, qty: 3 },
    { skuId, qty: 2 },
    { description: 'Freight', qty: 1 },
  ];
  const order = await ordered(finance, who, { lineItems: lines });
  const lineItems = order.lineItems.map(({ id, qty }) => ({ salesOrderLineItemId: id, qty }));
  const note = await noted(finance, who, order.id, { lineItems });
  type Line = Record<string, unknown>;
  const notes = store.connection.collection<{ _id: string; lineItems: Line[] }>('delivery_notes');
  const references = store.connection.collection<{ _id: string }>('references');
  const now = await notes.findOne({ _id: note.id });
  const targets = async () => (await references.find({ source: `delivery_note:${note.id}` } as never).toArray()).length;
  const all = await targets();
  const earlier = (now?.lineItems ?? [])
    .slice(0, 1)
    .map(({ styleName: _, refId: __, ...line }) => ({ ...line, styleId: null }));
  await notes.updateOne({ _id: note.id }, { $set: { lineItems: earlier } });
  await references.deleteMany({
    _id: { $in: [`delivery_note:${note.id}>style:${style.id}`, `delivery_note:${note.id}>sku:${skuId}`] },
  });
  const found = async () => (await documentsWith(who, { styleId: style.id })).notes;
  expect(await found()).toEqual([]);
  const upgrade = styledLines(openReferences(store), 'orders');
  expect(await upgrade.apply(store.connection)).toBe(1);
  expect(await found()).toEqual([note.id]);
  expect(await targets()).toBe(all - 1);
  expect(await upgrade.apply(store.connection)).toBe(0);
});

test('purchase orders are found by the material of an item, in their org', async () => {
  const [who, stranger] = [caller(), caller()];
  const { id: materialId } = finance.product.material();
  const { id: supplierId } = finance.product.supplier();
  const items = [
    { description: 'Freight', qty: '1', unitPrice: '10' },
    { description: 'Twill', qty: '50', unitPrice: '4', materialId },
  ];
  const made = async (one: Caller, some: typeof items) =>
    (await finance.purchaseOrders.createPurchaseOrder({ order: { supplierId, currency: 'EUR', items: some } }, one))
      .record?.id;
  const id = await made(who, items);
  await made(who, items.slice(0, 1));
  await made(stranger, items);
  const list = async (filter: object) =>
    idsOf((await finance.purchaseOrders.listPurchaseOrders({ ...query(), ...filter }, who)) as never);
  expect(await list({ materialId })).toEqual([id]);
  expect(await list({ materialId, supplierId })).toEqual([id]);
  expect(await list({ materialId: 'another' })).toEqual([]);
  expect(await list({ materialSkuId: materialId })).toEqual([]);
});
