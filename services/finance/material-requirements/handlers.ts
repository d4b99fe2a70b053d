import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { GetMaterialRequirementsRequest } from '#proto/finance/v1/requirement.contract.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import { withStyleNames } from '../reports/record-names.ts';
import { reportRpc } from '../reports/report-rpc.ts';
import { type CreateParts, createPurchaseOrders } from './create-purchase-orders.ts';
import { requirementRow } from './domain/requirement-row.ts';
import { readRequirements } from './read-requirements.ts';
import { sourcesOf } from './sources.ts';

interface Parts extends CreateParts {
  copies: CreateParts['copies'] & Pick<LocalCopies, 'styleNames'>;
}

/** The materials that orders need (decisions 7: Material requirements). */
export const requirementHandlers = (parts: Parts): ServiceImplementation =>
  implement('finance', 'MaterialRequirementService', {
    GetMaterialRequirements: reportRpc({
      report: 'MaterialRequirements',
      schema: GetMaterialRequirementsRequest,
      settings: parts.settings,
      scope: 'read:purchase_orders',
      async read({ orders }, call) {
        const scope = { orgId: call.principal.orgId };
        const currency = (await parts.settings.defaultCurrency(call)) ?? null;
        const asked = { orders: orders?.split(','), loc: ['query'], currency, deadline: call.deadline };
        const { rows } = await readRequirements(parts, scope, asked, sourcesOf(parts.copies, scope, call));
        return withStyleNames(parts.copies, scope, rows.map(requirementRow));
      },
    }),
    CreateRequiredPurchaseOrders: createPurchaseOrders(parts),
  });
