import { z } from 'zod';
import {
  boolean,
  described,
  integer,
  list,
  longText,
  number,
  RecordRequest,
  recordId,
  text,
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
import type { DeliveryNote as DeliveryNoteMessage } from '../../gen/finance/v1/DeliveryNote.ts';
import type { DeliveryNoteInput as DeliveryNoteInputMessage } from '../../gen/finance/v1/DeliveryNoteInput.ts';
import type { DeliveryNotePatch as DeliveryNotePatchMessage } from '../../gen/finance/v1/DeliveryNotePatch.ts';
import type { ListDeliveryNotesRequest as ListDeliveryNotesMessage } from '../../gen/finance/v1/ListDeliveryNotesRequest.ts';
import type { ShipDeliveryNoteRequest as ShipDeliveryNoteMessage } from '../../gen/finance/v1/ShipDeliveryNoteRequest.ts';
import type { UpdateDeliveryNoteRequest as UpdateDeliveryNoteMessage } from '../../gen/finance/v1/UpdateDeliveryNoteRequest.ts';
import { internalNotes } from './internal-notes.contract.ts';
import { day, MAX_QUANTITY } from './money.contract.ts';

/** decisions 4: Delivery note. */
export const deliveryNoteStatuses = ['draft', 'ready', 'shipped', 'delivered', 'cancelled'] as const;

export const DeliveryNoteStatus = z
  .enum(deliveryNoteStatuses)
  .describe(
    'Status of a delivery note. A create may set any status. Later, only the operations ready, ship, deliver and cancel change it.',
  );

const lineWords = {
  id: 'Id of the line, made by the service. Send it to keep the line. An unknown id is refused.',
  salesOrderLineItemId:
    'Id of the order line that is delivered. If it is absent, the quantity does not count towards an order line.',
  skuId: 'Id of the delivered SKU. Default: the SKU of the order line.',
  styleName: 'Name of the style of the SKU or of the order line, taken when the line is written.',
  refId: 'refId of that style, taken when the line is written.',
  description: 'Description of the delivered goods. Default: the description of the order line.',
  color: 'Color of the goods. Default: the color of the SKU.',
  size: 'Size of the goods. Default: the size of the SKU.',
  qty: 'Delivered quantity. Above 0.',
  unit: 'Unit of measure of the quantity.',
  cartons: 'Number of cartons.',
};

export const DeliveryNoteLine = z.strictObject(
  described(
    {
      id: z.string(),
      salesOrderLineItemId: z.string().nullable(),
      skuId: z.string().nullable(),
      styleName: z.string().nullable(),
      refId: z.string().nullable(),
      description: z.string().nullable(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      qty: z.number(),
      unit: z.string().nullable(),
      cartons: z.int().nullable(),
    },
    lineWords,
  ),
);

export const DeliveryNoteLineInput = z.strictObject(
  described(
    {
      id: recordId().exactOptional(),
      salesOrderLineItemId: recordId().exactOptional(),
      skuId: recordId().exactOptional(),
      description: longText().exactOptional(),
      color: text().exactOptional(),
      size: text().exactOptional(),
      qty: number({ le: MAX_QUANTITY }).refine((qty) => qty > 0, 'a quantity is above 0'),
      unit: text().exactOptional(),
      cartons: integer({ ge: 0 }).exactOptional(),
    },
    lineWords,
  ),
);

const fields = {
  documentId: readOnly({ answered: z.string(), stored: String }),
  salesOrderId: custom(
    { sent: recordId(), answered: z.string(), stored: String, onlyCreate: true },
    'Id of the sales order that is delivered. It never changes.',
  ),
  orderNumber: readOnly({ answered: z.string().nullable() }, 'Number of the sales order: its documentId.'),
  clientId: readOnly({ answered: z.string(), stored: String }, 'Id of the client of the order.'),
  clientName: readOnly(
    { answered: z.string().nullable() },
    'Current name of the client. Null while the name is not known.',
  ),
  dropNumber: readOnly(
    { answered: z.int(), stored: Number },
    'Number of the delivery note within its order, from 1. Deleted notes leave gaps.',
  ),
  shippingDate: clearable(day(), 'Planned shipping date, as sent.'),
  actualShipDate: clearable(day(), 'Actual shipping date, as sent. Default: the day of the shipment.'),
  carrier: clearable(shortText(), 'Name of the carrier.'),
  trackingNumber: clearable(shortText(), 'Tracking number of the carrier.'),
  destinationAddress: clearable(
    freeText(),
    'Postal address of the destination. Default: the delivery address of the order.',
  ),
  status: stateOf(DeliveryNoteStatus),
  notes: clearable(freeText(), 'Notes, as free text. They are printed and shown to the client.'),
  internalNotes: internalNotes(),
  lineItems: custom(
    { sent: list(DeliveryNoteLineInput).exactOptional(), answered: z.array(DeliveryNoteLine) },
    'Delivered goods, line by line.',
  ),
};

/** interface: Delivery note. */
export const DeliveryNote = recordOf(fields);
export type DeliveryNote = z.output<typeof DeliveryNote>;

export const DeliveryNoteInput = inputOf(fields).meta({
  examples: [
    {
      salesOrderId: '{sales_order_id}',
      shippingDate: '2027-02-12',
      destinationAddress: 'Kajgatan 4, Gothenburg',
      lineItems: [{ salesOrderLineItemId: '{sales_order_line_item_id}', qty: 60, unit: 'pc', cartons: 3 }],
    },
  ],
});
export type DeliveryNoteInput = z.output<typeof DeliveryNoteInput>;

export const DeliveryNotePatch = patchOf(fields).meta({
  examples: [{ shippingDate: '2027-02-14', notes: 'Two days later, for the boat' }],
});

/** The body of a shipment. */
export const Shipment = DeliveryNotePatch.pick({ actualShipDate: true, carrier: true, trackingNumber: true }).meta({
  examples: [{ actualShipDate: '2027-02-12', carrier: 'DSV', trackingNumber: 'DSV4402117' }],
});
export type Shipment = z.output<typeof Shipment>;

export const ShipDeliveryNoteRequest = z.strictObject({ ...RecordRequest.shape, ...Shipment.shape });

/** Moves between the statuses (decisions 4). */
const deliveryNoteMoves = {
  ready: { from: ['draft'], to: 'ready', event: 'ready' },
  ship: { from: ['ready'], to: 'shipped', event: 'shipped' },
  deliver: { from: ['shipped'], to: 'delivered', event: 'delivered' },
  cancel: { from: ['draft', 'ready'], to: 'cancelled', event: 'cancelled' },
} as const satisfies Moves;

export const deliveryNote = resource({
  name: 'delivery_note',
  title: 'Delivery note',
  plural: 'Delivery notes',
  scope: 'delivery_notes',
  path: 'delivery-notes',
  section: 'Delivery notes',
  about: 'Deliveries of a sales order, from draft to delivered.',
  service: 'finance',
  message: 'DeliveryNote',
  field: 'deliveryNote',
  reader: 'client',
  fields,
  record: DeliveryNote,
  input: DeliveryNoteInput,
  patch: DeliveryNotePatch,
  filters: {
    status: severalOf(DeliveryNoteStatus, 'Only delivery notes of this status.'),
    salesOrderId: recordId().exactOptional().describe('Only delivery notes of the sales order of this id.'),
    clientId: recordId().exactOptional().describe('Only delivery notes for the client of this id.'),
    styleId: recordId().exactOptional().describe('Only delivery notes with goods of the style of this id.'),
    skuId: recordId().exactOptional().describe('Only delivery notes with goods of the SKU of this id.'),
    toInvoice: boolean()
      .exactOptional()
      .describe(
        '`true`: only delivery notes of which goods are shipped and not invoiced. `false`: only the others. Drafts of invoices do not count.',
      ),
  },
  sorts: ['createdAt'],
  dates: ['shippingDate', 'actualShipDate'],
  totals: true,
  searches: ['trackingNumber', 'carrier'],
  moves: deliveryNoteMoves,
});

export type DeliveryNotePins = Agree<
  [
    Pinned<DeliveryNote, DeliveryNoteMessage>,
    Pinned<DeliveryNoteInput, DeliveryNoteInputMessage>,
    Pinned<z.output<typeof DeliveryNotePatch>, DeliveryNotePatchMessage>,
    Pinned<z.output<typeof deliveryNote.requests.update>, UpdateDeliveryNoteMessage>,
    Pinned<z.output<typeof deliveryNote.requests.list>, ListDeliveryNotesMessage>,
    Pinned<z.output<typeof ShipDeliveryNoteRequest>, ShipDeliveryNoteMessage>,
  ]
>;
