import { invalidField } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import type { Call } from '#chassis/rpc/grpc-server.ts';
import type { SentInvoiceLine } from '#proto/finance/v1/contract.ts';
import { orderLineFinder } from '../domain/named.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { Order } from '../orders/domain/order.ts';
import { requireClient } from '../orders/order-references.ts';
import type { OrgSettings } from '../org-settings.ts';
import type { Subject } from './domain/invoice.ts';
import type { InvoiceLine, InvoiceLineInput } from './domain/invoice-line.ts';

/** Where what invoices name is looked up. */
export type InvoiceCopies = Pick<LocalCopies, 'find' | 'findMany' | 'findSkus'>;

/** The client that is sent; undefined for none. Errors: validation_failed when there is none; upstream_unavailable. */
export const findClient = async (
  copies: InvoiceCopies,
  key: string | null | undefined,
  call: Call,
): Promise<ClientCopy | undefined> =>
  key === null || key === undefined ? undefined : requireClient(copies, key, call);

/** An invoice is to its order's client. Errors: validation_failed for another one. */
export function subjectOf(
  order: Pick<Order, 'id' | 'clientId' | 'clientName'> | undefined,
  client: Pick<ClientCopy, 'id' | 'name'> | undefined,
): Subject {
  if (!order) return { salesOrderId: null, clientId: client?.id ?? null, clientName: client?.name ?? null };
  if (client && client.id !== order.clientId) {
    throw invalidField(['body', 'clientId'], "it is not the order's client; leave it out to take that", client.id);
  }
  return { salesOrderId: order.id, clientId: order.clientId, clientName: order.clientName };
}

/** decisions 7: Defaults. Errors: validation_failed where nobody says which; upstream_unavailable. */
export async function currencyOf(
  sent: string | undefined,
  ofOrder: Pick<Order, 'currency'> | undefined,
  client: Pick<ClientCopy, 'currency'> | undefined,
  defaultCurrency: () => ReturnType<OrgSettings['defaultCurrency']>,
): Promise<string> {
  const currency = sent ?? ofOrder?.currency ?? client?.currency ?? (await defaultCurrency());
  if (currency !== undefined) return currency;
  throw invalidField(['body', 'currency'], 'neither an order, a client nor the org has one; name a currency', null);
}

/**
 * The lines as they are kept. `before`: those that are there, of the same order. Errors: validation_failed for a line that is
 * not of the order, unless it stays what it was.
 */
export function resolveLines(
  ordered: readonly { id: string }[],
  inputs: readonly SentInvoiceLine[],
  before: readonly InvoiceLine[] = [],
): InvoiceLineInput[] {
  const findOrderLine = orderLineFinder(ordered, before);
  const faults = new Faults();
  const lines = inputs.map((input, index): InvoiceLineInput => {
    const { id, description = null, qty = null, unitPrice = null, amount = null } = input;
    const at = faults.within('lineItems', String(index));
    return {
      ...(id !== undefined && { id }),
      salesOrderLineItemId: findOrderLine(input, at)?.id ?? null,
      description,
      qty,
      unitPrice,
      amount,
      attributes: attributesOf(input),
    };
  });
  faults.throwIfAny();
  return lines;
}

/** Beside the named fields a field of one's own says more than the same one among the attributes. */
function attributesOf({ attributes = '{}', freeFields = '{}' }: SentInvoiceLine): string {
  return JSON.stringify({ ...(JSON.parse(attributes) as object), ...(JSON.parse(freeFields) as object) });
}

/** A line that stays names a line of the order that stays. Errors: validation_failed. */
export function refuseForeignLines(
  lines: readonly { salesOrderLineItemId: string | null }[],
  order: Pick<Order, 'lineItems' | 'id'> | undefined,
): void {
  const known = new Set(order?.lineItems.map(({ id }) => id));
  const isForeign = lines.some(({ salesOrderLineItemId: id }) => id !== null && !known.has(id));
  if (!isForeign) return;
  const why = 'its lines name lines of the order that it was of; send lineItems, too';
  throw invalidField(['body', 'salesOrderId'], why, order?.id ?? null);
}
