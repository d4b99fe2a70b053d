import {
  PurchaseOrder,
  PurchaseOrderInput,
  PurchaseOrderOutline,
  PurchaseOrderPatch,
  PurchaseOrderReceipt,
  PurchaseOrderVersion,
  purchaseOrderFilters,
  purchaseOrderSorts,
} from '#proto/finance/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { message, record } from '../routing/answers.ts';
import { pdfRoute } from '../routing/pdf-route.ts';
import { resourceRoutes, versionNumberOf } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Purchase orders';
const path = '/api/v1/purchase-orders/direct-cost';

export const purchaseOrderRoutes = [
  ...resourceRoutes({
    path,
    resource: 'Purchase order',
    plural: 'Purchase orders',
    tag,
    scope: 'purchase_orders',
    item: PurchaseOrder,
    listed: PurchaseOrderOutline,
    input: PurchaseOrderInput,
    patch: PurchaseOrderPatch,
    filters: purchaseOrderFilters,
    sorts: purchaseOrderSorts,
    searches: 'its documentId',
    about:
      'Decimals are sent as strings of at most 30 digits, or as numbers of at most 15, and answered as strings: amounts with the digits of the minor unit, all others without zeros that say nothing. An item that is sent with its `id` stays that item. After draft every change makes a new version; once the order is issued, only notes and dates change.',
    refusals: ['invalid_transition'],
    toDelete: 'With all its versions, as a draft or cancelled; refused with `in_use` in any other status.',
    calls: {
      list: ({ purchaseOrders }, request, call) => purchaseOrders.listPurchaseOrders(request, call),
      create: ({ purchaseOrders }, order, call) => purchaseOrders.createPurchaseOrder({ order }, call),
      get: ({ purchaseOrders }, target, call) => purchaseOrders.getPurchaseOrder(target, call),
      update: ({ purchaseOrders }, change, call) => purchaseOrders.updatePurchaseOrder(change, call),
      delete: ({ purchaseOrders }, target, call) => purchaseOrders.deletePurchaseOrder(target, call),
    },
    moves: {
      approve: {
        summary: 'Approve a purchase order',
        description: 'From draft. Keys need `approve:purchase_orders`.',
        action: 'approve',
        call: ({ purchaseOrders }, target, call) => purchaseOrders.approvePurchaseOrder(target, call),
      },
      issue: {
        summary: 'Issue a purchase order to its supplier',
        description: 'From approved.',
        call: ({ purchaseOrders }, target, call) => purchaseOrders.issuePurchaseOrder(target, call),
      },
      close: {
        summary: 'Close a purchase order',
        description: 'From partially_received or received: nothing more is received, whatever is left.',
        call: ({ purchaseOrders }, target, call) => purchaseOrders.closePurchaseOrder(target, call),
      },
      cancel: {
        summary: 'Cancel a purchase order',
        description:
          'From draft, approved or issued, before anything was received. Refused with `in_use` while a bank line is matched with it.',
        refusals: ['in_use'],
        call: ({ purchaseOrders }, target, call) => purchaseOrders.cancelPurchaseOrder(target, call),
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
      'From issued or partially_received, all of it or nothing; what is left after it decides whether the order is received. More than is left is a 409 `conflict` naming what is.',
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
    description: 'By its number: what the order said until the next version.',
    role: 'staff',
    scope: 'read:purchase_orders',
    resource: 'Purchase order',
    answer: message(PurchaseOrderVersion),
    handle: ({ purchaseOrders }, { target, params, call }) =>
      purchaseOrders.getPurchaseOrderVersion({ id: target.id, versionNumber: versionNumberOf(params.version) }, call),
  }),
  pdfRoute({
    path,
    resource: 'Purchase order',
    tag,
    scope: 'read:purchase_orders',
    description: 'As it is sent to its supplier.',
    draw: ({ purchaseOrders }, target, call) => purchaseOrders.drawPurchaseOrder(target, call),
  }),
];
