import { Faults } from '#chassis/domain/faults.ts';
import type { ToInvoiceRow } from '#proto/finance/v1/report.contract.ts';
import { lineAmount } from '../../documents/domain/amounts.ts';
import type { Order } from '../../orders/domain/order.ts';
import { leftOf } from './exact-sum.ts';

/** A row without the names of its client, style and SKU. */
export type LineToInvoice = Omit<ToInvoiceRow, 'clientName' | 'styleName' | 'refId' | 'color' | 'size'>;

type ShippedOrder = Pick<Order, 'id' | 'documentId' | 'clientId' | 'clientOrderNumber' | 'currency' | 'lineItems'>;

/** The lines of the order of which more is shipped than invoiced (decisions 7: Reports). */
export function linesToInvoice({ id, documentId, lineItems, ...order }: ShippedOrder): LineToInvoice[] {
  const { clientId, clientOrderNumber, currency } = order;
  return lineItems.flatMap((line, index): LineToInvoice[] => {
    const { styleId, skuId, description, shippedQty, invoicedQty, unitPrice } = line;
    // A credit note that an admin issues above the limit makes the invoiced quantity negative.
    const toInvoiceQty = leftOf(shippedQty, Math.max(0, invoicedQty ?? 0));
    if (toInvoiceQty === 0) return [];
    // A line of an earlier version has no discount.
    const discountPercent = line.discountPercent ?? null;
    // The whole line is within the limit of amounts, so its part is, too.
    const amount = lineAmount({ qty: toInvoiceQty, unitPrice, discountPercent }, currency, new Faults());
    return [
      {
        ...{ salesOrderId: id, orderNumber: documentId, clientId, clientOrderNumber: clientOrderNumber ?? null },
        ...{ salesOrderLineItemId: line.id, lineNumber: index + 1, styleId, skuId, description },
        ...{ shippedQty, invoicedQty, toInvoiceQty, unitPrice, discountPercent, amount, currency },
      },
    ];
  });
}
