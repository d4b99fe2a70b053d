import type { z } from 'zod';
import { invalidField } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { SalesOrderLineInput } from '#proto/finance/v1/contract.ts';
import { keysOf, named, requireLoaded, requireReferenced } from '../documents/domain/named.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { Order, OrderChanges } from './domain/order.ts';
import type { OrderLineInput } from './domain/order-line.ts';
import type { OrderRepository } from './repository.ts';

type LineInput = z.output<typeof SalesOrderLineInput>;

/** The local copies that fields of orders are resolved with. */
export type OrderCopies = Pick<LocalCopies, 'find' | 'findMany' | 'findSkus'>;

/**
 * Errors: validation_failed at clientId if there is no such client; upstream_unavailable when product cannot be asked.
 */
export const requireClient = async (copies: OrderCopies, key: string, call: Call): Promise<ClientCopy> =>
  requireReferenced(await copies.find('client', key, call), 'client', key);

/** validation_failed at salesOrderId. */
export const noSuchOrder = (key: string) =>
  invalidField(['body', 'salesOrderId'], 'no sales order has this id; POST /api/v1/orders creates one', key);

/**
 * Loads the order of a document. Other writes of this process wait for the order until the transaction has ended.
 * Errors: validation_failed if the order was deleted.
 */
export const holdOrder = (orders: Pick<OrderRepository, 'load'>, tx: Transaction, id: string): Promise<Order> =>
  requireLoaded(orders.load(tx, { id }), () => noSuchOrder(id));

/** New values, with the records that they name. Errors: as `resolveLines`. */
export async function resolveChanges(
  copies: OrderCopies,
  { clientId, lineItems, ...changes }: SentChanges,
  call: Call,
): Promise<OrderChanges> {
  const client =
    clientId !== undefined && clientId !== null ? { client: await requireClient(copies, clientId, call) } : {};
  if (!lineItems) return { ...changes, ...client };
  return { ...changes, ...client, lineItems: await resolveLines(copies, lineItems, call) };
}

interface SentChanges extends Omit<OrderChanges, 'client' | 'lineItems'> {
  clientId?: string | null;
  lineItems?: LineInput[];
}

/**
 * The lines with the ids of the records that they name. Errors: validation_failed for a record that does not exist;
 * upstream_unavailable when product cannot be asked.
 */
export async function resolveLines(
  copies: OrderCopies,
  inputs: readonly LineInput[],
  call: Call,
): Promise<OrderLineInput[]> {
  const [styles, skus, boms] = await Promise.all([
    copies.findMany('style', keysOf(inputs, 'styleId'), call),
    copies.findSkus(keysOf(inputs, 'skuId'), call),
    copies.findMany('bom', keysOf(inputs, 'bomId'), call),
  ]);
  const faults = new Faults();
  const lines = inputs.map(({ id, ...input }, index): OrderLineInput => {
    const at = faults.within('lineItems', String(index));
    const style = named(styles, input, 'styleId', at);
    const sku = named(skus, input, 'skuId', at);
    const bom = named(boms, input, 'bomId', at);
    if (style && sku && sku.style.id !== style.id)
      at.add(['skuId'], `it is of style ${sku.style.documentId}`, input.skuId);
    return {
      ...(id !== undefined && { id }),
      styleId: style?.id ?? sku?.style.id ?? null,
      skuId: sku?.sku.id ?? null,
      bomId: bom?.id ?? null,
      description: input.description ?? null,
      qty: input.qty,
      unitPrice: input.unitPrice ?? null,
      discountPercent: input.discountPercent ?? null,
      taxRate: input.taxRate ?? null,
    };
  });
  faults.throwIfAny();
  return lines;
}
