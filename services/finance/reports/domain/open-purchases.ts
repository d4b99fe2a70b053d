import { amountText, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import type { OpenPurchasesRow } from '#proto/finance/v1/report.contract.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import type { PurchaseOrder } from '../../purchase-orders/domain/purchase-order.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** A row without the names of its supplier and material. */
export type OpenItem = Omit<OpenPurchasesRow, 'supplierName' | 'materialName'>;

type AwaitedOrder = Pick<
  PurchaseOrder,
  'documentId' | 'supplierId' | 'supplierRefPO' | 'currency' | 'expectedDeliveryDate' | 'items'
>;

interface Item {
  /** Start of the expected date, in epoch milliseconds. */
  due: number;
  row: OpenItem;
}

/** Collects the items of purchase orders of which something is left to receive (decisions 7: Reports). */
export class OpenPurchases {
  readonly #startOfToday: number;
  readonly #items: Item[] = [];

  /** `today`: ISO 8601. */
  constructor(today: string) {
    this.#startOfToday = dateSortKey(today) ?? 0;
  }

  /** Errors: validation_failed above the limit of rows. */
  add({ documentId: purchaseOrderId, items, ...order }: AwaitedOrder): void {
    const { supplierId, supplierRefPO, currency, expectedDeliveryDate } = order;
    const due = dateSortKey(expectedDeliveryDate) ?? NEVER;
    for (const { id: itemId, lineNumber, description, materialId, unit, unitPrice, qty, receivedQty } of items) {
      const left = parseDecimal(qty).minus(parseDecimal(receivedQty));
      if (!left.gt(0)) continue;
      const leftAmount = amountText(currency, roundTo(currency, multiply(left, parseDecimal(unitPrice))));
      const row = {
        ...{ purchaseOrderId, supplierId, supplierRefPO, itemId, lineNumber, description, materialId, unit },
        ...{ orderedQty: qty, receivedQty, leftQty: canonicalText(left), unitPrice, leftAmount, currency },
        ...{ expectedDeliveryDate, isLate: due < this.#startOfToday },
      };
      this.#items.push({ due, row });
    }
    refuseTooManyRows(this.#items.length, ['supplierId']);
  }

  /** Late goods first; then the earliest expected date first, and goods without a date last; then by supplier. */
  rows(): OpenItem[] {
    return this.#items.sort(byDueAndSupplier).map(({ row }) => row);
  }
}

/** Expected date of goods without one. */
const NEVER = Number.POSITIVE_INFINITY;

function byDueAndSupplier({ due, row: { supplierId } }: Item, { due: otherDue, row }: Item): number {
  if (due !== otherDue) return due - otherDue;
  return supplierId === row.supplierId ? 0 : supplierId < row.supplierId ? -1 : 1;
}
