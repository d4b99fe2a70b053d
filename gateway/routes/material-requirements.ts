import { MaterialRequirementsRow, materialRequirementFilters } from '#proto/finance/v1/contract.ts';
import { reportRoutes } from '../routing/report-route.ts';

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
];
