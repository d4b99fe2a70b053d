import { LRUCache } from 'lru-cache';
import { isPurgeable } from './domain/purge.ts';
import type { EventRepository, LoggedEvent } from './repository.ts';

/** Maximum size of the cached payloads, in UTF-16 units. */
const MAX_SIZE = 8 * 1024 * 1024;
/** Milliseconds. Deliveries of one event to several webhooks are claimed at about the same time. */
const CACHED_MS = 10_000;

/** Caches events that were recently read or stored, because each webhook of an event needs it. */
export class EventCache {
  readonly #events: Pick<EventRepository, 'find'>;
  readonly #known = new LRUCache<string, LoggedEvent>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ payload }) => payload.length + 1,
    ttl: CACHED_MS,
  });

  constructor(events: Pick<EventRepository, 'find'>) {
    this.#events = events;
  }

  /** Caches a stored event. Events whose data may have to be purged are not cached. */
  note(event: LoggedEvent): void {
    if (!isPurgeable(event.type)) this.#known.set(event.id, event);
  }

  async find(ids: string[]): Promise<Map<string, LoggedEvent>> {
    const known = ids.flatMap((id) => this.#known.get(id) ?? []);
    const found = new Map(known.map((event) => [event.id, event]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    for (const [id, event] of await this.#events.find(missing)) {
      found.set(id, event);
      this.note(event);
    }
    return found;
  }
}
