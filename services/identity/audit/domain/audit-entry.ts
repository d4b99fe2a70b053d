/** An entry about a write or a failed login (decisions 3: Audit log). It is never changed and never removed. */
export interface AuditEntry {
  /** The event's id, where an event tells of it. */
  id: string;
  orgId: string;
  /** `client.updated`, `login.failed`. */
  action: string;
  /** `user:<id>` or `key:<id>`; null when nobody was known to act. */
  actor: string | null;
  recordType: string | null;
  recordId: string | null;
  at: Date;
  /** The caller's network address. */
  address: string | null;
  requestId: string;
  /** Names of the fields that changed; their values are in the event alone. */
  changed: string[];
}

/** An entry in the public form. */
export function publicAuditEntry(entry: AuditEntry) {
  return {
    id: entry.id,
    org_id: entry.orgId,
    action: entry.action,
    actor: entry.actor,
    record_type: entry.recordType,
    record_id: entry.recordId,
    changed: entry.changed,
    created_at: entry.at.toISOString(),
    address: entry.address,
    request_id: entry.requestId,
  };
}

/** The part of an action before the dot: `client` of `client.updated`. */
export const resourceOf = (action: string): string => action.slice(0, action.indexOf('.'));
