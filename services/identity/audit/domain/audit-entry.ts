/**
 * An entry of the audit log, about a write or a failed login (decisions 3: Audit log). It is never changed or removed.
 */
export interface AuditEntry {
  /** The id of the event, if the entry is about an event. */
  id: string;
  orgId: string;
  /** `client.updated`, `login.failed`. */
  action: string;
  /** `user:<id>` or `key:<id>`; null if the actor is unknown. */
  actor: string | null;
  recordType: string | null;
  recordId: string | null;
  at: Date;
  /** The network address of the caller. */
  address: string | null;
  requestId: string;
  /** Names of the changed fields. Their values are only in the event. */
  changed: string[];
}

/** An entry in its public form. */
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

/** The stored field of each public field. */
const STORED: Readonly<Record<string, string>> = {
  org_id: 'orgId',
  action: 'action',
  actor: 'actor',
  actor_name: 'actor',
  record_type: 'recordType',
  record_id: 'recordId',
  changed: 'changed',
  address: 'address',
  request_id: 'requestId',
};

/** The stored fields of these public fields, with those that every entry needs; undefined for all fields. */
export function storedParts(fields: readonly string[]): Record<string, 1> | undefined {
  if (fields.length === 0) return undefined;
  const names = fields.filter((name) => Object.hasOwn(STORED, name)).map((name) => STORED[name] as string);
  return Object.fromEntries(['_id', 'at', ...names].map((name) => [name, 1]));
}

/** The id of the user or API key that acted. */
export const actorId = ({ actor }: AuditEntry): string | undefined => actor?.slice(actor.indexOf(':') + 1);

/** The part of an action before the dot: `client` of `client.updated`. */
export const resourceOf = (action: string): string => action.slice(0, action.indexOf('.'));
