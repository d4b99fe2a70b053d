import {
  MaterialRequirementsRow,
  materialRequirementFilters,
  RequiredPurchaseOrders,
  RequirementsToBuy,
} from '#proto/finance/v1/contract.ts';
import { json, optional } from '../payload/bodies.ts';
import { written } from '../routing/answers.ts';
import { reportTurns } from '../routing/concurrency-limits.ts';
import { reportRoutes } from '../routing/report-route.ts';
import { route } from '../routing/route.ts';

const path = '/api/v1/material-requirements';

export const materialRequirementRoutes = [
  ...reportRoutes({
    report: 'MaterialRequirements',
    name: 'material-requirements',
    path,
    client: 'materialRequirements',
    tag: 'Purchase orders',
    scope: 'read:purchase_orders',
    summary: 'Read the materials that sales orders need',
    description:
      'Returns a row for each material, SKU and supplier. The BOM of an order line is the BOM that the line names, else the BOM of its style that was approved last. A kit needs the SKUs in it. Rows with a `problem` come first, then the earliest `orderBy`. Items of purchase orders in draft, approved, issued and partially_received count as on order with the quantity that is not received yet.',
    row: MaterialRequirementsRow,
    filters: materialRequirementFilters,
  }),
  route({
    method: 'POST',
    path: `${path}/purchase-orders`,
    operationId: 'createRequiredPurchaseOrders',
    tag: 'Purchase orders',
    summary: 'Create the purchase orders that sales orders need',
    description:
      'Creates draft purchase orders of all that is to buy, one for each supplier and currency, in one transaction. Minimum order quantities are kept. An item names the sales orders that it was bought for in `forOrders`. Its quantity for them counts as on order until the purchase order is cancelled, so a second request creates nothing. Rows with a `problem` are left out.',
    role: 'staff',
    scope: 'create:purchase_orders',
    refusals: ['conflict'],
    body: optional(json(RequirementsToBuy)),
    answer: written(RequiredPurchaseOrders),
    turns: reportTurns,
    async handle({ materialRequirements }, { body, call }) {
      const request = { orders: body?.orders ?? [] };
      const { purchaseOrders, ...head } = await materialRequirements.createRequiredPurchaseOrders(request, call);
      return { message: { purchaseOrders }, ...head };
    },
  }),
];
