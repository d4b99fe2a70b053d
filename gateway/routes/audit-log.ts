import { AuditEntry, auditFilters, auditSorts } from '#proto/identity/v1/contract.ts';
import { listRoute } from '../list.ts';

export const auditLogRoutes = [
  listRoute({
    path: '/api/v1/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'List who did what',
    role: 'admin',
    item: AuditEntry,
    filters: auditFilters,
    sorts: auditSorts,
    fetch: ({ audit }, request, call) => audit.listAuditLog(request, call),
  }),
];
