import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { indexed } from './domain/logged-event.ts';
import { purgeableWith, purgedBy, purgedPayload } from './domain/purge.ts';
import type { PurgeRepository } from './purge-repository.ts';
import { eventModel, type StoredEvent } from './repository.ts';

/** Number of events in one batch. An event has up to 256 KiB. */
const BATCH = 50;

/**
 * Adds the index fields to events that an earlier version logged, and purges what must be purged. It repeats, because a
 * replica of the earlier version may run beside this one.
 */
export function indexEarlier(purges: Pick<PurgeRepository, 'note' | 'known'>): Upgrade {
  return {
    name: 'events are found in the log',
    async apply(connection) {
      const model = eventModel({ connection });
      for (let changed = 0; ; ) {
        const found = await model
          .find({ at: null as never })
          .limit(BATCH)
          .lean();
        if (found.length === 0) return changed;
        const named = found.map((event) => ({ ...event, ...indexed(JSON.parse(event.payload)) }));
        const now = new Date();
        await purges.note(
          named.flatMap((event) => purgedBy(event) ?? []),
          now,
        );
        const isPurged = await purges.known(named.flatMap((event) => purgeableWith(event) ?? []));
        const updates = named.map((event) => updateOf(event, isPurged));
        await model.bulkWrite(updates as never, { ordered: false });
        changed += found.length;
      }
    },
  };

  function updateOf(
    event: StoredEvent & ReturnType<typeof indexed>,
    isPurged: Awaited<ReturnType<PurgeRepository['known']>>,
  ) {
    const { _id, recordId, sequence, at, payload } = event;
    const record = purgeableWith(event);
    const purged = record && isPurged(record) ? { payload: purgedPayload(payload), purged: true } : {};
    return { updateOne: { filter: { _id }, update: { $set: { recordId, sequence, at, ...purged } } } };
  }
}
