/** A record that was deleted for good. The data of its events are removed; their types and times are kept. */
export interface PurgedRecord {
  orgId: string;
  resource: string;
  recordId: string;
}

/** Types of events after which the data of the record's other events must be removed (decisions 6: Sales order). */
const FINAL_DELETES: ReadonlySet<string> = new Set(['order.deleted']);
const PURGED_RESOURCES: ReadonlySet<string> = new Set([...FINAL_DELETES].map(resourceOf));

/** Milliseconds after the delete at which the last purge of the record begins. */
const LAST_PASS_MS = 60_000;

/** The record that the event announces as deleted for good; undefined for other events. */
export function purgedBy(event: Named): PurgedRecord | undefined {
  return FINAL_DELETES.has(event.type) ? recordOf(event) : undefined;
}

/** The record whose deletion removes the data of this event; undefined if the data are never removed. */
export function purgeableWith(event: Named): PurgedRecord | undefined {
  return isPurgeable(event.type) ? recordOf(event) : undefined;
}

/** Whether the data of events of this type may have to be removed. */
export const isPurgeable = (type: string): boolean =>
  PURGED_RESOURCES.has(resourceOf(type)) && !FINAL_DELETES.has(type);

/** The envelope with only the ids of the record, in the form of a truncated event (decisions 5: Envelope). */
export function purgedPayload(payload: string): string {
  const { previous: _, comparison: __, truncated: ___, data = {}, ...envelope } = JSON.parse(payload);
  const ids = ['id', 'documentId'].filter((name) => name in data).map((name) => [name, data[name]]);
  return JSON.stringify({ ...envelope, data: Object.fromEntries(ids), truncated: true });
}

/**
 * The time of the next purge of a record; undefined after the last. A transaction that did not see the delete may still
 * add an event of the record. The last purge begins when no such transaction can run any more.
 */
export function nextPass(deletedAt: Date, now: Date): Date | undefined {
  const last = new Date(deletedAt.getTime() + LAST_PASS_MS);
  return now >= last ? undefined : last;
}

interface Named {
  type: string;
  orgId: string;
  recordId: string;
}

function recordOf({ type, orgId, recordId }: Named): PurgedRecord {
  return { orgId, resource: resourceOf(type), recordId };
}

function resourceOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
