import {
  bomId,
  clientId,
  created_by_id,
  createdAt,
  type Example,
  type ExamplesOf,
  eventExamples,
  materialId,
  shownExample,
  skuId,
  styleId,
  supplierId,
  updatedAt,
} from '../../common/v1/example-values.contract.ts';
import { clientExample, supplierExample } from '../../product/v1/event-examples.contract.ts';
import { deliveryNote } from './delivery-note.contract.ts';
import { invoice } from './invoice.contract.ts';
import { managementAccount } from './management-account.contract.ts';
import { order } from './order.contract.ts';
import { purchaseOrder } from './purchase-order.contract.ts';

const { name: clientName } = clientExample;
const { name: supplierName } = supplierExample;

const orderExample = shownExample(order, {
  id: '6740b1f2c9a84e0012ab3450',
  documentId: 'SO-2026-000031',
  clientId,
  clientName,
  status: 'draft',
  currency: 'EUR',
  orderDate: '2026-01-31',
  currentVersion: 1,
  versions: [{ versionNumber: 1, createdAt, createdById: created_by_id, lineItemCount: 1, totalAmount: 7_011 }],
  subtotal: 5_700,
  taxAmount: 1_311,
  totalAmount: 7_011,
  taxes: [{ rate: 23, base: 5_700, amount: 1_311, reason: null }],
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab3451',
      styleId,
      skuId,
      bomId,
      description: 'Chore jacket, navy, M',
      qty: 120,
      unitPrice: 50,
      discountPercent: 5,
      taxRate: null,
      amount: 5_700,
      shippedQty: 0,
      invoicedQty: 0,
    },
  ],
});

const noteExample: Example<'delivery_note.created'> = {
  id: '6740b1f2c9a84e0012ab3458',
  documentId: 'DN-2026-000044',
  salesOrderId: orderExample.id,
  clientId,
  clientName,
  dropNumber: 1,
  shippingDate: '2026-04-10',
  actualShipDate: null,
  carrier: null,
  trackingNumber: null,
  destinationAddress: 'Kajgatan 4, Gothenburg',
  status: 'draft',
  notes: null,
  internalNotes: null,
  createdAt,
  updatedAt,
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab3459',
      salesOrderLineItemId: '6740b1f2c9a84e0012ab3451',
      skuId,
      styleName: 'Chore jacket',
      refId: 'CJ-26',
      description: 'Chore jacket, navy, M',
      color: 'Navy',
      size: 'M',
      qty: 120,
      unit: 'pc',
      cartons: 6,
    },
  ],
};

const invoiceExample: Example<'invoice.created'> = {
  id: '6740b1f2c9a84e0012ab345a',
  invoiceNumber: 'INV-2026-0042',
  invoiceType: 'standard',
  salesOrderId: orderExample.id,
  deliveryNoteId: null,
  clientId,
  clientName,
  currency: 'EUR',
  subtotal: 5_700,
  taxRate: 23,
  taxAmount: 1_311,
  taxes: orderExample.taxes,
  taxExemptionReason: null,
  totalAmount: 7_011,
  paidAmount: 0,
  remainingBalance: 7_011,
  issuedDate: null,
  dueDate: '2026-03-31',
  status: 'draft',
  notes: null,
  internalNotes: 'Ask for a deposit next time',
  createdAt,
  updatedAt,
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab345b',
      invoiceId: '6740b1f2c9a84e0012ab345a',
      salesOrderLineItemId: '6740b1f2c9a84e0012ab3451',
      styleName: 'Chore jacket',
      refId: 'CJ-26',
      color: 'Navy',
      size: 'M',
      description: 'Chore jacket, navy, M',
      qty: 120,
      unitPrice: 50,
      discountPercent: 5,
      taxRate: null,
      amount: 5_700,
      attributes: { costCentre: 'Outerwear' },
    },
  ],
};

const accountExample: Example<'management_account.created'> = {
  id: '6740b1f2c9a84e0012ab3466',
  code: '5100',
  name: 'Freight in',
  category: 'Cost of goods sold',
  type: 'expense',
  status: 'active',
  isActive: true,
  parentId: '6740b1f2c9a84e0012ab3465',
  parent: { id: '6740b1f2c9a84e0012ab3465', code: '5000', name: 'Cost of goods sold' },
  level: 2,
  description: 'Carriers and customs agents',
  child_count: 0,
  createdAt,
  updatedAt,
};

const purchaseExample: Example<'purchase_order.created'> = {
  id: 'DCPO-2026-000009',
  internalId: '6740b1f2c9a84e0012ab3460',
  status: 'draft',
  supplierId,
  supplierName,
  orderDate: '2026-01-31',
  currency: 'EUR',
  currentVersion: 1,
  versions: [{ versionNumber: 1, createdAt, createdById: created_by_id, itemCount: 1, total: '2361.60' }],
  subtotal: '1920.00',
  taxRate: '23',
  taxAmount: '441.60',
  taxes: [{ rate: '23', base: '1920.00', amount: '441.60', reason: null }],
  taxExemptionReason: null,
  adjustment: '0.00',
  total: '2361.60',
  supplierRefPO: 'TV-5521',
  expectedDeliveryDate: '2026-02-21',
  linkedMrId: null,
  notes: null,
  createdAt,
  createdBy: created_by_id,
  updatedAt,
  items: [
    {
      id: '6740b1f2c9a84e0012ab3461',
      lineNumber: 1,
      description: 'Brushed cotton twill, navy',
      managementAccountId: null,
      bomId,
      materialId,
      qty: '300',
      unit: 'm',
      unitPrice: '6.4',
      taxRate: null,
      amount: '1920.00',
      receivedQty: '0',
    },
  ],
};

type Statement = Example<'bank_statement.created'>;

const bankLine: NonNullable<Statement['lines']>[number] = {
  id: '6740b1f2c9a84e0012ab3469',
  bankStatementId: '6740b1f2c9a84e0012ab3468',
  lineNumber: 1,
  transactionDate: '2026-02-02',
  description: 'TESSITURA VALMARINA DCPO-2026-000009',
  referenceNo: 'TV-5521',
  debit: 2_361.6,
  credit: null,
  balance: 9_949.4,
  amount: -2_361.6,
  matchStatus: 'suggested',
  matchedTransferId: null,
  duplicateOf: null,
  suggestions: [
    { type: 'purchase_order', id: '6740b1f2c9a84e0012ab3460', number: 'DCPO-2026-000009', amount: 2_361.6 },
  ],
  attributes: { branch: 'Porto' },
  updatedAt: createdAt,
};

const statementHead: Statement = {
  id: bankLine.bankStatementId,
  documentId: 'BS-2026-000003',
  bank_name: 'Banco do Porto',
  bankName: 'Banco do Porto',
  account_number: 'PT50000201231234567890154',
  accountNumber: 'PT50000201231234567890154',
  currency: 'EUR',
  statement_date: '2026-02-02',
  statementDate: '2026-02-02',
  transactionDate: '2026-02-02',
  balance: 9_949.4,
  amount: -2_361.6,
  description: null,
  file_url: null,
  fileUrl: null,
  imported_at: createdAt,
  importedAt: createdAt,
  line_count: 1,
  lineCount: 1,
  matchedLineCount: 0,
  createdAt,
  updatedAt,
};

/** The example of a statement after an operation on its line, with that line. */
const statementWith = (line: Partial<typeof bankLine>): Statement => ({
  ...statementHead,
  matchedLineCount: line.matchStatus === 'matched' ? 1 : 0,
  lines: [{ ...bankLine, ...line, updatedAt }],
});

const received = purchaseExample.items.map((item) => ({ ...item, receivedQty: item.qty }));
const shipped = orderExample.lineItems.map((line) => ({ ...line, shippedQty: line.qty }));
const onTheWay = { ...noteExample, actualShipDate: '2026-04-11', carrier: 'DSV', trackingNumber: 'DSV4402117' };
const issued: Example<'invoice.issued'> = { ...invoiceExample, status: 'issued', issuedDate: '2026-03-01' };

export const financeExamples: ExamplesOf<
  'management_account' | 'order' | 'delivery_note' | 'invoice' | 'purchase_order' | 'bank_statement'
> = {
  ...eventExamples(managementAccount, accountExample),
  'management_account.deactivated': { ...accountExample, status: 'inactive', isActive: false },
  ...eventExamples(order, orderExample),
  'order.shipped': { ...orderExample, status: 'shipped', lineItems: shipped },
  'order.completed': { ...orderExample, status: 'completed', lineItems: shipped },
  'order.deleted': {
    id: orderExample.id,
    documentId: orderExample.documentId,
    actor: `user:${created_by_id}`,
    deletedAt: updatedAt,
  },
  ...eventExamples(deliveryNote, noteExample),
  'delivery_note.shipped': { ...onTheWay, status: 'shipped' },
  'delivery_note.delivered': { ...onTheWay, status: 'delivered' },
  'delivery_note.deleted': { ...noteExample, status: 'cancelled' },
  ...eventExamples(invoice, invoiceExample),
  'invoice.issued': issued,
  'invoice.paid': { ...issued, status: 'paid', paidAmount: 7_011, remainingBalance: 0 },
  'invoice.payment_removed': issued,
  'invoice.overdue': { ...issued, status: 'overdue' },
  'invoice.cancelled': { ...issued, status: 'cancelled' },
  'invoice.deleted': { ...issued, status: 'cancelled' },
  ...eventExamples(purchaseOrder, purchaseExample),
  'purchase_order.received': { ...purchaseExample, status: 'received', items: received },
  'purchase_order.closed': { ...purchaseExample, status: 'closed', items: received },
  'purchase_order.deleted': { ...purchaseExample, status: 'cancelled' },
  'bank_statement.created': { ...statementHead, lines: [bankLine] },
  'bank_statement.updated': statementHead,
  'bank_statement.line_matched': statementWith({
    matchStatus: 'matched',
    matchedTransferId: purchaseExample.internalId,
    suggestions: [],
  }),
  'bank_statement.line_unmatched': statementWith({}),
  'bank_statement.line_ignored': statementWith({ matchStatus: 'ignored', suggestions: [] }),
  'bank_statement.deleted': statementHead,
};
