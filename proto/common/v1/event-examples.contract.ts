import type { z } from 'zod';
import { archivableEvents } from './contract.ts';
import type { eventData } from './events.contract.ts';

type EventData = typeof eventData;
type Example<Type extends keyof EventData> = z.output<EventData[Type]>;

const [createdAt, updatedAt] = ['2026-01-31T09:30:00.000Z', '2026-02-02T14:05:00.000Z'];
const org_id = '6740b1f2c9a84e0012ab3400';
const created_by_id = '6740b1f2c9a84e0012ab3402';
const clientId = '6740b1f2c9a84e0012ab3401';
const supplierId = '6740b1f2c9a84e0012ab3410';
const materialId = '6740b1f2c9a84e0012ab3420';
const styleId = '6740b1f2c9a84e0012ab3430';
const skuId = '6740b1f2c9a84e0012ab3431';
const bomId = '6740b1f2c9a84e0012ab3440';

const client: Example<'client.created'> = {
  id: clientId,
  name: 'Harbour & Sons',
  country: 'Portugal',
  maxAccountValue: 50_000,
  currency: 'EUR',
  priceCategory: 'high',
  paymentTerms: '30 days net',
  contacts: [
    {
      id: '6740b1f2c9a84e0012ab3403',
      contactName: 'Ana Reis',
      email: 'ana@example.com',
      phoneNumber: '912345678',
      countryCode: '+351',
    },
  ],
  billingAddress: 'Rua do Cais 12, 4050-123 Porto',
  taxId: 'PT501234567',
  ordersCount: 3,
  status: 'active',
  createdAt,
  updatedAt,
};

const supplier: Example<'supplier.created'> = {
  id: supplierId,
  name: 'Tecelagem do Norte',
  country: 'Portugal',
  currency: 'EUR',
  email: 'orders@example.com',
  phoneNumber: '+351 223 456 789',
  leadTimeDays: 21,
  status: 'active',
  createdAt,
  updatedAt,
};

const material: Example<'material.created'> = {
  id: materialId,
  documentId: 'MAT-2026-000007',
  name: 'Brushed cotton twill',
  type: 'fabric',
  unit: 'm',
  refId: 'TW-240-NAVY',
  description: 'Twill, brushed on one side',
  composition: '100 % cotton',
  color: 'navy',
  widthCm: 148,
  weightGsm: 240,
  supplierId,
  supplierName: supplier.name,
  costInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  leadTimeDays: 21,
  moq: 300,
  skus: [{ id: '6740b1f2c9a84e0012ab3421', color: 'navy', size: '148 cm', code: 'TW-240-NAVY-148' }],
  status: 'active',
  createdAt,
  updatedAt,
};

const style: Example<'style.created'> = {
  id: styleId,
  documentId: 'STY-2026-000012',
  name: 'Chore jacket',
  refId: 'CJ-26',
  clientId,
  picture: null,
  description: 'Three patch pockets, horn buttons',
  colors: ['navy'],
  sizes: ['M'],
  skus: [
    {
      id: skuId,
      documentId: 'STY-2026-000012-1',
      color: 'navy',
      size: 'M',
      qrData: 'STY-2026-000012:navy:M',
      isKittedBundle: false,
      kittedBundle: [],
    },
  ],
  skuCount: 1,
  status: 'active',
  createdAt,
  updatedAt,
};

type Bom = Example<'bom.created'>;
type BomLine = NonNullable<Bom['versions'][number]['lineItems']>[number];

const bomLine: BomLine = {
  id: '6740b1f2c9a84e0012ab3442',
  billOfMaterialVersionId: '6740b1f2c9a84e0012ab3441',
  grossConsumption: 1.8,
  sellingTolerance: 5,
  netSellingConsumption: 1.89,
  buyingTolerance: 3,
  netBuyingConsumption: 1.854,
  materialCostInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  materialCostInUsd: 6.912,
  estimatedMaterialPreparationLeadTime: 21,
  assignedMaterialOptions: [
    {
      id: '6740b1f2c9a84e0012ab3443',
      materialId,
      materialName: 'Brushed cotton twill',
      skuId: null,
      supplierId,
      supplierName: supplier.name,
      cost: 6.4,
      currency: 'EUR',
      leadTimeDays: 21,
      moq: 300,
      priority: 1,
      isPreferred: true,
    },
  ],
  chosenAssignedMaterialId: materialId,
  chosenAssignedSkuId: null,
  category: 'Shell',
  description: 'Body and sleeves',
  unit: 'm',
};

/** A BOM with its one version in `status`. */
function bom(status: Bom['status'] = 'draft'): Bom {
  const isSubmitted = status !== 'draft';
  const submittedAt = isSubmitted ? updatedAt : null;
  const submittedById = isSubmitted ? created_by_id : null;
  const approvedById = status === 'approved' ? created_by_id : null;
  const rejectionReason = status === 'rejected' ? 'The lining is missing' : null;
  const version = {
    id: bomLine.billOfMaterialVersionId,
    documentId: 'BOM-2026-000004-1',
    versionNumber: 1,
    changeDescription: null,
    createdAt,
    status,
    submittedAt,
    submittedById,
    approvedById,
    rejectionReason,
  };
  return {
    id: bomId,
    documentId: 'BOM-2026-000004',
    currentVersion: 1,
    versionCount: 1,
    styleId,
    style: { id: styleId, documentId: style.documentId, name: style.name, refId: style.refId },
    latestVersion: version,
    status,
    createdAt,
    updatedAt,
    submittedAt,
    createdById: created_by_id,
    submittedById,
    approvedById,
    versions: [
      {
        ...version,
        createdById: created_by_id,
        approvedAt: status === 'approved' ? updatedAt : null,
        rejectedAt: status === 'rejected' ? updatedAt : null,
        rejectedById: status === 'rejected' ? created_by_id : null,
        lineItemCount: 1,
        updatedAt,
        lineItems: [bomLine],
        groupedLineItems: [{ category: bomLine.category, items: [bomLine] }],
      },
    ],
  };
}

const order: Example<'order.created'> = {
  id: '6740b1f2c9a84e0012ab3450',
  documentId: 'SO-2026-000031',
  clientId,
  clientName: client.name,
  status: 'draft',
  currency: 'EUR',
  orderDate: '2026-01-31',
  requestedDeliveryDate: '2026-04-15',
  currentVersion: 1,
  versions: [{ versionNumber: 1, createdAt, createdById: created_by_id, lineItemCount: 1, totalAmount: 7_011 }],
  subtotal: 5_700,
  taxRate: 23,
  taxAmount: 1_311,
  totalAmount: 7_011,
  notes: null,
  createdAt,
  updatedAt,
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab3451',
      styleId,
      skuId,
      bomId,
      description: 'Chore jacket, navy, M',
      qty: 120,
      unitPrice: 47.5,
      amount: 5_700,
      shippedQty: 0,
    },
  ],
};

const deliveryNote: Example<'delivery_note.created'> = {
  id: '6740b1f2c9a84e0012ab3458',
  documentId: 'DN-2026-000044',
  salesOrderId: order.id,
  clientId,
  clientName: client.name,
  dropNumber: 1,
  shippingDate: '2026-04-10',
  actualShipDate: null,
  carrier: null,
  trackingNumber: null,
  destinationAddress: 'Kajgatan 4, Gothenburg',
  status: 'draft',
  notes: null,
  createdAt,
  updatedAt,
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab3459',
      salesOrderLineItemId: '6740b1f2c9a84e0012ab3451',
      skuId,
      description: 'Chore jacket, navy, M',
      color: 'Navy',
      size: 'M',
      qty: 120,
      unit: 'pc',
      cartons: 6,
    },
  ],
};

const invoice: Example<'invoice.created'> = {
  id: '6740b1f2c9a84e0012ab345a',
  invoiceNumber: 'INV-2026-0042',
  invoiceType: 'standard',
  salesOrderId: order.id,
  clientId,
  clientName: client.name,
  currency: 'EUR',
  subtotal: 5_700,
  taxRate: 23,
  taxAmount: 1_311,
  totalAmount: 7_011,
  paidAmount: 0,
  remainingBalance: 7_011,
  issuedDate: null,
  dueDate: '2026-03-31',
  status: 'draft',
  notes: null,
  createdAt,
  updatedAt,
  lineItems: [
    {
      id: '6740b1f2c9a84e0012ab345b',
      invoiceId: '6740b1f2c9a84e0012ab345a',
      salesOrderLineItemId: '6740b1f2c9a84e0012ab3451',
      description: 'Chore jacket, navy, M',
      qty: 120,
      unitPrice: 47.5,
      amount: 5_700,
      attributes: { costCentre: 'Outerwear' },
    },
  ],
};

const account: Example<'management_account.created'> = {
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

const purchaseOrder: Example<'purchase_order.created'> = {
  id: 'DCPO-2026-000009',
  internalId: '6740b1f2c9a84e0012ab3460',
  status: 'draft',
  supplierId,
  supplierName: supplier.name,
  orderDate: '2026-01-31',
  currency: 'EUR',
  currentVersion: 1,
  versions: [{ versionNumber: 1, createdAt, createdById: created_by_id, itemCount: 1, total: '2361.60' }],
  subtotal: '1920.00',
  taxRate: '23',
  taxAmount: '441.60',
  adjustment: '0.00',
  total: '2361.60',
  supplierRefPO: 'TN-5521',
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
  description: 'TECELAGEM DO NORTE DCPO-2026-000009',
  referenceNo: 'TN-5521',
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

/** A statement as a move of its line has left it, with that line. */
const statementWith = (line: Partial<typeof bankLine>): Statement => ({
  ...statementHead,
  matchedLineCount: line.matchStatus === 'matched' ? 1 : 0,
  lines: [{ ...bankLine, ...line, updatedAt }],
});

const apiKey: Example<'api_key.created'> = {
  id: '6740b1f2c9a84e0012ab3470',
  org_id,
  name: 'Warehouse',
  permissions: ['read:orders', 'read:styles'],
  scopes: ['read:orders', 'read:styles'],
  rate_limit: 600,
  created_at: createdAt,
  expires_at: null,
  is_active: true,
  last_used_at: updatedAt,
  created_by_id,
  last_four: 'x7Kq',
  updated_at: updatedAt,
};

const user: Example<'user.created'> = {
  id: '6740b1f2c9a84e0012ab3480',
  org_id,
  email: 'ana@example.com',
  role: 'staff',
  client_id: null,
  is_active: true,
  is_pending: false,
  user_metadata: {},
  created_at: createdAt,
  updated_at: updatedAt,
};

const org: Example<'org.created'> = {
  id: org_id,
  name: 'Harbour Mill',
  legal_name: 'Harbour Mill, Lda.',
  address: 'Rua da Fábrica 3, 4760-123 Famalicão',
  tax_id: 'PT509876543',
  time_zone: 'Europe/Lisbon',
  default_currency: 'EUR',
  created_at: createdAt,
  updated_at: updatedAt,
};

const webhook: Example<'webhook.created'> = {
  id: '6740b1f2c9a84e0012ab3490',
  org_id,
  url: 'https://example.com/hooks',
  events: ['client.*'],
  description: 'Tells the warehouse',
  is_active: true,
  created_at: createdAt,
  created_by_id,
  updated_at: updatedAt,
};

/** The same record in all its events, as what each leaves it. */
function archivableExamples<Type extends string, Data extends object>(type: Type, data: Data) {
  const archived = { ...data, status: 'archived' };
  return { ...archivableEvents(type, data), [`${type}.archived`]: archived } as ReturnType<
    typeof archivableEvents<Type, Data>
  >;
}

const received = purchaseOrder.items.map((item) => ({ ...item, receivedQty: item.qty }));
const shipped = order.lineItems.map((line) => ({ ...line, shippedQty: line.qty }));
const onTheWay = { ...deliveryNote, actualShipDate: '2026-04-11', carrier: 'DSV', trackingNumber: 'DSV4402117' };
const issued: Example<'invoice.issued'> = { ...invoice, status: 'issued', issuedDate: '2026-03-01' };

const examples: { readonly [Type in keyof EventData]: Example<Type> } = {
  ...archivableExamples('client', client),
  ...archivableExamples('supplier', supplier),
  ...archivableExamples('material', material),
  ...archivableExamples('style', style),
  'bom.created': bom(),
  'bom.version_created': bom(),
  'bom.updated': bom(),
  'bom.submitted': bom('submitted'),
  'bom.approved': bom('approved'),
  'bom.rejected': bom('rejected'),
  'bom.deleted': bom(),
  'exchange_rates.updated': { rates: { EUR: '1.08', GBP: '1.27' }, updatedAt },
  'management_account.created': account,
  'management_account.updated': account,
  'management_account.activated': account,
  'management_account.deactivated': { ...account, status: 'inactive', isActive: false },
  'management_account.deleted': account,
  'order.created': order,
  'order.updated': order,
  'order.confirmed': { ...order, status: 'confirmed' },
  'order.started': { ...order, status: 'in_production' },
  'order.shipped': { ...order, status: 'shipped', lineItems: shipped },
  'order.completed': { ...order, status: 'completed', lineItems: shipped },
  'order.cancelled': { ...order, status: 'cancelled' },
  'order.deleted': {
    id: order.id,
    documentId: order.documentId,
    actor: `user:${created_by_id}`,
    deletedAt: updatedAt,
  },
  'delivery_note.created': deliveryNote,
  'delivery_note.updated': deliveryNote,
  'delivery_note.ready': { ...deliveryNote, status: 'ready' },
  'delivery_note.shipped': { ...onTheWay, status: 'shipped' },
  'delivery_note.delivered': { ...onTheWay, status: 'delivered' },
  'delivery_note.cancelled': { ...deliveryNote, status: 'cancelled' },
  'delivery_note.deleted': { ...deliveryNote, status: 'cancelled' },
  'invoice.created': invoice,
  'invoice.updated': invoice,
  'invoice.issued': issued,
  'invoice.paid': { ...issued, status: 'paid', paidAmount: 7_011, remainingBalance: 0 },
  'invoice.payment_removed': issued,
  'invoice.overdue': { ...issued, status: 'overdue' },
  'invoice.cancelled': { ...issued, status: 'cancelled' },
  'invoice.deleted': { ...issued, status: 'cancelled' },
  'purchase_order.created': purchaseOrder,
  'purchase_order.updated': purchaseOrder,
  'purchase_order.approved': { ...purchaseOrder, status: 'approved' },
  'purchase_order.issued': { ...purchaseOrder, status: 'issued' },
  'purchase_order.received': { ...purchaseOrder, status: 'received', items: received },
  'purchase_order.closed': { ...purchaseOrder, status: 'closed', items: received },
  'purchase_order.cancelled': { ...purchaseOrder, status: 'cancelled' },
  'purchase_order.deleted': { ...purchaseOrder, status: 'cancelled' },
  'bank_statement.created': { ...statementHead, lines: [bankLine] },
  'bank_statement.updated': statementHead,
  'bank_statement.line_matched': statementWith({
    matchStatus: 'matched',
    matchedTransferId: purchaseOrder.internalId,
    suggestions: [],
  }),
  'bank_statement.line_unmatched': statementWith({}),
  'bank_statement.line_ignored': statementWith({ matchStatus: 'ignored', suggestions: [] }),
  'bank_statement.deleted': statementHead,
  'api_key.created': { ...apiKey, last_used_at: null },
  'api_key.rotated': apiKey,
  'api_key.revoked': { ...apiKey, is_active: false },
  'user.created': user,
  'user.updated': user,
  'user.deleted': user,
  'org.created': org,
  'org.updated': org,
  'webhook.created': webhook,
  'webhook.updated': webhook,
  'webhook.deleted': webhook,
  'webhook.test': webhook,
  'webhook.disabled': { ...webhook, is_active: false },
};

/** The data of an event of the type, as it may be in the org (decisions 5: Webhooks, `test`). Undefined for what is no type. */
export function eventExample(type: string, orgId: string): object | undefined {
  if (!Object.hasOwn(examples, type)) return undefined;
  const example = examples[type as keyof EventData];
  // A receiver holds the org of the data against that of the envelope.
  if ('org_id' in example) return { ...example, org_id: orgId };
  return type.startsWith('org.') ? { ...example, id: orgId } : example;
}
