import { DeliveryNote, deliveryNote, Shipment } from '#proto/finance/v1/contract.ts';
import { json, optional } from '../payload/bodies.ts';
import { record } from '../routing/answers.ts';
import { pdfRoute } from '../routing/pdf-route.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Delivery notes';
const path = '/api/v1/delivery-notes';

export const deliveryNoteRoutes = [
  ...resourceRoutes(deliveryNote, {
    about:
      'A line that names a line of the order gets the SKU and the description of that line, if it has none of its own, and the color and size of its SKU. A line that is sent with its `id` stays the same line. A note that is created as shipped or delivered ships its goods, as the operation ship does. After draft, only notes, `internalNotes` and dates can change. A caller of role client sees no drafts. Carrier and tracking number can change until the note is delivered.',
    refusals: ['invalid_transition'],
    toDelete:
      'Of a draft, or when it is cancelled; else refused with `in_use`, also while an invoice that is not cancelled names it.',
    moves: {
      ready: {
        summary: 'Mark a delivery note as ready to ship',
        description: 'Allowed from draft.',
      },
      deliver: {
        summary: 'Mark a delivery note as delivered',
        description: 'Allowed from shipped.',
      },
      cancel: {
        summary: 'Cancel a delivery note',
        description:
          'Allowed from draft and ready. Refused with `in_use` while an invoice that is not cancelled names the note.',
        refusals: ['in_use'],
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/ship`,
    operationId: 'shipDeliveryNote',
    tag,
    summary: 'Ship a delivery note',
    description:
      "Allowed from ready, if the order is confirmed, in_production or partially_shipped. Increases `shippedQty` of the order's lines. The order becomes partially_shipped, or shipped if all its lines are shipped. Refused with `conflict` if more is shipped than is left of a line.",
    role: 'staff',
    scope: 'write:delivery_notes',
    resource: 'Delivery note',
    refusals: ['invalid_transition'],
    body: optional(json(Shipment)),
    answer: record(DeliveryNote),
    handle: ({ deliveryNotes }, { target, body, call }) => deliveryNotes.shipDeliveryNote({ ...target, ...body }, call),
  }),
  pdfRoute({
    path,
    resource: 'Delivery note',
    tag,
    scope: 'read:delivery_notes',
    reader: 'client',
    description: 'Returns the delivery note as a packing list in PDF.',
    draw: ({ deliveryNotes }, target, call) => deliveryNotes.drawDeliveryNote(target, call),
  }),
];
