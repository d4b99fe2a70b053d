import { z } from 'zod';
import { AUTHOR_NAME } from '../../common/v1/author.contract.ts';
import {
  boolean,
  Currency,
  described,
  list,
  number,
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
  oneOf,
  patchOf,
  readOnly,
  realNumber,
  recordOf,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import { paymentTerms } from '../../common/v1/payment-terms.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { ConfirmOrderRequest as ConfirmOrderMessage } from '../../gen/finance/v1/ConfirmOrderRequest.ts';
import type { GetOrderVersionRequest as GetOrderVersionMessage } from '../../gen/finance/v1/GetOrderVersionRequest.ts';
import type { ListOrdersRequest as ListOrdersMessage } from '../../gen/finance/v1/ListOrdersRequest.ts';
import type { SalesOrder as SalesOrderMessage } from '../../gen/finance/v1/SalesOrder.ts';
import type { SalesOrderInput as SalesOrderInputMessage } from '../../gen/finance/v1/SalesOrderInput.ts';
import type { SalesOrderVersion as SalesOrderVersionMessage } from '../../gen/finance/v1/SalesOrderVersion.ts';
import type { UpdateOrderRequest as UpdateOrderMessage } from '../../gen/finance/v1/UpdateOrderRequest.ts';
import { internalNotes } from './internal-notes.contract.ts';
import { day, MAX_PRICE, MAX_QUANTITY } from './money.contract.ts';
import { taxExemptionReason, taxes } from './tax.contract.ts';

/** decisions 4: Sales order. */
export const orderStatuses = [
  'draft',
  'confirmed',
  'in_production',
  'partially_shipped',
  'shipped',
  'completed',
  'cancelled',
] as const;

export const OrderStatus = z
  .enum(orderStatuses)
  .describe('Status of a sales order. A create may set any status. Later, operations and deliveries change it.');

/** The codes of Incoterms 2020. */
const Incoterm = z.enum(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']);

const lineWords = {
  id: 'Id of the line, made by the service. Send it to keep the line. An unknown id is refused.',
  styleId: 'Id of the ordered style.',
  styleName: 'Current name of the style. Null while the name is not known.',
  refId: 'Current refId of the style.',
  skuId: 'Id of the ordered SKU. It must be a SKU of the style.',
  color: 'Current color of the SKU.',
  size: 'Current size of the SKU.',
  bomId: 'Id of the bill of material for the production.',
  bomNumber: 'Number of the bill of material: its documentId. Null while the number is not known.',
  description: 'Description of the ordered goods.',
  qty: 'Ordered quantity. Above 0.',
  unitPrice: 'Price of one unit, in the currency of the order. At most 6 decimal places are kept.',
  discountPercent: 'Discount of the line in percent.',
  taxRate: 'Tax rate of the line in percent. Default: the tax rate of the order.',
  amount:
    "Amount of the line: qty × unitPrice × (1 - discountPercent / 100), rounded once half-up to the currency's minor unit. Null if there is no price.",
  shippedQty: 'Quantity that delivery notes have shipped.',
  invoicedQty:
    'Quantity that issued invoices have invoiced. A credit note takes back its quantities. Proforma invoices, deposit invoices and debit notes invoice none.',
};

export const SalesOrderLine = z.strictObject(
  described(
    {
      id: z.string(),
      /** Set even if the caller sent only a SKU. */
      styleId: z.string().nullable(),
      styleName: z.string().nullable(),
      refId: z.string().nullable(),
      skuId: z.string().nullable(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      bomId: z.string().nullable(),
      bomNumber: z.string().nullable(),
      description: z.string().nullable(),
      qty: z.number(),
      unitPrice: z.number().nullable(),
      discountPercent: z.number().nullable(),
      taxRate: z.number().nullable(),
      amount: z.number().nullable(),
      shippedQty: z.number(),
      invoicedQty: z.number(),
    },
    lineWords,
  ),
);

export const SalesOrderLineInput = z.strictObject(
  described(
    {
      id: recordId().exactOptional(),
      styleId: recordId().exactOptional(),
      skuId: recordId().exactOptional(),
      bomId: recordId().exactOptional(),
      description: text({ min: 1, max: 10_000 }).exactOptional(),
      qty: number({ le: MAX_QUANTITY }).refine((qty) => qty > 0, 'a quantity is above 0'),
      unitPrice: number({ ge: 0, le: MAX_PRICE }).exactOptional(),
      discountPercent: number({ ge: 0, le: 100 }).exactOptional(),
      taxRate: number({ ge: 0, le: 100 }).exactOptional(),
    },
    lineWords,
  ),
);

/** A version of an order, without its content. */
const outline = described(
  {
    versionNumber: z.int(),
    createdAt: timestamp(),
    createdById: z.string(),
    createdByName: z.string().nullable(),
    lineItemCount: z.int(),
    totalAmount: z.number(),
  },
  {
    versionNumber: 'Number of the version. The first version is 1.',
    createdById: 'Id of the user or API key that created the version.',
    createdByName: AUTHOR_NAME,
    lineItemCount: 'Number of lines.',
    totalAmount: 'Total: subtotal + taxAmount.',
  },
);

const fields = {
  documentId: readOnly({ answered: z.string(), stored: String }),
  clientId: custom({ sent: recordId(), answered: z.string(), stored: String }, 'Id of the client that ordered.'),
  clientName: readOnly(
    { answered: z.string().nullable() },
    'Current name of the client. Null while the name is not known.',
  ),
  status: stateOf(OrderStatus),
  currency: custom(
    { sent: Currency.exactOptional(), answered: Currency, stored: String },
    'Currency of all amounts of the order, as an ISO 4217 code. Default: the currency of the client.',
  ),
  orderDate: clearable(day(), 'Date of the order. Default: today.'),
  clientOrderNumber: clearable(
    shortText(),
    "Number of the client's purchase order. Invoices and packing lists print it.",
  ),
  requestedDeliveryDate: clearable(day(), 'Delivery date that the client requests.'),
  deliveryWindowStart: clearable(day(), 'First date on which the client takes the delivery, as sent.'),
  deliveryWindowEnd: clearable(
    day(),
    'Last date on which the client takes the delivery, as sent. If both dates are ISO 8601, it is not before the first.',
  ),
  deliveryAddress: clearable(
    freeText(),
    'Postal address of the delivery. Default for the `destinationAddress` of new delivery notes.',
  ),
  incoterm: clearable(
    oneOf(Incoterm),
    'Code of Incoterms 2020: where the cost and the risk of the delivery pass to the client.',
  ),
  incotermPlace: clearable(shortText(), 'Named place of the incoterm, for example a port.'),
  currentVersion: readOnly(
    { answered: z.int(), stored: Number },
    'Number of the current version. Every change after draft adds 1.',
  ),
  versions: readOnly(
    { answered: z.array(z.strictObject(outline)) },
    'All versions, oldest first, without their lines.',
  ),
  subtotal: readOnly({ answered: z.number(), stored: Number }, 'Sum of the amounts of the lines.'),
  taxRate: clearable(realNumber({ ge: 0, le: 100 }), 'Tax rate in percent, for lines without a rate of their own.'),
  taxAmount: readOnly(
    { answered: z.number(), stored: Number },
    'Sum of the taxes. The tax at each rate is rounded once.',
  ),
  taxes: taxes(),
  taxExemptionReason: taxExemptionReason(' Invoices of the order take it by default.'),
  totalAmount: readOnly({ answered: z.number(), stored: Number }, 'Total: subtotal + taxAmount.'),
  ...paymentTerms(' Default: that of the client.'),
  notes: clearable(freeText(), 'Notes, as free text. They are shown to the client.'),
  internalNotes: internalNotes(),
  lineItems: custom(
    { sent: list(SalesOrderLineInput).exactOptional(), answered: z.array(SalesOrderLine) },
    'Ordered goods, line by line.',
  ),
};

/** decisions 6: Sales order. */
export const SalesOrder = recordOf(fields);
export type SalesOrder = z.output<typeof SalesOrder>;

/** Fields of an order that each version stores. */
export const orderContent = SalesOrder.omit({
  id: true,
  documentId: true,
  clientName: true,
  status: true,
  internalNotes: true,
  currentVersion: true,
  versions: true,
  taxes: true,
  createdAt: true,
  updatedAt: true,
}).shape;

export const SalesOrderVersion = z.strictObject({
  ...outline,
  ...orderContent,
  clientName: fields.clientName.answered,
  taxes: fields.taxes.answered,
});
export type SalesOrderVersion = z.output<typeof SalesOrderVersion>;

export const SalesOrderInput = inputOf(fields).meta({
  examples: [
    {
      clientId: '{client_id}',
      clientOrderNumber: 'PO-77120',
      requestedDeliveryDate: '2027-02-15',
      deliveryWindowStart: '2027-02-10',
      deliveryWindowEnd: '2027-02-20',
      deliveryAddress: 'Kajgatan 4, Gothenburg',
      incoterm: 'DAP',
      incotermPlace: 'Gothenburg',
      taxRate: 23,
      lineItems: [{ skuId: '{sku_id}', qty: 120, unitPrice: 50, discountPercent: 5 }],
    },
  ],
});
export type SalesOrderInput = z.output<typeof SalesOrderInput>;

export const SalesOrderPatch = patchOf(fields).meta({
  examples: [{ requestedDeliveryDate: '2027-03-01', notes: 'The client takes it two weeks later' }],
});

/** The body of a confirmation. */
export const OrderConfirmation = z
  .strictObject({
    override: boolean()
      .exactOptional()
      .describe("`true` confirms the order although it exceeds the client's credit limit. Only for admins."),
  })
  .meta({ examples: [{ override: true }] });

export const ConfirmOrderRequest = z.strictObject({ ...RecordRequest.shape, ...OrderConfirmation.shape });

export const GetOrderVersionRequest = z.strictObject({ id: recordId(), versionNumber: z.int() });

/** The remaining record of an order that was deleted for good (decisions 6: Sales order). */
export const DeletedOrder = z.strictObject(
  described({
    id: z.string(),
    documentId: z.string(),
    actor: z.string().nullable().describe('User or API key that deleted the order: `user:<id>` or `key:<id>`.'),
    deletedAt: timestamp().describe('Time of the deletion.'),
  }),
);

/** Moves between the statuses (decisions 4). */
const orderMoves = {
  confirm: { from: ['draft'], to: 'confirmed', event: 'confirmed' },
  start: { from: ['confirmed'], to: 'in_production', event: 'started' },
  shipPart: {
    from: ['confirmed', 'in_production', 'partially_shipped'],
    to: 'partially_shipped',
    event: 'shipped',
    by: 'delivery notes',
  },
  shipAll: {
    from: ['confirmed', 'in_production', 'partially_shipped'],
    to: 'shipped',
    event: 'shipped',
    by: 'delivery notes',
  },
  ship: { from: ['in_production', 'partially_shipped'], to: 'shipped', event: 'shipped' },
  complete: { from: ['shipped'], to: 'completed', event: 'completed' },
  cancel: { from: ['draft', 'confirmed', 'in_production'], to: 'cancelled', event: 'cancelled' },
} as const satisfies Moves;

export const order = resource({
  name: 'order',
  title: 'Sales order',
  plural: 'Sales orders',
  scope: 'orders',
  path: 'orders',
  section: 'Sales orders',
  about: 'Orders of clients, in versions, from draft to completed.',
  service: 'finance',
  message: 'Order',
  field: 'order',
  reader: 'client',
  fields,
  record: SalesOrder,
  input: SalesOrderInput,
  patch: SalesOrderPatch,
  filters: {
    status: severalOf(OrderStatus, 'Only orders of this status.'),
    clientId: recordId().exactOptional().describe('Only orders of the client of this id.'),
    styleId: recordId().exactOptional().describe('Only orders with a line of the style of this id.'),
    skuId: recordId().exactOptional().describe('Only orders with a line of the SKU of this id.'),
    toInvoice: boolean()
      .exactOptional()
      .describe('`true`: only orders with a line of which more is shipped than invoiced. `false`: only the others.'),
    late: boolean()
      .exactOptional()
      .describe(
        '`true`: only open orders whose delivery date (`deliveryWindowEnd`, else `requestedDeliveryDate`) has passed. `false`: only the others.',
      ),
  },
  sorts: ['createdAt'],
  dates: ['orderDate', 'requestedDeliveryDate', 'deliveryWindowStart', 'deliveryWindowEnd'],
  amounts: ['subtotal', 'taxAmount', 'totalAmount'],
  totals: true,
  searches: ['documentId', 'clientOrderNumber'],
  moves: orderMoves,
  deletion: DeletedOrder,
});

export type OrderPins = Agree<
  [
    Pinned<SalesOrder, SalesOrderMessage>,
    Pinned<SalesOrderVersion, SalesOrderVersionMessage>,
    // A create and a change share the message.
    Pinned<Partial<SalesOrderInput>, SalesOrderInputMessage>,
    Pinned<Omit<z.output<typeof order.requests.update>, 'patch'>, Omit<UpdateOrderMessage, 'patch'>>,
    Pinned<z.output<typeof order.requests.list>, ListOrdersMessage>,
    Pinned<z.output<typeof ConfirmOrderRequest>, ConfirmOrderMessage>,
    Pinned<z.output<typeof GetOrderVersionRequest>, GetOrderVersionMessage>,
  ]
>;
