import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import { type AuditEntry, resourceOf } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

/**
 * Milliseconds that an event waits for others to share its transaction. The log may be seconds late (decisions 1:
 * Eventual facts), and larger batches cost less.
 */
const LINGER_MS = 100;

/**
 * Adds an entry for each event of each service. No write is missing in the log, because the event's outbox row is
 * written in the transaction of the write, with caller, address and request id, and is published until it has arrived
 * here. An event that comes twice makes one entry, because the entry has the event's id.
 */
export function onEvent(log: Pick<AuditLog, 'append'>): (message: EventMessage) => Promise<void> {
  const append = createBatcher(
    async (entries: AuditEntry[]) => {
      await log.append(entries);
      return entries.map(() => undefined);
    },
    { linger: LINGER_MS, retryAlone: isFaultOfItsOwn },
  );
  return (message) => append(entryOf(message));
}

/** The entry of an event. A truncated event has the id of its record, but not the changed fields. */
export function entryOf({ envelope, actor, address, requestId }: EventMessage): AuditEntry {
  const { id, type, org_id: orgId, data, previous = {}, timestamp } = envelope;
  return {
    id,
    orgId,
    action: type,
    actor: actor ?? null,
    recordType: resourceOf(type),
    // A record that exists once per org has no id. The entry then has the org's id.
    recordId: typeof data.id === 'string' ? data.id : orgId,
    at: new Date(timestamp),
    address: address ?? null,
    requestId: requestId ?? '',
    changed: Object.keys(previous),
  };
}
