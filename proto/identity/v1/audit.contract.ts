import { z } from 'zod';
import { dateTime, described, ListQuery, text, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AuditEntry as AuditEntryMessage } from '../../gen/identity/v1/AuditEntry.ts';
import type { ListAuditLogRequest as ListAuditLogMessage } from '../../gen/identity/v1/ListAuditLogRequest.ts';

/** decisions 3: Audit log. */
export const AuditEntry = z.strictObject(
  described({
    id: z.string().describe('Id of the entry. If the write published an event, this is the id of the event.'),
    org_id: z.string().describe('Id of the org.'),
    action: z.string().describe('Name of the action, for example `client.updated` or `login.failed`.'),
    actor: z.string().nullable().describe('User or API key that acted: `user:<id>` or `key:<id>`. Null if unknown.'),
    actor_name: z
      .string()
      .nullable()
      .describe('Current name of the actor. Null if the user or API key is gone or has no name.'),
    record_type: z
      .string()
      .nullable()
      .describe('Type of the record, for example `client`. Null if no record is involved.'),
    record_id: z.string().nullable().describe('Id of the written record. Null if no record is involved.'),
    changed: z.array(z.string()).describe('Names of the fields that changed.'),
    created_at: timestamp().describe('Time of the action.'),
    address: z.string().nullable().describe('Network address of the caller.'),
    request_id: z.string().describe('`X-Request-Id` of the request.'),
  }),
);
export type AuditEntry = z.output<typeof AuditEntry>;

/** The fields that GET /api/v1/audit-log filters by (decisions 3: Audit log). */
export const auditFilters = {
  actor: text().exactOptional().describe('Only entries of this actor: `user:<id>` or `key:<id>`.'),
  record: text().exactOptional().describe('Only entries of the record with this id.'),
  action: text()
    .exactOptional()
    .describe('Only entries of this action. `<resource>.*` selects all actions of a resource.'),
  since: dateTime().exactOptional().describe('Only entries at or after this time.'),
};
export const auditSorts = ['created_at'] as const;
/** The dates that have ranges. */
export const auditRanges = ['created_at'] as const;

export const ListAuditLogRequest = z.strictObject({ query: ListQuery, ...auditFilters });
export type ListAuditLogRequest = z.output<typeof ListAuditLogRequest>;

export type Pins = Agree<[Pinned<AuditEntry, AuditEntryMessage>, Pinned<ListAuditLogRequest, ListAuditLogMessage>]>;
