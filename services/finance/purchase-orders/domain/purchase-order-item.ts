import type { Faults } from '#chassis/domain/faults.ts';
import { partIds } from '#chassis/domain/record.ts';
import { canonical, exactAmount } from '../../documents/domain/exact-amounts.ts';

/** A bought item (decisions 6: Direct-cost PO). Decimals are exact text. */
export interface PurchaseOrderItem {
  id: string;
  /** The first item has number 1. */
  lineNumber: number;
  description: string;
  managementAccountId: string | null;
  bomId: string | null;
  materialId: string | null;
  qty: string;
  unit: string | null;
  unitPrice: string;
  /** Percent; null: the rate of the order. */
  taxRate: string | null;
  amount: string;
  receivedQty: string;
  materialSkuId: string | null;
  /**
   * The sales orders that the item was bought for (decisions 7: Material requirements). `shippedPieces`: the pieces in
   * shippedQty, by the BOM of their goods. Callers do not see them.
   */
  forOrders: (ShownPart & { shippedPieces?: readonly { bomId: string; qty: string }[] })[];
}

type ShownPart = { salesOrderId: string; orderNumber: string; qty: string; shippedQty: string };

/** The fields that items of an earlier version lack. */
export const NO_ORDERS: Pick<PurchaseOrderItem, 'materialSkuId' | 'forOrders'> = { materialSkuId: null, forOrders: [] };

/** The item as callers see it. */
export const shownItem = ({ forOrders = [], ...item }: PurchaseOrderItem) => ({
  ...NO_ORDERS,
  ...item,
  forOrders: forOrders.map(({ shippedPieces: _, ...part }): ShownPart => part),
});

/** An item of a request, with the ids of the records that it names. */
export interface PurchaseOrderItemInput {
  id?: string;
  description: string;
  managementAccountId: string | null;
  bomId: string | null;
  materialId: string | null;
  qty: string;
  unit: string | null;
  unitPrice: string;
  taxRate: string | null;
  /** Only of items that material requirements make. */
  materialSkuId?: string | null;
  forOrders?: PurchaseOrderItem['forOrders'];
}

/**
 * Replaces all items. An item that is sent with its id keeps the id. While it has the same material, it also keeps the
 * sales orders that it was bought for. Faults: an amount of more than MAX_DIGITS digits.
 */
export function replaceItems(
  before: readonly PurchaseOrderItem[] | undefined,
  inputs: readonly PurchaseOrderItemInput[],
  { currency, newId, faults }: { currency: string; newId: () => string; faults: Faults },
): PurchaseOrderItem[] {
  const known = new Map(before?.map((item) => [item.id, item]));
  const ids = partIds({ field: 'items', sent: inputs, known: before }, newId);
  return inputs.map((input, index) => {
    const id = ids[index] as string;
    const { description, managementAccountId, bomId, materialId, unit } = input;
    const earlier = known.get(id);
    const { materialSkuId, forOrders } = { ...NO_ORDERS, ...(earlier?.materialId === materialId ? earlier : input) };
    const [qty, unitPrice] = [canonical(input.qty), canonical(input.unitPrice)];
    return {
      id,
      lineNumber: index + 1,
      description,
      managementAccountId,
      bomId,
      materialId,
      qty,
      unit,
      unitPrice,
      taxRate: input.taxRate === null ? null : canonical(input.taxRate),
      amount: exactAmount(qty, unitPrice, currency, faults.within('items', String(index))),
      receivedQty: earlier?.receivedQty ?? '0',
      materialSkuId,
      forOrders,
    };
  });
}
