import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';
import type { EventBus } from './event-bus.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

/** Milliseconds in which what is published is gathered for one update. */
const MARK_EVERY = 200;

/** Publishes rows and marks them, many in one update. A mark that is lost costs a second message with the same id. */
export class Publisher {
  readonly #bus: EventBus;
  readonly #outbox: Outbox;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<boolean>>();
  readonly #marking = new Set<Promise<void>>();
  #published: OutboxRow[] = [];
  #fault: unknown;

  constructor(bus: EventBus, outbox: Outbox, logger: Logger) {
    this.#bus = bus;
    this.#outbox = outbox;
    this.#logger = logger;
  }

  /** Messages without an answer yet. */
  get inFlight(): number {
    return this.#running.size;
  }

  /** Why the last message was not taken; undefined when it was. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Whether the bus has taken it. */
  publish(row: OutboxRow): Promise<boolean> {
    const running = this.#send(row).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Waits until all is answered and marked. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
    await Promise.all(this.#marking);
  }

  async #send(row: OutboxRow): Promise<boolean> {
    try {
      await this.#bus.publish(row.subject, row.envelope, { id: messageId(row), headers: headersOf(row) });
    } catch (error) {
      this.#fault = error;
      this.#logger.debug({ err: error, eventId: row._id }, 'Event is left to the sweep');
      return false;
    }
    this.#fault = undefined;
    if (this.#published.push(row) === 1) this.#planMark();
    return true;
  }

  #planMark(): void {
    const marking = delay(MARK_EVERY)
      .then(() => this.#mark())
      .finally(() => this.#marking.delete(marking));
    this.#marking.add(marking);
  }

  /** Marks the rows that are still what was published: one that is to fill a stream again goes out once more. */
  async #mark(): Promise<void> {
    const published = this.#published;
    this.#published = [];
    for (const [refills, rows] of Map.groupBy(published, (row) => row.refills ?? null)) {
      const same = { _id: { $in: rows.map(({ _id }) => _id) }, refills };
      await this.#outbox.collection
        .updateMany(same as never, { $set: { publishedAt: new Date() } }, { writeConcern: { w: 1 } })
        .catch((error) => this.#logger.debug({ err: error }, 'Published events could not be marked'));
    }
  }
}

/** A purged stream still knows the ids that it has had, and would drop what is to fill it again. */
function messageId({ _id, refills }: OutboxRow): string {
  return refills ? `${_id}:${refills}` : _id;
}

function headersOf(row: OutboxRow): Record<string, string> {
  const headers: Record<string, string> = { 'Request-Id': row.requestId };
  if (row.actor) headers.Actor = row.actor;
  if (row.address) headers.Address = row.address;
  if (row.traceparent) headers.traceparent = row.traceparent;
  return headers;
}
