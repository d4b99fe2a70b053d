import { LRUCache } from 'lru-cache';
import { isPurgeable } from './domain/purge.ts';
import type { EventRepository, LoggedEvent } from './repository.ts';

/** UTF-16 units of their texts. */
const MAX_SIZE = 8 * 1024 * 1024;
/** Milliseconds. Deliveries of one event to several webhooks are taken at about the same time. */
const KNOWN_FOR = 10_000;

/** Events that were read or stored a moment ago: each of its webhooks would read it again. */
export class EventCache {
  readonly #events: Pick<EventRepository, 'find'>;
  readonly #known = new LRUCache<string, LoggedEvent>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ payload }) => payload.length + 1,
    ttl: KNOWN_FOR,
  });

  constructor(events: Pick<EventRepository, 'find'>) {
    this.#events = events;
  }

  /** An event as it is stored. What may be purged is not kept. */
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
