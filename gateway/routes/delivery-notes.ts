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
      'A line that names a line of the order takes its SKU and description where it has none of its own, and the color and size of its SKU; one that is sent with its `id` stays that line. One that is made as shipped or delivered ships, as by its move. After draft only notes and dates change, and the carrier and its tracking number until it is delivered.',
    refusals: ['invalid_transition'],
    toDelete: 'Of a draft, or when it is cancelled; else refused with `in_use`.',
    moves: {
      ready: {
        summary: 'Say that a delivery note is ready to ship',
        description: 'From draft.',
      },
      deliver: {
        summary: 'Say that a delivery note was delivered',
        description: 'From shipped.',
      },
      cancel: {
        summary: 'Cancel a delivery note',
        description: 'From draft or ready.',
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
      "From ready, while its order is confirmed, in_production or partially_shipped. Raises `shippedQty` of the order's lines, and the order is then partially_shipped, or shipped when all its lines are. Refused with `conflict` where a line of the order has less left.",
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
    description: 'As a packing list.',
    draw: ({ deliveryNotes }, target, call) => deliveryNotes.drawDeliveryNote(target, call),
  }),
];
