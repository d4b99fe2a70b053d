import { z } from 'zod';
import { dateTime, described, ListQuery, text, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AuditEntry as AuditEntryMessage } from '../../gen/identity/v1/AuditEntry.ts';
import type { ListAuditLogRequest as ListAuditLogMessage } from '../../gen/identity/v1/ListAuditLogRequest.ts';

/** decisions 3: Audit log. */
export const AuditEntry = z.strictObject(
  described({
    id: z.string().describe("The event's id, where an event tells of it."),
    org_id: z.string().describe('The org in which it was done.'),
    action: z.string().describe('`client.updated`, `login.failed`.'),
    actor: z.string().nullable().describe('`user:<id>` or `key:<id>`; null when nobody was known to act.'),
    record_type: z.string().nullable().describe('Of what kind the record is: `client`; null where there is none.'),
    record_id: z.string().nullable().describe('What was written to; null where that is no record.'),
    changed: z.array(z.string()).describe('Names of the fields that changed.'),
    created_at: timestamp().describe('When it was done.'),
    address: z.string().nullable().describe("The caller's network address."),
    request_id: z.string().describe('`X-Request-Id` of the request that did it.'),
  }),
);
export type AuditEntry = z.output<typeof AuditEntry>;

/** The fields that GET /api/v1/audit-log filters by (decisions 3: Audit log). */
export const auditFilters = {
  actor: text().exactOptional().describe('Only what `user:<id>` or `key:<id>` did.'),
  record: text().exactOptional().describe('Only what was done to the record of this id.'),
  action: text().exactOptional().describe('Only this action, or with `<resource>.*` all of a resource.'),
  since: dateTime().exactOptional().describe('Only what was done at or after it.'),
};
export const auditSorts = ['created_at'] as const;

export const ListAuditLogRequest = z.strictObject({ query: ListQuery, ...auditFilters });
export type ListAuditLogRequest = z.output<typeof ListAuditLogRequest>;

export type Pins = Agree<[Pinned<AuditEntry, AuditEntryMessage>, Pinned<ListAuditLogRequest, ListAuditLogMessage>]>;
