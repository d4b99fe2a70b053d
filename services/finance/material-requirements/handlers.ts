import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { GetMaterialRequirementsRequest } from '#proto/finance/v1/requirement.contract.ts';
import type { NameCopies } from '../documents/line-names.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { withStyleNames } from '../reports/record-names.ts';
import { reportRpc } from '../reports/report-rpc.ts';
import { requirementRow } from './domain/requirement-row.ts';
import { type RequirementParts, readRequirements } from './read-requirements.ts';
import { type RequirementCopies, sourcesOf } from './sources.ts';

interface Parts extends RequirementParts {
  copies: RequirementCopies & NameCopies;
  settings: Pick<OrgSettings, 'today'>;
}

/** The materials that orders need (decisions 7: Material requirements). */
export const requirementHandlers = ({ copies, settings, ...parts }: Parts): ServiceImplementation =>
  implement('finance', 'MaterialRequirementService', {
    GetMaterialRequirements: reportRpc({
      report: 'MaterialRequirements',
      schema: GetMaterialRequirementsRequest,
      settings,
      scope: 'read:purchase_orders',
      async read({ orders }, call) {
        const scope = { orgId: call.principal.orgId };
        const asked = { orders: orders?.split(','), loc: ['query'] };
        const found = await readRequirements(parts, scope, asked, sourcesOf(copies, scope, call));
        const rows = found.map(requirementRow);
        const named = await withStyleNames(copies, scope, rows);
        return named;
      },
    }),
  });
