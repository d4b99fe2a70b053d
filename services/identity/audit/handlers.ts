import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { ListAuditLogRequest } from '#proto/identity/v1/contract.ts';
import { type AuditEntry, actorId, publicAuditEntry, storedParts } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** The names of users and API keys of an org, by id. */
interface ActorNames {
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function auditHandlers(log: Pick<AuditLog, 'list'>, names: ActorNames) {
  return implement('identity', 'AuditService', {
    ListAuditLog: unary(
      ListAuditLogRequest,
      async ({ query, actor, record, action, since }, call) => {
        const { page: number, limit, after, sort, updatedSince, ranges = [], onlyFields = [] } = query;
        const isNamed = onlyFields.length === 0 || onlyFields.includes('actor_name');
        const asked = {
          ...{ page: number, limit, after, actor, action },
          sort: sort.startsWith('-') ? ('-at' as const) : ('at' as const),
          recordId: record,
          only: storedParts(onlyFields),
          // Entries never change: the time of an entry is that of its last change.
          ranges: [
            ...ranges,
            ...[since, updatedSince].flatMap((from) => (from ? [{ field: 'created_at', from }] : [])),
          ],
        };
        const page = await log.list(call.principal.orgId, asked, call);
        const actors = isNamed ? [...new Set(page.data.flatMap((entry) => actorId(entry) ?? []))] : [];
        const known = await names.namesOf(call.principal.orgId, actors);
        const nameOf = (entry: AuditEntry) => known.get(actorId(entry) ?? '') ?? null;
        return { ...page, data: page.data.map((entry) => ({ ...publicAuditEntry(entry), actor_name: nameOf(entry) })) };
      },
      { role: 'admin' },
    ),
  });
}
