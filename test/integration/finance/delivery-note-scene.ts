import type { DeliveryNote } from '#proto/gen/finance/v1/DeliveryNote.ts';
import type { DeliveryNoteInput } from '#proto/gen/finance/v1/DeliveryNoteInput.ts';
import type { DeliveryNotePatch } from '#proto/gen/finance/v1/DeliveryNotePatch.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import type { SalesOrderInput } from '#proto/gen/finance/v1/SalesOrderInput.ts';
import type { Caller } from '../../support/service/callers.ts';
import type { FinanceService } from './finance-service.ts';

/** Creates a confirmed order with ten sets of samples. */
export async function ordered(
  { orders, product }: FinanceService,
  who: Caller,
  order: Partial<SalesOrderInput> = {},
): Promise<SalesOrder> {
  const clientId = order.clientId ?? product.client().id;
  const fields = { lineItems: [{ description: 'Samples', qty: 10 }], status: 'confirmed', ...order, clientId };
  return (await orders.createOrder({ order: fields }, who)).record as SalesOrder;
}

/** Creates a draft without lines. */
export async function noted(
  { deliveryNotes }: FinanceService,
  who: Caller,
  salesOrderId: string,
  note: Partial<DeliveryNoteInput> = {},
): Promise<DeliveryNote> {
  const deliveryNote = { lineItems: [], ...note, salesOrderId };
  return (await deliveryNotes.createDeliveryNote({ deliveryNote }, who)).record as DeliveryNote;
}

/** Changes the fields of the patch. */
export async function changed(
  { deliveryNotes }: FinanceService,
  who: Caller,
  id: string,
  patch: Partial<DeliveryNotePatch>,
): Promise<DeliveryNote> {
  const change = { id, patch: { lineItems: [], ...patch }, fields: Object.keys(patch) };
  return (await deliveryNotes.updateDeliveryNote(change, who)).record as DeliveryNote;
}

/** Lines of a note with this quantity of a line of the order. */
export const some = ({ lineItems }: SalesOrder, qty: number, line = 0) => [
  { salesOrderLineItemId: lineItems[line]?.id as string, qty },
];

/** Status of an order, and the shipped quantity of each line. */
export async function standOf({ orders }: FinanceService, who: Caller, { id }: SalesOrder) {
  const { record } = await orders.getOrder({ id }, who);
  return [record?.status, ...(record?.lineItems ?? []).map(({ shippedQty }) => shippedQty)];
}
