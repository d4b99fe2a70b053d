import type { Faults } from '#chassis/domain/faults.ts';
import { partIds } from '#chassis/domain/record.ts';
import { canonical, exactAmount } from '../../documents/domain/exact-amounts.ts';

/** A bought item (decisions 6: Direct-cost PO). Decimals are text, exact to their last digit. */
export interface PurchaseOrderItem {
  id: string;
  /** 1 for the first. */
  lineNumber: number;
  description: string;
  managementAccountId: string | null;
  bomId: string | null;
  materialId: string | null;
  qty: string;
  unit: string | null;
  unitPrice: string;
  /** In percent; null: the order's. */
  taxRate: string | null;
  amount: string;
  receivedQty: string;
}

/** An item as it is sent, with the ids of what it names. */
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

/** The whole list anew; an item that is sent with its id stays that item. Faults: an amount of too many digits. */
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
