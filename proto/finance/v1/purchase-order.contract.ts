import { z } from 'zod';
import { AUTHOR_NAME } from '../../common/v1/author.contract.ts';
import {
  Currency,
  described,
  list,
  longText,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import {
  clearable,
  custom,
  freeText,
  inputOf,
  patchOf,
  readOnly,
  recordOf,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { GetPurchaseOrderVersionRequest as GetVersionMessage } from '../../gen/finance/v1/GetPurchaseOrderVersionRequest.ts';
import type { ListPurchaseOrdersRequest as ListMessage } from '../../gen/finance/v1/ListPurchaseOrdersRequest.ts';
import type { PurchaseOrder as PurchaseOrderMessage } from '../../gen/finance/v1/PurchaseOrder.ts';
import type { PurchaseOrderInput as InputMessage } from '../../gen/finance/v1/PurchaseOrderInput.ts';
import type { PurchaseOrderOutline as OutlineMessage } from '../../gen/finance/v1/PurchaseOrderOutline.ts';
import type { PurchaseOrderPatch as PatchMessage } from '../../gen/finance/v1/PurchaseOrderPatch.ts';
import type { PurchaseOrderVersion as VersionMessage } from '../../gen/finance/v1/PurchaseOrderVersion.ts';
import type { ReceivePurchaseOrderRequest as ReceiveMessage } from '../../gen/finance/v1/ReceivePurchaseOrderRequest.ts';
import type { UpdatePurchaseOrderRequest as UpdateMessage } from '../../gen/finance/v1/UpdatePurchaseOrderRequest.ts';
import { day, decimal, decimalInput, isAtMost, isNegative, isPositive, plainDate } from './money.contract.ts';
import { exactTaxes, taxExemptionReason } from './tax.contract.ts';

/** decisions 4: Direct-cost PO. */
export const purchaseOrderStatuses = [
  'draft',
  'approved',
  'issued',
  'partially_received',
  'received',
  'closed',
  'cancelled',
] as const;

export const PurchaseOrderStatus = z
  .enum(purchaseOrderStatuses)
  .describe('Status of a purchase order. A create may set any status. Later, operations and receipts change it.');

const itemWords = {
  id: 'Id of the item, made by the service. Send it to keep the item. An unknown id is refused.',
  lineNumber: 'Number of the item in the order. The first item is 1.',
  description: 'Description of the bought goods.',
  managementAccountId: 'Id of the management account to which the cost is posted.',
  managementAccountName: 'Current name of the management account.',
  managementAccountCode: 'Current code of the management account.',
  bomId: 'Id of the bill of material that needs the goods.',
  bomNumber: 'Number of the bill of material: its documentId. Null while the number is not known.',
  materialId: 'Id of the bought material.',
  materialName: 'Current name of the material. Null while the name is not known.',
  qty: 'Ordered quantity. Above 0.',
  unit: 'Unit of measure of the quantity, for example `m` or `kg`.',
  unitPrice: 'Price of one unit, in the currency of the order. All digits are kept.',
  taxRate: 'Tax rate of the item in percent. Default: the tax rate of the order.',
  amount: "Amount of the item: qty × unitPrice, rounded half-up to the currency's minor unit.",
  receivedQty: 'Quantity that was received.',
  materialSkuId: 'Id of the SKU of the material. Null unless material requirements have made the item.',
  forOrders:
    'Sales orders that the item was bought for. Material requirements make it. A change of the material removes it.',
};

/** decisions 7: Material requirements. */
const BoughtForOrder = z.strictObject(
  described(
    { salesOrderId: z.string(), orderNumber: z.string(), qty: decimal(), shippedQty: decimal() },
    {
      salesOrderId: 'Id of the sales order.',
      orderNumber: 'Number of the sales order.',
      qty: 'Part of the quantity that the sales order needs.',
      shippedQty: 'Quantity in pieces of the sales order that were shipped before.',
    },
  ),
);

export const PurchaseOrderItem = z.strictObject(
  described(
    {
      id: z.string(),
      lineNumber: z.int(),
      description: z.string(),
      managementAccountId: z.string().nullable(),
      managementAccountName: z.string().nullable(),
      managementAccountCode: z.string().nullable(),
      bomId: z.string().nullable(),
      bomNumber: z.string().nullable(),
      materialId: z.string().nullable(),
      materialName: z.string().nullable(),
      qty: decimal(),
      unit: z.string().nullable(),
      unitPrice: decimal(),
      taxRate: decimal().nullable(),
      amount: decimal(),
      receivedQty: decimal(),
      materialSkuId: z.string().nullable(),
      forOrders: z.array(BoughtForOrder),
    },
    itemWords,
  ),
);

const quantity = () => decimalInput().refine(isPositive, 'a quantity is above 0');
const price = () => decimalInput().refine((sent) => !isNegative(sent), 'a price is not below 0');
const MAX_RATE = 100;
const rate = () =>
  decimalInput().refine((sent) => !isNegative(sent) && isAtMost(sent, MAX_RATE), `a rate is from 0 to ${MAX_RATE}`);

export const PurchaseOrderItemInput = z.strictObject(
  described(
    {
      id: recordId().exactOptional(),
      description: longText().min(1),
      managementAccountId: text({ min: 1 })
        .exactOptional()
        .describe('Id or code of the management account to which the cost is posted.'),
      bomId: recordId().exactOptional(),
      materialId: recordId().exactOptional(),
      qty: quantity(),
      unit: text().exactOptional(),
      unitPrice: price(),
      taxRate: rate().exactOptional(),
    },
    itemWords,
  ),
);

/** A version of an order, without its content. */
const outline = described(
  {
    versionNumber: z.int(),
    createdAt: timestamp(),
    createdById: z.string(),
    createdByName: z.string().nullable(),
    itemCount: z.int(),
    total: decimal(),
  },
  {
    versionNumber: 'Number of the version. The first version is 1.',
    createdById: 'Id of the user or API key that created the version.',
    createdByName: AUTHOR_NAME,
    itemCount: 'Number of items.',
    total: 'Total: subtotal + taxAmount + adjustment.',
  },
);

// Decimals are stored as text, so that they stay exact for every reader.
const fields = {
  internalId: readOnly(
    { answered: z.string() },
    'Database id of the order. Requests accept it in place of the number.',
  ),
  status: stateOf(PurchaseOrderStatus),
  supplierId: custom({ sent: recordId(), answered: z.string(), stored: String }, 'Id of the supplier.'),
  supplierName: readOnly({ answered: z.string() }, 'Current name of the supplier. Empty while the name is not known.'),
  orderDate: custom(
    { sent: plainDate().exactOptional(), answered: z.string(), stored: String },
    'Date of the order, as sent. Default: today.',
  ),
  currency: custom(
    { sent: Currency.exactOptional(), answered: Currency, stored: String },
    'Currency of all amounts of the order. Default: the currency of the supplier, else of the org.',
  ),
  currentVersion: readOnly(
    { answered: z.int(), stored: Number },
    'Number of the current version. Every change after draft and before issue adds 1.',
  ),
  versions: readOnly(
    { answered: z.array(z.strictObject(outline)) },
    'All versions, oldest first, without their items.',
  ),
  subtotal: readOnly({ answered: decimal(), stored: String }, 'Sum of the amounts of the items.'),
  taxRate: custom(
    { sent: rate().exactOptional(), answered: decimal(), stored: String },
    'Tax rate in percent for items without a rate of their own. Default: 0.',
  ),
  taxAmount: readOnly(
    { answered: decimal(), stored: String },
    'Sum of the taxes of the items. The tax of each item is rounded half-up.',
  ),
  taxes: exactTaxes(),
  taxExemptionReason: taxExemptionReason(),
  adjustment: custom(
    { sent: decimalInput().exactOptional(), answered: decimal(), stored: String },
    "Amount that is added to the total, below 0 for a deduction. Rounded half-up to the currency's minor unit. Default: 0.",
  ),
  total: readOnly({ answered: decimal(), stored: String }, 'Total: subtotal + taxAmount + adjustment.'),
  supplierRefPO: clearable(shortText(), "The supplier's reference number of the order."),
  expectedDeliveryDate: clearable(day(), 'Date on which the delivery is expected.'),
  linkedMrId: clearable(shortText(), 'Id of the material requisition that led to the order.'),
  notes: clearable(freeText(), 'Notes, as free text.'),
  createdBy: readOnly({ answered: z.string(), stored: String }, 'Id of the user or API key that created the order.'),
  createdByName: readOnly({ answered: z.string().nullable() }, AUTHOR_NAME),
  items: custom(
    { sent: list(PurchaseOrderItemInput).exactOptional(), answered: z.array(PurchaseOrderItem) },
    'Items of the order.',
  ),
};

/** interface: Direct-cost purchase order; decisions 6: Direct-cost PO. `id` is the documentId, `internalId` the database id. */
export const PurchaseOrder = recordOf(fields).extend({
  id: z.string().describe('Number of the purchase order, for example `DCPO-2026-000009`. Unique in the org.'),
});
export type PurchaseOrder = z.output<typeof PurchaseOrder>;

/** Fields of an order that each version stores. */
export const purchaseOrderContent = PurchaseOrder.omit({
  id: true,
  internalId: true,
  status: true,
  supplierName: true,
  currentVersion: true,
  versions: true,
  taxes: true,
  createdBy: true,
  createdByName: true,
  createdAt: true,
  updatedAt: true,
}).shape;

export const PurchaseOrderVersion = z.strictObject({
  ...outline,
  ...purchaseOrderContent,
  supplierName: z.string().nullable().describe('Current name of the supplier. Null while the name is not known.'),
  taxes: fields.taxes.answered,
});
export type PurchaseOrderVersion = z.output<typeof PurchaseOrderVersion>;

/** interface: List item. */
export const PurchaseOrderOutline = PurchaseOrder.pick({
  id: true,
  supplierName: true,
  orderDate: true,
  total: true,
  currency: true,
  status: true,
  createdAt: true,
  createdBy: true,
  createdByName: true,
  expectedDeliveryDate: true,
});

export const PurchaseOrderInput = inputOf(fields).meta({
  examples: [
    {
      supplierId: '{supplier_id}',
      currency: 'EUR',
      expectedDeliveryDate: '2027-02-21',
      taxRate: '23',
      items: [{ description: 'Brushed cotton twill, navy', qty: '300', unit: 'm', unitPrice: '6.4' }],
    },
  ],
});
export type PurchaseOrderInput = z.output<typeof PurchaseOrderInput>;

export const PurchaseOrderPatch = patchOf(fields).meta({
  examples: [{ expectedDeliveryDate: '2027-03-01', notes: 'The mill is a week late' }],
});

/** The body of a request that reports received goods. */
export const PurchaseOrderReceipt = z
  .strictObject({
    items: list(
      z.strictObject({
        id: recordId().describe('Id of an item of the order.'),
        qty: quantity().describe('Received quantity. Above 0 and at most the quantity that is not yet received.'),
      }),
      { min: 1 },
    ).describe('Received items with their quantities.'),
  })
  .meta({ examples: [{ items: [{ id: '{purchase_order_item_id}', qty: '120' }] }] });

export const ReceivePurchaseOrderRequest = z.strictObject({ ...RecordRequest.shape, ...PurchaseOrderReceipt.shape });

export const GetPurchaseOrderVersionRequest = z.strictObject({ id: recordId(), versionNumber: z.int() });

/** Moves between the statuses (decisions 4). */
const purchaseOrderMoves = {
  approve: { from: ['draft'], to: 'approved', event: 'approved' },
  issue: { from: ['approved'], to: 'issued', event: 'issued' },
  receive: { from: ['issued', 'partially_received'], to: 'partially_received', event: 'received' },
  receiveAll: { from: ['issued', 'partially_received'], to: 'received', event: 'received', by: 'receive' },
  close: { from: ['partially_received', 'received'], to: 'closed', event: 'closed' },
  cancel: { from: ['draft', 'approved', 'issued'], to: 'cancelled', event: 'cancelled' },
} as const satisfies Moves;

export const purchaseOrder = resource({
  name: 'purchase_order',
  title: 'Purchase order',
  plural: 'Purchase orders',
  scope: 'purchase_orders',
  path: 'purchase-orders/direct-cost',
  section: 'Purchase orders',
  about: 'Orders to suppliers at direct cost, in versions, from draft to closed.',
  service: 'finance',
  message: 'PurchaseOrder',
  field: 'order',
  reader: 'staff',
  fields,
  record: PurchaseOrder,
  input: PurchaseOrderInput,
  patch: PurchaseOrderPatch,
  filters: {
    status: severalOf(PurchaseOrderStatus, 'Only purchase orders of this status.'),
    supplierId: recordId().exactOptional().describe('Only purchase orders of the supplier of this id.'),
    materialId: recordId().exactOptional().describe('Only purchase orders with an item of the material of this id.'),
    materialSkuId: recordId()
      .exactOptional()
      .describe('Only purchase orders with an item of the SKU of a material of this id.'),
  },
  sorts: ['orderDate', 'total', 'status', 'createdAt'],
  dates: ['orderDate', 'expectedDeliveryDate'],
  amounts: ['subtotal', 'taxAmount', 'adjustment', 'total'],
  totals: true,
  searches: ['documentId'],
  moves: purchaseOrderMoves,
});

export type PurchaseOrderPins = Agree<
  [
    Pinned<PurchaseOrder, PurchaseOrderMessage>,
    Pinned<z.output<typeof PurchaseOrderOutline>, OutlineMessage>,
    Pinned<PurchaseOrderVersion, VersionMessage>,
    Pinned<PurchaseOrderInput, InputMessage>,
    Pinned<z.output<typeof PurchaseOrderPatch>, PatchMessage>,
    Pinned<z.output<typeof purchaseOrder.requests.update>, UpdateMessage>,
    Pinned<z.output<typeof purchaseOrder.requests.list>, ListMessage>,
    Pinned<z.output<typeof ReceivePurchaseOrderRequest>, ReceiveMessage>,
    Pinned<z.output<typeof GetPurchaseOrderVersionRequest>, GetVersionMessage>,
  ]
>;
