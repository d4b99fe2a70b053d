import { OrderConfirmation, order, SalesOrder, SalesOrderVersion } from '#proto/finance/v1/contract.ts';
import { json, optional } from '../payload/bodies.ts';
import { messagePart, record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { resourceRoutes, versionNumberOf } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Sales orders';
const path = '/api/v1/orders';

export const orderRoutes = [
  ...resourceRoutes(order, {
    searches: "documentId, clientOrderNumber or the client's name",
    about:
      'A line has a style, a SKU, or a description of the ordered goods. A line that is sent with its `id` stays the same line. After draft, every change creates a new version, except a change of `internalNotes` alone. After the order is shipped, only notes, `internalNotes` and dates can change. A caller of role client sees no drafts. The client cannot change while a delivery note or an invoice that is not cancelled refers to the order. A write by which the client would owe more than its `maxAccountValue` is a 409 `credit_limit_exceeded`, unless an admin makes it.',
    refusals: ['credit_limit_exceeded', 'invalid_transition', 'in_use'],
    toDelete:
      'For good, with all its versions, in any status. Refused with `in_use` while an invoice or a delivery note that is not cancelled refers to it.',
    moves: {
      start: {
        summary: 'Start the production of a sales order',
        description: 'Allowed from confirmed.',
      },
      ship: {
        summary: 'Mark a sales order as shipped',
        description:
          'Allowed from in_production and partially_shipped. No more goods are shipped, even if some are left.',
      },
      complete: {
        summary: 'Complete a sales order',
        description: 'Allowed from shipped.',
      },
      cancel: {
        summary: 'Cancel a sales order',
        description: 'Allowed from draft, confirmed and in_production.',
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
      "Allowed from draft. Refused with `credit_limit_exceeded` if the client would owe more than its `maxAccountValue`. The owed amount is the uninvoiced part of its orders from confirmed to shipped, plus the unpaid part of its invoices, converted to the currency of the client by the org's exchange rates. An admin can `override` the limit.",
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
    description: 'Returns the version with this number: the content of the order until the next version.',
    role: 'client',
    scope: 'read:orders',
    resource: 'Sales order',
    query: reading(SalesOrderVersion),
    answer: messagePart(SalesOrderVersion),
    async handle({ orders }, { target, params, query: { fields: chosen }, call }) {
      const request = { id: target.id, versionNumber: versionNumberOf(params.version) };
      return { message: await orders.getOrderVersion(request, call), chosen };
    },
  }),
];
