import { z } from 'zod';
import {
  described,
  integer,
  ListQuery,
  list,
  longText,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import type { DeliveryNote as DeliveryNoteMessage } from '../../gen/finance/v1/DeliveryNote.ts';
import type { DeliveryNoteInput as DeliveryNoteInputMessage } from '../../gen/finance/v1/DeliveryNoteInput.ts';
import type { DeliveryNotePatch as DeliveryNotePatchMessage } from '../../gen/finance/v1/DeliveryNotePatch.ts';
import type { ListDeliveryNotesRequest as ListDeliveryNotesMessage } from '../../gen/finance/v1/ListDeliveryNotesRequest.ts';
import type { ShipDeliveryNoteRequest as ShipDeliveryNoteMessage } from '../../gen/finance/v1/ShipDeliveryNoteRequest.ts';
import type { UpdateDeliveryNoteRequest as UpdateDeliveryNoteMessage } from '../../gen/finance/v1/UpdateDeliveryNoteRequest.ts';
import { MAX_QUANTITY, plainDate } from './money.contract.ts';

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

const words = {
  salesOrderId: 'Id of the sales order that is delivered. It never changes.',
  clientId: 'Id of the client of the order.',
  clientName: 'Current name of the client. Null while the name is not known.',
  dropNumber: 'Number of the delivery note within its order, from 1. Deleted notes leave gaps.',
  shippingDate: 'Planned shipping date, as sent.',
  actualShipDate: 'Actual shipping date, as sent. Default: the day of the shipment.',
  carrier: 'Name of the carrier.',
  trackingNumber: 'Tracking number of the carrier.',
  destinationAddress: 'Postal address of the destination.',
  notes: 'Notes, as free text.',
  lineItems: 'Delivered goods, line by line.',
};

/** interface: Delivery note. */
export const DeliveryNote = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      salesOrderId: z.string(),
      clientId: z.string(),
      clientName: z.string().nullable(),
      dropNumber: z.int(),
      shippingDate: z.string().nullable(),
      actualShipDate: z.string().nullable(),
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      destinationAddress: z.string().nullable(),
      status: DeliveryNoteStatus,
      notes: z.string().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      lineItems: z.array(DeliveryNoteLine),
    },
    words,
  ),
);
export type DeliveryNote = z.output<typeof DeliveryNote>;

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

/** The body of a shipment. */
export const Shipment = z
  .strictObject(
    described(
      {
        actualShipDate: plainDate().exactOptional(),
        carrier: text().exactOptional(),
        trackingNumber: text().exactOptional(),
      },
      words,
    ),
  )
  .meta({ examples: [{ actualShipDate: '2027-02-12', carrier: 'DSV', trackingNumber: 'DSV4402117' }] });

export const DeliveryNoteInput = z
  .strictObject(
    described(
      {
        salesOrderId: recordId(),
        shippingDate: plainDate().exactOptional(),
        ...Shipment.shape,
        destinationAddress: longText().exactOptional(),
        notes: longText().exactOptional(),
        lineItems: list(DeliveryNoteLineInput).exactOptional(),
        /** A create may set any status (decisions 4). Later, only operations change it. */
        status: DeliveryNoteStatus.exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      {
        salesOrderId: '{sales_order_id}',
        shippingDate: '2027-02-12',
        destinationAddress: 'Kajgatan 4, Gothenburg',
        lineItems: [{ salesOrderLineItemId: '{sales_order_line_item_id}', qty: 60, unit: 'pc', cartons: 3 }],
      },
    ],
  });

export const DeliveryNotePatch = z
  .strictObject(optionalShape(DeliveryNoteInput.omit({ salesOrderId: true, status: true }).shape))
  .meta({ examples: [{ shippingDate: '2027-02-14', notes: 'Two days later, for the boat' }] });

export const CreateDeliveryNoteRequest = z.strictObject({ deliveryNote: DeliveryNoteInput });

export const UpdateDeliveryNoteRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: DeliveryNotePatch,
  fields: z.array(z.string()),
});

export const ShipDeliveryNoteRequest = z.strictObject({ ...RecordRequest.shape, ...Shipment.shape });

/** The fields that GET /api/v1/delivery-notes filters and sorts by (decisions 6: Delivery note). */
export const deliveryNoteFilters = {
  status: DeliveryNoteStatus.exactOptional().describe('Only delivery notes of this status.'),
  salesOrderId: recordId().exactOptional().describe('Only delivery notes of the sales order of this id.'),
  clientId: recordId().exactOptional().describe('Only delivery notes for the client of this id.'),
};
export const deliveryNoteSorts = ['createdAt'] as const;

export const ListDeliveryNotesRequest = z.strictObject({ query: ListQuery, ...deliveryNoteFilters });

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
  fields: {},
  record: DeliveryNote,
  input: DeliveryNoteInput,
  patch: DeliveryNotePatch,
  filters: deliveryNoteFilters,
  sorts: deliveryNoteSorts,
  searches: ['trackingNumber', 'carrier'],
  moves: deliveryNoteMoves,
});

export type DeliveryNotePins = Agree<
  [
    Pinned<DeliveryNote, DeliveryNoteMessage>,
    Pinned<z.output<typeof DeliveryNoteInput>, DeliveryNoteInputMessage>,
    Pinned<z.output<typeof DeliveryNotePatch>, DeliveryNotePatchMessage>,
    Pinned<z.output<typeof UpdateDeliveryNoteRequest>, UpdateDeliveryNoteMessage>,
    Pinned<z.output<typeof ListDeliveryNotesRequest>, ListDeliveryNotesMessage>,
    Pinned<z.output<typeof ShipDeliveryNoteRequest>, ShipDeliveryNoteMessage>,
  ]
>;
