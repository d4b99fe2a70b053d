import { parseDecimal } from '#chassis/domain/money.ts';
import { notesWithReason, taxRows } from '../../documents/domain/printed-taxes.ts';
import { exactTaxesOf } from '../../documents/domain/taxes.ts';
import { markOf } from '../../pdf/domain/mark.ts';
import {
  type Column,
  factsOf,
  fileNameOf,
  type Party,
  type PrintedDocument,
  withoutSilent,
} from '../../pdf/domain/printed-document.ts';
import type { PurchaseOrder } from './purchase-order.ts';

const COLUMNS: Column[] = [
  { title: '#', align: 'right' },
  { title: 'Description', fills: true },
  { title: 'Qty', align: 'right' },
  { title: 'Unit' },
  { title: 'Unit price', align: 'right' },
  { title: 'Tax %', align: 'right' },
  { title: 'Amount', align: 'right' },
];

/** The order as a document to print. Decimals are printed as they are stored, with all digits. */
export function printedPurchaseOrder(
  order: PurchaseOrder,
  { issuer, supplier }: Record<'issuer' | 'supplier', Party>,
): PrintedDocument {
  const lines = order.items.map((item) => [
    String(item.lineNumber),
    item.description,
    item.qty,
    item.unit ?? '',
    item.unitPrice,
    item.taxRate ?? order.taxRate,
    item.amount,
  ]);
  const taxes = exactTaxesOf(order);
  const isAdjusted = !parseDecimal(order.adjustment).eq(0);
  return {
    title: 'Purchase order',
    number: order.documentId,
    mark: markOf(order.status),
    fileName: fileNameOf(order.documentId),
    changedAt: order.updatedAt,
    issuer,
    parties: [{ label: 'Supplier', ...supplier }],
    facts: factsOf({
      'Order date': order.orderDate,
      'Expected delivery': order.expectedDeliveryDate,
      Currency: order.currency,
      'Your reference': order.supplierRefPO,
      'Material request': order.linkedMrId,
      Version: order.currentVersion > 1 ? order.currentVersion : null,
    }),
    ...withoutSilent(COLUMNS, lines),
    totals: factsOf({
      Subtotal: order.subtotal,
      ...taxRows(taxes),
      Adjustment: isAdjusted ? order.adjustment : null,
      [`Total ${order.currency}`]: order.total,
    }),
    notes: notesWithReason(order.notes, taxes),
  };
}
