import fc from 'fast-check';
import type { Caller } from '../../support/service/callers.ts';
import { noted, ordered } from './delivery-note-scene.ts';
import { openFinance } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';

/** A running finance, and random sales and purchases for its reports. */

export const finance = await openFinance();
const { product } = finance;

export const styles = [product.style({ name: 'Parka', refId: 'P-26' }), product.style({ name: 'Tee' })];
export const clients = [product.client({ maxAccountValue: 1e12 }), product.client({ maxAccountValue: 1e12 })];
export const suppliers = [product.supplier(), product.supplier({ name: 'Spinners' })];
const material = product.material();
export const goods = [
  { skuId: styles[0]?.skus[0]?.id as string },
  { styleId: styles[0]?.id as string },
  { skuId: styles[1]?.skus[0]?.id as string },
  { description: 'Samples' },
];

export const OPEN = ['confirmed', 'in_production', 'partially_shipped'];
const status = fc.constantFrom('draft', 'confirmed', 'in_production', 'shipped', 'completed', 'cancelled');
/** A quantity of whole pieces or of hundredths. */
const qty = fc.oneof(
  fc.integer({ min: 1, max: 500 }),
  fc.integer({ min: 1, max: 50_000 }).map((n) => n / 100),
);
const share = fc.constantFrom(0, 0.25, 0.5, 1);
const line = fc.record({ of: fc.constantFrom(...goods), qty, unitPrice: fc.constantFrom(undefined, 0.333, 12.5) });
const date = fc.constantFrom(undefined, '2025-12-01', '2026-01-30', '2026-01-31', '2026-02-15', 'week 7');
export const sale = fc.record({
  ...{ client: fc.nat(1), status, lines: fc.array(line, { minLength: 1, maxLength: 4 }), shipped: share },
  ...{ invoiced: share, requestedDeliveryDate: date, deliveryWindowEnd: date },
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes an order of the sale, ships a share of its lines, and invoices a share of them. */
export async function sell(who: Caller, { client, lines, shipped, invoiced: billed, ...fields }: Sale): Promise<void> {
  const lineItems = lines.map(({ of, unitPrice, ...rest }) => ({
    ...{ ...of, ...rest },
    ...(unitPrice !== undefined && { unitPrice }),
  }));
  const { status, requestedDeliveryDate: asked, deliveryWindowEnd: end } = fields;
  const dates = { ...(asked && { requestedDeliveryDate: asked }), ...(end && { deliveryWindowEnd: end }) };
  const order = await ordered(finance, who, { clientId: clients[client]?.id as string, status, lineItems, ...dates });
  const part = (of: number) => order.lineItems.map(({ id, qty }) => ({ salesOrderLineItemId: id, qty: qty * of }));
  if (shipped > 0 && OPEN.includes(status))
    await noted(finance, who, order.id, { status: 'shipped', lineItems: part(shipped) });
  if (billed > 0 && status !== 'draft')
    await invoiced(finance, who, {
      salesOrderId: order.id,
      status: 'issued',
      lineItems: part(billed).map((one) => ({ ...one, unitPrice: 1 })),
    });
}

const item = fc.record({ qty: fc.integer({ min: 1, max: 10_000 }), received: share, price: fc.nat(1_000) });
export const purchase = fc.record({
  supplier: fc.nat(1),
  status: fc.constantFrom('draft', 'approved', 'issued', 'closed', 'cancelled'),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  expectedDeliveryDate: date,
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

/** Creates a purchase order of whole hundredths, and receives a share of its items. */
export async function buy(
  who: Caller,
  { supplier, items, expectedDeliveryDate: expected, status }: Purchase,
): Promise<void> {
  const input = {
    ...{ supplierId: suppliers[supplier]?.id as string, status, currency: 'EUR' },
    ...(expected && { expectedDeliveryDate: expected }),
    items: items.map(({ qty, price }) => ({
      ...{ description: 'Twill', materialId: material.id, qty: String(qty / 100), unitPrice: String(price / 100) },
    })),
  };
  const { record } = await finance.purchaseOrders.createPurchaseOrder({ order: input }, who);
  const received = items.map(({ qty, received }, at) => ({
    ...{ id: record?.items[at]?.id as string, qty: String(Math.floor(qty * received) / 100) },
  }));
  const some = received.filter(({ qty }) => Number(qty) > 0);
  if (status === 'issued' && some.length > 0)
    await finance.purchaseOrders.receivePurchaseOrder({ id: record?.internalId as string, items: some }, who);
}
