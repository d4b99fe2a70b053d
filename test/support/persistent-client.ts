import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './system/instance.ts';

export interface Created {
  id: string;
  name: string;
  /** From X-Event-Id. */
  eventId: string;
}

/** Milliseconds. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/** For one record: a MongoDB with its default settings holds what a killed process was writing for a minute. */
const PATIENCE = 90_000;

/** Creates clients as a careful caller does: with an Idempotency-Key, again and again until the answer is 200. */
export class PersistentClient {
  readonly created: Created[] = [];
  /** What was answered instead of 200: statuses, and `lost` for a connection that broke. */
  readonly refusals: (number | 'lost')[] = [];
  readonly #system: Instance;
  readonly #token: string;

  constructor(system: Instance, token: string) {
    this.#system = system;
    this.#token = token;
  }

  /** Creates one client per name, `concurrency` at a time. */
  async createAll(names: string[], concurrency = 8): Promise<void> {
    const waiting = [...names];
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await this.create(name);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /** Fails for a refusal that no repetition can mend, and after long patience with others. */
  async create(name: string): Promise<Created> {
    const end = Date.now() + PATIENCE;
    for (let pause = FIRST_PAUSE; Date.now() < end; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const created = await this.#attempt(name);
      if (created) {
        this.created.push(created);
        return created;
      }
      await sleep(pause * (0.5 + Math.random()));
    }
    throw new Error(`${name} could not be created: ${this.refusals.slice(-20).join(', ')}`);
  }

  async #attempt(name: string): Promise<Created | undefined> {
    const answer = await this.#post(name).catch(() => undefined);
    if (answer?.status === 200) return { ...answer.body, eventId: answer.eventId };
    this.refusals.push(answer?.status ?? 'lost');
    const worthRepeating =
      answer === undefined || answer.status > 500 || answer.body.code === 'idempotency_in_progress';
    if (!worthRepeating) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  }

  async #post(name: string) {
    const response = await this.#system.fetch('/api/v1/clients', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'idempotency-key': `create ${name}`,
      },
      body: JSON.stringify({ name, country: 'DE', maxAccountValue: 1000, currency: 'EUR' }),
    });
    const body = (await response.json()) as { id: string; name: string; code?: string };
    return { status: response.status, eventId: response.headers.get('x-event-id') ?? '', body };
  }
}
