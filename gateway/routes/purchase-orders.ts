import {
  PurchaseOrder,
  PurchaseOrderOutline,
  PurchaseOrderReceipt,
  PurchaseOrderVersion,
  purchaseOrder,
} from '#proto/finance/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { messagePart, record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { pdfRoute } from '../routing/pdf-route.ts';
import { resourceRoutes, versionNumberOf } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Purchase orders';
const path = '/api/v1/purchase-orders/direct-cost';

export const purchaseOrderRoutes = [
  ...resourceRoutes(purchaseOrder, {
    listed: PurchaseOrderOutline,
    searches: 'its documentId',
    about:
      'Decimals are sent as strings of at most 30 digits, or as numbers of at most 15 digits. They are returned as strings: amounts with the digits of the minor unit, all others without trailing zeros. An item that is sent with its `id` stays the same item. After draft, every change creates a new version. After the order is issued, only notes and dates can change.',
    refusals: ['invalid_transition'],
    toDelete: 'With all its versions, as a draft or cancelled; refused with `in_use` in any other status.',
    moves: {
      approve: {
        summary: 'Approve a purchase order',
        description: 'Allowed from draft. Keys need `approve:purchase_orders`.',
        action: 'approve',
      },
      issue: {
        summary: 'Issue a purchase order to its supplier',
        description: 'Allowed from approved.',
      },
      close: {
        summary: 'Close a purchase order',
        description: 'Allowed from partially_received and received. No more goods are received, even if some are left.',
      },
      cancel: {
        summary: 'Cancel a purchase order',
        description:
          'Allowed from draft, approved and issued, if nothing is received. Refused with `in_use` while a bank line is matched with the order.',
        refusals: ['in_use'],
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/receive`,
    operationId: 'receivePurchaseOrder',
    tag,
    summary: 'Receive items of a purchase order',
    description:
      'Allowed from issued and partially_received. Either all sent items are recorded, or none. The order becomes partially_received, or received if nothing is left. A quantity above the quantity that is left is a 409 `conflict`, which says how much is left.',
    role: 'staff',
    scope: 'write:purchase_orders',
    resource: 'Purchase order',
    refusals: ['invalid_transition', 'conflict'],
    body: json(PurchaseOrderReceipt),
    answer: record(PurchaseOrder),
    handle: ({ purchaseOrders }, { target, body, call }) =>
      purchaseOrders.receivePurchaseOrder({ ...target, ...body }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}/versions/{version}`,
    operationId: 'getPurchaseOrderVersion',
    tag,
    summary: 'Read a version of a purchase order',
    description: 'Returns the version with this number: the order as it was before the next version.',
    role: 'staff',
    scope: 'read:purchase_orders',
    resource: 'Purchase order',
    query: reading(PurchaseOrderVersion),
    answer: messagePart(PurchaseOrderVersion),
    async handle({ purchaseOrders }, { target, params, query: { fields: chosen }, call }) {
      const request = { id: target.id, versionNumber: versionNumberOf(params.version) };
      return { message: await purchaseOrders.getPurchaseOrderVersion(request, call), chosen };
    },
  }),
  pdfRoute({
    path,
    resource: 'Purchase order',
    tag,
    scope: 'read:purchase_orders',
    description: 'Returns the purchase order as a PDF for the supplier.',
    draw: ({ purchaseOrders }, target, call) => purchaseOrders.drawPurchaseOrder(target, call),
  }),
];
