import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { ListAuditLogRequest } from '#proto/identity/v1/contract.ts';
import { publicAuditEntry } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

export function auditHandlers(log: Pick<AuditLog, 'list'>) {
  return implement('identity', 'AuditService', {
    ListAuditLog: unary(
      ListAuditLogRequest,
      async ({ query, actor, record, action, since }, call) => {
        const { page: number, limit, after, sort, updatedSince } = query;
        const asked = {
          ...{ page: number, limit, after, actor, action },
          sort: sort.startsWith('-') ? ('-at' as const) : ('at' as const),
          recordId: record,
          since: later(since, updatedSince),
        };
        const page = await log.list(call.principal.orgId, asked, call);
        return { ...page, data: page.data.map(publicAuditEntry) };
      },
      { role: 'admin' },
    ),
  });
}

/**
 * The later of two RFC 3339 times in UTC; undefined if both are empty. `updated_since` filters by the time of the
 * entry, because entries never change.
 */
function later(since = '', updatedSince = ''): Date | undefined {
  const text = since > updatedSince ? since : updatedSince;
  return text === '' ? undefined : new Date(text);
}
