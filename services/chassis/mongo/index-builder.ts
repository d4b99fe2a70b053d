import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import type { Logger } from '../runtime/logger.ts';
import { IndexError, makeIndexes } from './changed-index.ts';

const RETRY_EVERY = 1000;

/** Creates the collections and indexes of all known models, once each. */
export class IndexBuilder {
  readonly #built = new Set<Model<unknown>>();
  readonly #connection: Connection;
  readonly #logger: Logger;
  readonly #signal: AbortSignal;
  #running: Promise<void> = Promise.resolve();
  #fault: string | undefined;

  /** `signal` stops the attempts. */
  constructor(connection: Connection, logger: Logger, signal: AbortSignal) {
    this.#connection = connection;
    this.#logger = logger;
    this.#signal = signal;
  }

  complete(): boolean {
    return this.#missing().length === 0;
  }

  /** The reason why an index is missing. */
  get fault(): string {
    return this.#fault ?? 'Indexes are being built';
  }

  /** Repeats until all collections and indexes exist. Never rejects. */
  build(): Promise<void> {
    this.#running = this.#running.then(() => this.#buildMissing());
    return this.#running;
  }

  #missing(): Model<unknown>[] {
    return Object.values(this.#connection.models).filter((model) => !this.#built.has(model));
  }

  async #buildMissing(): Promise<void> {
    while (!this.#signal.aborted && this.#missing().length > 0) {
      try {
        await Promise.all(this.#missing().map((model) => this.#buildOne(model)));
        this.#fault = undefined;
      } catch (error) {
        this.#fault = error instanceof IndexError ? error.message : undefined;
        this.#logger.error({ err: error }, 'Indexes could not be built');
        await delay(RETRY_EVERY, undefined, { signal: this.#signal }).catch(() => undefined);
      }
    }
  }

  async #buildOne(model: Model<unknown>): Promise<void> {
    await model.createCollection();
    await makeIndexes({ connection: this.#connection, model, logger: this.#logger });
    this.#built.add(model);
  }
}
