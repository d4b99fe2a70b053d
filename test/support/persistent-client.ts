import { persistently, type Refusal } from './persistently.ts';
import type { Instance } from './system/instance.ts';

export interface Created {
  id: string;
  name: string;
  /** From X-Event-Id. */
  eventId: string;
}

/** Creates clients as a careful caller does: with an Idempotency-Key, again and again until the answer is 200. */
export class PersistentClient {
  readonly created: Created[] = [];
  /** Answers other than 200. */
  readonly refusals: Refusal[] = [];
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
    const { text, eventId } = await persistently(
      () => this.#post(name),
      (refusal) => this.refusals.push(refusal),
    );
    const created = { ...(JSON.parse(text) as { id: string; name: string }), eventId: eventId ?? '' };
    this.created.push(created);
    return created;
  }

  #post(name: string) {
    return this.#system.fetch('/api/v1/clients', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'idempotency-key': `create ${name}`,
      },
      body: JSON.stringify({ name, country: 'DE', maxAccountValue: 1000, currency: 'EUR' }),
    });
  }
}
