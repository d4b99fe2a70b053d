import type { Store } from '#chassis/mongo/mongo.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { firstAttempt } from '../deliveries/domain/delivery.ts';
import type { DeliveryRepository } from '../deliveries/repository.ts';
import { divideStep } from './domain/fan-out.ts';
import type { Claim, FanOutRepository } from './repository.ts';

export interface FanOutWorkerDependencies {
  store: Pick<Store, 'transaction'>;
  fanOuts: FanOutRepository;
  deliveries: Pick<DeliveryRepository, 'add'>;
  logger: Logger;
  /** Milliseconds after which what a process that died has claimed is taken up by another. */
  leaseMs: number;
  /** Something of the webhook is due. */
  wake(webhook: { id: string; orgId: string }): void;
}

/** Deliveries of a step. */
const STEP = 500;
/** Milliseconds between looks for what is due. */
const LOOK_MS = 500;

/**
 * Makes the deliveries that had no share in the batch of their event, a step at a time, and orgs take turns. A step is one
 * transaction with what it leaves of the fan-outs, so that a process that dies makes none twice and leaves none out. They
 * are due at once and in the queue, where whoever has room takes them.
 */
export class FanOutWorker implements Component {
  readonly name = 'fan-out';
  readonly #deps: FanOutWorkerDependencies;
  /** The org whose turn it was. */
  #lastOrg = '';
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #stopped = false;

  constructor(dependencies: FanOutWorkerDependencies) {
    this.#deps = dependencies;
  }

  async start(): Promise<void> {
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Looks at once for what is due. */
  wake(): void {
    this.#isAsked = true;
    if (this.#stopped || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#work()
      .catch((error) => this.#deps.logger.warn({ err: error }, 'Deliveries of events could not be made'))
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), this.#isAsked ? 0 : LOOK_MS);
      });
  }

  async #work(): Promise<void> {
    const { fanOuts, leaseMs } = this.#deps;
    this.#isAsked = false;
    while (!this.#stopped) {
      const now = new Date();
      const claim = await fanOuts.claim(now, new Date(now.getTime() + leaseMs), this.#lastOrg, STEP);
      if (!claim) return;
      this.#lastOrg = claim.orgId;
      if (claim.fanOuts.length > 0) await this.#step(claim);
    }
  }

  async #step(claim: Claim): Promise<void> {
    const { store, fanOuts, deliveries, wake } = this.#deps;
    const now = new Date();
    const divided = divideStep(claim.fanOuts, STEP);
    const free = divided.flatMap(({ now: { eventId, webhookIds, ...event } }) =>
      webhookIds.map((webhookId) => firstAttempt({ ...event, id: eventId }, webhookId, { now, dueAt: now })),
    );
    const left = new Map(divided.map(({ now: { eventId }, later }) => [eventId, later]));
    await store.transaction(async (session) => {
      await fanOuts.shorten(claim, left, now, session);
      await deliveries.add({ free }, session);
    });
    for (const id of new Set(free.map(({ webhookId }) => webhookId))) wake({ id, orgId: claim.orgId });
  }
}
