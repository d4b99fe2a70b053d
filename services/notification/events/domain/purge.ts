/** A record that was deleted for good: what its events said is no longer kept, when they happened is. */
export interface PurgedRecord {
  orgId: string;
  resource: string;
  recordId: string;
}

/** The deletes after which nothing may be kept (decisions 6: Sales order). */
const FINAL_DELETES: ReadonlySet<string> = new Set(['order.deleted']);
const PURGED_RESOURCES: ReadonlySet<string> = new Set([...FINAL_DELETES].map(resourceOf));

/** Passes over what is kept of a record begin this long after its delete has come, in milliseconds. */
const LAST_PASS_MS = 60_000;

/** The record that the event says was deleted for good. */
export function purgedBy(event: Named): PurgedRecord | undefined {
  return FINAL_DELETES.has(event.type) ? recordOf(event) : undefined;
}

/** The record of whose deletion nothing of this event may be left. */
export function purgeableWith(event: Named): PurgedRecord | undefined {
  return isPurgeable(event.type) ? recordOf(event) : undefined;
}

/** Whether what events of the type say may come to be purged. */
export const isPurgeable = (type: string): boolean =>
  PURGED_RESOURCES.has(resourceOf(type)) && !FINAL_DELETES.has(type);

/** The envelope with the record's ids alone, as one that is too large has them (decisions 5: Envelope). */
export function purgedPayload(payload: string): string {
  const { previous: _, comparison: __, truncated: ___, data = {}, ...envelope } = JSON.parse(payload);
  const ids = ['id', 'documentId'].filter((name) => name in data).map((name) => [name, data[name]]);
  return JSON.stringify({ ...envelope, data: Object.fromEntries(ids), truncated: true });
}

/**
 * When the next pass is due; undefined after the last. An event may have been on its way into the log when the delete came,
 * in a transaction that did not see it: the last pass begins when none of these can still run.
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
