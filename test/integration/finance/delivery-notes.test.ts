import { describe, expect, test } from '@jest/globals';
import { caller, query } from '../../support/service/callers.ts';
import { changed, noted, ordered, some } from './delivery-note-scene.ts';
import { openReplicas } from './finance-service.ts';
import { refused, refusedAt, withTurn } from './refusals.ts';

const [finance, beside] = await openReplicas();

describe('what a delivery note names', () => {
  test('is taken by id or number, and fills what is left out', async () => {
    const who = caller();
    const { product } = finance;
    const [client, style] = [product.client({ name: 'Harbour' }), product.style({ refId: 'P-26' })];
    const [sku] = style.skus;
    const lineItems = [
      { skuId: sku?.id as string, description: 'Parka, navy', qty: 5 },
      { styleId: style.id, qty: 1 },
    ];
    const order = await ordered(finance, who, { clientId: client.id, lineItems });
    const note = await noted(finance, who, order.documentId, {
      lineItems: [
        ...some(order, 2),
        ...some(order, 1, 1),
        { ...some(order, 1)[0], description: 'Second choice', color: 'Blue', qty: 1, unit: 'pc', cartons: 3 },
        { skuId: sku?.documentId as string, qty: 7 },
        { description: 'Hangers', qty: 0.5 },
      ],
    });
    expect(note).toMatchObject({
      salesOrderId: order.id,
      clientId: client.id,
      clientName: 'Harbour',
      dropNumber: 1,
      status: 'draft',
    });
    expect(note.documentId).toMatch(/^DN-\d{4}-000001$/);
    const salesOrderLineItemId = order.lineItems[0]?.id;
    const names = { styleName: 'Parka', refId: 'P-26' };
    const navy = { skuId: sku?.id, ...names, color: 'Navy', size: 'M' };
    expect(note.lineItems.map(({ id: _, ...line }) => line)).toEqual([
      { ...navy, salesOrderLineItemId, description: 'Parka, navy', qty: 2 },
      { ...names, salesOrderLineItemId: order.lineItems[1]?.id, qty: 1 },
      { ...navy, salesOrderLineItemId, description: 'Second choice', color: 'Blue', qty: 1, unit: 'pc', cartons: 3 },
      { ...navy, qty: 7 },
      { description: 'Hangers', qty: 0.5 },
    ]);
    const { record } = await finance.deliveryNotes.getDeliveryNote({ id: note.documentId }, who);
    expect(record).toEqual(note);
  });

  test.each([
    ['line of the order', { salesOrderLineItemId: 'none', qty: 1 }, 'salesOrderLineItemId'],
    ['SKU', { skuId: 'none', qty: 1 }, 'skuId'],
  ])('is refused where there is no such %s, new or in a change', async (_what, line, field) => {
    const who = caller();
    const { id } = await ordered(finance, who);
    const there = refusedAt('body', 'lineItems', '1', field);
    const lineItems = [{ qty: 1 }, line];
    await expect(noted(finance, who, id, { lineItems })).rejects.toEqual(there);
    const note = await noted(finance, who, id);
    await expect(changed(finance, who, note.id, { lineItems })).rejects.toEqual(there);
  });

  test('is an order of the org: any other is refused', async () => {
    const order = await ordered(finance, caller());
    for (const key of [order.id, 'none', 'SO-2026-999999']) {
      await expect(noted(finance, caller(), key)).rejects.toEqual(refusedAt('body', 'salesOrderId'));
    }
  });

  test('may be a line that the order has lost since, of a line that stays as it was read', async () => {
    const who = caller();
    const lineItems = [
      { description: 'Samples', qty: 10 },
      { description: 'Labels', qty: 1 },
    ];
    const order = await ordered(finance, who, { lineItems });
    const ready = await noted(finance, who, order.id, { status: 'ready', lineItems: some(order, 2) });
    const draft = await noted(finance, who, order.id, { lineItems: some(order, 2) });
    const patch = { lineItems: order.lineItems.slice(1) };
    await finance.orders.updateOrder({ id: order.id, patch, fields: ['lineItems'] }, who);

    const renoted = await changed(finance, who, ready.id, { lineItems: ready.lineItems, notes: 'new' });
    expect(renoted).toMatchObject({ notes: 'new', lineItems: ready.lineItems, status: 'ready' });
    const [line] = draft.lineItems as [(typeof draft.lineItems)[number]];
    expect(await changed(finance, who, draft.id, { lineItems: [{ ...line, qty: 3 }] })).toMatchObject({
      lineItems: [{ ...line, qty: 3 }],
    });

    const there = refusedAt('body', 'lineItems', '0', 'salesOrderLineItemId');
    const { id: _, ...anew } = line;
    await expect(changed(finance, who, draft.id, { lineItems: [anew] })).rejects.toEqual(there);
    const left = { ...line, ...some(order, 1, 1)[0] };
    expect(await changed(finance, who, draft.id, { lineItems: [left] })).toMatchObject({ lineItems: [left] });
    await expect(changed(finance, who, draft.id, { lineItems: [line] })).rejects.toEqual(there);
  });

  test('has a quantity above 0', async () => {
    const who = caller();
    const { id } = await ordered(finance, who);
    await expect(noted(finance, who, id, { lineItems: [{ qty: 0 }] })).rejects.toEqual(
      refusedAt('body', 'deliveryNote', 'lineItems', '0', 'qty'),
    );
  });
});

test('a style whose SKU a note names is held as such, until the note is gone', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const style = finance.product.style();
  const order = await ordered(finance, who);
  const note = await noted(finance, who, order.id, { lineItems: [{ skuId: style.skus[0]?.id as string, qty: 1 }] });
  const users = () =>
    finance.store.transaction((session) => finance.references.usersOfAny(session, orgId, [`style:${style.id}`], 4));
  expect(await users()).toMatchObject([{ kind: 'delivery_note', name: note.documentId }]);
  await finance.deliveryNotes.deleteDeliveryNote({ id: note.id }, who);
  expect(await users()).toEqual([]);
});

describe('drop numbers', () => {
  test('of 20 notes that are made at once at two replicas are all different, for each order from 1', async () => {
    const who = caller();
    const [one, another] = [await ordered(finance, who), await ordered(finance, who)];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => withTurn(() => noted(index % 2 ? beside : finance, who, one.id))),
    );
    const numbers = made.map(({ dropNumber }) => dropNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect((await noted(finance, who, another.id)).dropNumber).toBe(1);
  });

  test('go on after a delete, and have no gap for a note that was refused', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const { id } = await noted(finance, who, order.id);
    await finance.deliveryNotes.deleteDeliveryNote({ id }, who);
    const tooMany = { status: 'shipped', lineItems: some(order, 11) };
    await expect(noted(finance, who, order.id, tooMany)).rejects.toEqual(refused('conflict'));
    expect((await noted(finance, who, order.id)).dropNumber).toBe(2);
  });
});

test('a note is found by its carrier and tracking number of now, and not by its number', async () => {
  const who = caller();
  const { id } = await ordered(finance, who);
  const { id: noteId, documentId } = await noted(finance, who, id, { carrier: 'South Air', trackingNumber: 'T-100' });
  await changed(finance, who, noteId, { carrier: 'North Lines' });
  const found = async (search: string) => (await finance.deliveryNotes.listDeliveryNotes(query({ search }), who)).total;
  expect(await Promise.all(['NORTH', 't-10', 'south', documentId].map(found))).toEqual([1, 1, 0, 0]);
});
