import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import { type AuditEntry, resourceOf } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** Milliseconds. The log may be seconds late (decisions 1: Eventual facts), and larger batches cost less. */
const LINGER = 100;

/**
 * Every event of every service is an entry. What makes the log complete is the outbox: its row is written in the
 * transaction of the write, with who called, from where and by which request, and is published until it has arrived
 * here. An event that comes twice is one entry, since the entry carries the event's id.
 */
export function onEvent(log: Pick<AuditLog, 'append'>): (message: EventMessage) => Promise<void> {
  const append = createBatcher(
    async (entries: AuditEntry[]) => {
      await log.append(entries);
      return entries.map(() => undefined);
    },
    { linger: LINGER, retryAlone: isFaultOfItsOwn },
  );
  return (message) => append(entryOf(message));
}

/** The entry of an event. A truncated one names its record too, though not what changed. */
export function entryOf({ envelope, actor, address, requestId }: EventMessage): AuditEntry {
  const { id, type, org_id: orgId, data, previous = {}, timestamp } = envelope;
  return {
    id,
    orgId,
    action: type,
    actor: actor ?? null,
    recordType: resourceOf(type),
    // The only record of its kind in the org has no id of its own.
    recordId: typeof data.id === 'string' ? data.id : orgId,
    at: new Date(timestamp),
    address: address ?? null,
    requestId: requestId ?? '',
    changed: Object.keys(previous),
  };
}
