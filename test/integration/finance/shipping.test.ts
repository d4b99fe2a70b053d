import { describe, expect, test } from '@jest/globals';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { type Caller, caller, envelopesOf } from '../../support/service/callers.ts';
import { noted, ordered, some, standOf } from './delivery-note-scene.ts';
import { openReplicas } from './finance-service.ts';
import { refused } from './refusals.ts';

const [finance, beside] = await openReplicas();

const ready = (who: Caller, order: SalesOrder, qty: number) =>
  noted(finance, who, order.id, { status: 'ready', lineItems: some(order, qty) });

describe('shipping', () => {
  test('raises what was shipped of the order, which is shipped when all of it is', async () => {
    const who = caller();
    const order = await ordered(finance, who, {
      lineItems: [
        { description: 'Jackets', qty: 3 },
        { description: 'Trousers', qty: 0.3 },
      ],
    });
    const { deliveryNotes } = finance;
    const first = await noted(finance, who, order.id, {
      status: 'ready',
      carrier: 'Boat',
      lineItems: [...some(order, 2), ...some(order, 1), ...some(order, 0.1, 1), { description: 'Hangers', qty: 99 }],
    });
    const shipment = { id: first.id, actualShipDate: '2026-02-03', trackingNumber: 'T-1' };
    expect((await deliveryNotes.shipDeliveryNote(shipment, who)).record).toMatchObject({
      status: 'shipped',
      actualShipDate: '2026-02-03',
      carrier: 'Boat',
      trackingNumber: 'T-1',
    });
    expect(await standOf(finance, who, order)).toEqual(['partially_shipped', 3, 0.1]);
    const rest = await noted(finance, who, order.id, { status: 'ready', lineItems: some(order, 0.2, 1) });
    expect((await deliveryNotes.shipDeliveryNote({ id: rest.id }, who)).record?.actualShipDate).toBe('2026-01-31');
    expect(await standOf(finance, who, order)).toEqual(['shipped', 3, 0.3]);
    const told = (await envelopesOf(finance.store, order.id)).map(({ type, data }) => [type, data.status]);
    expect(told).toEqual([
      ['order.created', 'confirmed'],
      ['order.shipped', 'partially_shipped'],
      ['order.shipped', 'shipped'],
    ]);
  });

  test.each(['shipped', 'delivered'])('is what making one as %s does', async (status) => {
    const who = caller();
    const order = await ordered(finance, who);
    const made = await noted(finance, who, order.id, { status, lineItems: some(order, 4) });
    expect(made).toMatchObject({ status, actualShipDate: '2026-01-31' });
    expect(await standOf(finance, who, order)).toEqual(['partially_shipped', 4]);
    await expect(noted(finance, who, order.id, { status, lineItems: some(order, 7) })).rejects.toEqual(
      refused('conflict'),
    );
    const draft = await ordered(finance, who, { status: 'draft' });
    await expect(noted(finance, who, draft.id, { status })).rejects.toEqual(refused('invalid_transition'));
  });

  test('of what counts against nothing ships the order in part, and leaves all its lines to ship', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    await noted(finance, who, order.id, { status: 'shipped', lineItems: [{ description: 'Hangers', qty: 99 }] });
    expect(await standOf(finance, who, order)).toEqual(['partially_shipped', 0]);
  });

  test('one note at 20 calls at once ships once', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const { id } = await ready(who, order, 1);
    const calls = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? beside : finance).deliveryNotes.shipDeliveryNote({ id }, who),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await standOf(finance, who, order)).toEqual(['partially_shipped', 1]);
  });
});

describe('its order', () => {
  test('is not deleted, nor given to another client, while a note refers to it that is not cancelled', async () => {
    const who = caller();
    const order = await ordered(finance, who, { status: 'draft' });
    const { id, documentId } = await noted(finance, who, order.id);
    const { orders, deliveryNotes, product } = finance;
    const give = () =>
      orders.updateOrder(
        { id: order.id, patch: { clientId: product.client().id, lineItems: [] }, fields: ['clientId'] },
        who,
      );
    const inUse = expect.objectContaining({ code: 'in_use', message: expect.stringContaining(documentId) });
    await expect(orders.deleteOrder({ id: order.id }, who)).rejects.toEqual(inUse);
    await expect(give()).rejects.toEqual(inUse);
    await deliveryNotes.cancelDeliveryNote({ id }, who);
    await expect(give()).resolves.toBeDefined();
    await expect(orders.deleteOrder({ id: order.id }, who)).resolves.toBeDefined();
    expect((await deliveryNotes.getDeliveryNote({ id }, who)).record?.salesOrderId).toBe(order.id);
  });
});
