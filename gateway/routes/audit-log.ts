import { AuditEntry, auditFilters, auditRanges, auditSorts } from '#proto/identity/v1/contract.ts';
import { listRoutes } from '../routing/list.ts';

export const auditLogRoutes = [
  ...listRoutes({
    path: '/api/v1/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    names: 'who did what',
    about: 'The audit log has every write and every failed login.',
    role: 'admin',
    item: AuditEntry,
    projected: true,
    filters: auditFilters,
    sorts: auditSorts,
    ranges: auditRanges,
    fetch: ({ audit }, request, call) => audit.listAuditLog(request, call),
  }),
];
