import { OrderConfirmation, order, SalesOrder, SalesOrderVersion } from '#proto/finance/v1/contract.ts';
import { json, optional } from '../payload/bodies.ts';
import { message, record } from '../routing/answers.ts';
import { resourceRoutes, versionNumberOf } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Sales orders';
const path = '/api/v1/orders';

export const orderRoutes = [
  ...resourceRoutes(order, {
    searches: "documentId or the client's name",
    about:
      'A line names a style, a SKU or says in words what is ordered; one that is sent with its `id` stays that line. After draft every change makes a new version; once the order is shipped, only notes and dates change. Its client stays while a delivery note or an invoice refers to it that is not cancelled. What makes a client owe more than its `maxAccountValue` is a 409 `credit_limit_exceeded`, unless an admin does it.',
    refusals: ['credit_limit_exceeded', 'invalid_transition', 'in_use'],
    toDelete:
      'For good, with all its versions, in any status. Refused with `in_use` while an invoice or a delivery note that is not cancelled refers to it.',
    moves: {
      start: {
        summary: 'Start the production of a sales order',
        description: 'From confirmed.',
      },
      ship: {
        summary: 'Close a sales order as shipped',
        description: 'From in_production or partially_shipped: nothing more is shipped, whatever is left.',
      },
      complete: {
        summary: 'Complete a sales order',
        description: 'From shipped.',
      },
      cancel: {
        summary: 'Cancel a sales order',
        description: 'From draft, confirmed or in_production.',
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/confirm`,
    operationId: 'confirmSalesOrder',
    tag,
    summary: 'Confirm a sales order',
    description:
      "From draft. Refused with `credit_limit_exceeded` when the client would owe more than its `maxAccountValue`: what is not invoiced of its orders from confirmed to shipped, and what is unpaid of its invoices, in its currency by the org's exchange rates. An admin may `override` that.",
    role: 'staff',
    scope: 'write:orders',
    resource: 'Sales order',
    refusals: ['invalid_transition', 'credit_limit_exceeded'],
    body: optional(json(OrderConfirmation)),
    answer: record(SalesOrder),
    handle: ({ orders }, { target, body, call }) => orders.confirmOrder({ ...target, ...body }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}/versions/{version}`,
    operationId: 'getSalesOrderVersion',
    tag,
    summary: 'Read a version of a sales order',
    description: 'By its number: what the order said until the next version.',
    role: 'client',
    scope: 'read:orders',
    resource: 'Sales order',
    answer: message(SalesOrderVersion),
    handle: ({ orders }, { target, params, call }) =>
      orders.getOrderVersion({ id: target.id, versionNumber: versionNumberOf(params.version) }, call),
  }),
];
