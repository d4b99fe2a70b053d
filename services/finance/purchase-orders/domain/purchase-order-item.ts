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
}

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
}

/**
 * Replaces all items. An item that is sent with its id keeps the id. Faults: an amount of more than MAX_DIGITS digits.
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
      receivedQty: known.get(id)?.receivedQty ?? '0',
    };
  });
}
