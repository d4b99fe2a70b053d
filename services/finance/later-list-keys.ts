import { bankLineSortKeys } from './bank-statements/domain/bank-line.ts';
import { bankStatementSortKeys } from './bank-statements/domain/bank-statement.ts';
import { bankStatementModel } from './bank-statements/repository.ts';
import { deliveryNoteSortKeys } from './delivery-notes/domain/delivery-note.ts';
import { deliveryNoteModel } from './delivery-notes/repository.ts';
import { laterSortKeys } from './documents/sort-keys-repository.ts';
import { invoiceSortKeys } from './invoices/domain/invoice.ts';
import { paymentSortKeys } from './invoices/domain/payment.ts';
import { invoiceModel } from './invoices/invoice-model.ts';
import { paymentModel } from './invoices/payment-repository.ts';
import { orderSortKeys } from './orders/domain/order.ts';
import { orderModel } from './orders/repository.ts';
import { purchaseOrderSortKeys } from './purchase-orders/domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-orders/purchase-order-model.ts';

const { issuedDate: _, dueDate: __, ...laterOfInvoices } = invoiceSortKeys;
const { statementDate: ___, ...laterOfStatements } = bankStatementSortKeys;
const { subtotal, taxAmount, adjustment, expectedDeliveryDate } = purchaseOrderSortKeys;
const laterOfPurchases = { subtotal, taxAmount, adjustment, expectedDeliveryDate };

/** Stores the sort keys that the lists of earlier versions did not have. */
export const laterListKeys = laterSortKeys([
  { ...orderModel, sortKeys: orderSortKeys, fields: Object.keys(orderSortKeys) },
  { ...deliveryNoteModel, sortKeys: deliveryNoteSortKeys, fields: Object.keys(deliveryNoteSortKeys) },
  {
    ...invoiceModel,
    sortKeys: laterOfInvoices,
    // The balance is made of the total and the paid amount.
    fields: [...Object.keys(laterOfInvoices), 'totalAmount'],
  },
  { ...bankStatementModel, sortKeys: laterOfStatements, fields: Object.keys(laterOfStatements) },
  { ...paymentModel, sortKeys: paymentSortKeys, fields: Object.keys(paymentSortKeys) },
  // Lines have no revision. The fields of the keys never change.
  { collection: 'bank_lines', sortKeys: bankLineSortKeys, fields: Object.keys(bankLineSortKeys) },
  { ...purchaseOrderModel, sortKeys: laterOfPurchases, fields: Object.keys(laterOfPurchases) },
]);
