import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { DueWebhooks } from './due-webhooks.ts';
import type { DeliveryRepository } from './repository.ts';

export interface SweepDependencies {
  deliveries: Pick<DeliveryRepository, 'findWebhooksDue'>;
  agenda: DueWebhooks;
  logger: Logger;
  everyMs: number;
  /** Called after a webhook was noted. */
  wake(): void;
}

const PAGE = 256;
/** Maximum number of known webhooks that a query excludes. */
const MAX_KNOWN = 1000;

/**
 * Finds webhooks with due deliveries that this process does not know: those of processes that died or were stopped.
 * Reads the index in small pages, webhook by webhook, without the known ones.
 */
export class Sweep implements Component {
  readonly name = 'sweep';
  readonly #deps: SweepDependencies;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: SweepDependencies) {
    this.#deps = dependencies;
  }

  async start(): Promise<void> {
    this.#running = this.#sweepForEver();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #sweepForEver(): Promise<void> {
    const { signal } = this.#stopping;
    const { logger, everyMs } = this.#deps;
    while (!signal.aborted) {
      await this.#sweep().catch((error) => logger.warn({ err: error }, 'Due deliveries could not be looked for'));
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #sweep(): Promise<void> {
    const { deliveries, agenda, wake } = this.#deps;
    let after: string | undefined = '';
    while (after !== undefined && !this.#stopping.signal.aborted) {
      const now = new Date();
      const without = agenda.due(now.getTime(), MAX_KNOWN);
      const page = await deliveries.findWebhooksDue(now, { after, without, limit: PAGE });
      for (const webhook of page) agenda.note(webhook, now.getTime());
      if (page.length > 0) wake();
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    }
  }
}
