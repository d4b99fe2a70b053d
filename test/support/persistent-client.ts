import { persistently, type Refusal } from './persistently.ts';
import type { Instance } from './system/instance.ts';

export interface Created {
  id: string;
  name: string;
  /** Value of the X-Event-Id header. */
  eventId: string;
}

/** Creates clients and retries each create with its Idempotency-Key until the answer is 200. */
export class PersistentClient {
  readonly created: Created[] = [];
  /** Statuses of answers other than 200, and `lost` for broken connections. */
  readonly refusals: Refusal[] = [];
  readonly #system: Instance;
  readonly #token: string;

  constructor(system: Instance, token: string) {
    this.#system = system;
    this.#token = token;
  }

  /** Creates one client for each name, at most `concurrency` at the same time. */
  async createAll(names: string[], concurrency = 8): Promise<void> {
    const waiting = [...names];
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await this.create(name);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /** Creates a client. Throws if a retry cannot help, or if no answer is 200 within the deadline of `persistently`. */
  async create(name: string): Promise<Created> {
    const { text, eventId } = await persistently(
      () => this.#post(name),
      (refusal) => this.refusals.push(refusal),
    );
    const created = { ...(JSON.parse(text) as { id: string; name: string }), eventId: eventId ?? '' };
    this.created.push(created);
    return created;
  }

  #post(name: string) {
    const client = { name, country: 'DE', maxAccountValue: 1000, currency: 'EUR' };
    const key = { 'idempotency-key': `create ${name}` };
    return this.#system.call(this.#token, 'POST', '/api/v1/clients', client, key);
  }
}
