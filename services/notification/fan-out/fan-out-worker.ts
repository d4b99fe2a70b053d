import type { Store } from '#chassis/mongo/mongo.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { firstAttempt } from '../deliveries/domain/delivery.ts';
import type { DeliveryRepository } from '../deliveries/repository.ts';
import { StepWorker } from '../step-worker.ts';
import { divideStep } from './domain/fan-out.ts';
import type { Claim, FanOutRepository } from './repository.ts';

export interface FanOutWorkerDependencies {
  store: Pick<Store, 'transaction'>;
  fanOuts: FanOutRepository;
  deliveries: Pick<DeliveryRepository, 'add'>;
  logger: Logger;
  /** Milliseconds of a claim. Then another process can claim the fan-outs, because the first has probably died. */
  leaseMs: number;
  /** Called when a delivery of the webhook is due. */
  wake(webhook: { id: string; orgId: string }): void;
}

/** Maximum number of deliveries of a step. */
const STEP = 500;

/**
 * Creates the deliveries that were not stored with their event, in steps. Orgs take turns. A step stores its deliveries
 * and shortens the fan-outs in one transaction, so that a process that dies neither repeats nor skips a delivery. The
 * deliveries are due at once, for any process with room.
 */
export class FanOutWorker extends StepWorker {
  readonly name = 'fan-out';
  protected readonly fault = 'Deliveries of events could not be made';
  readonly #deps: FanOutWorkerDependencies;
  /** The org of the last step. */
  #lastOrg = '';

  constructor(dependencies: FanOutWorkerDependencies) {
    super(dependencies.logger);
    this.#deps = dependencies;
  }

  protected async step(now: Date): Promise<boolean> {
    const { fanOuts, leaseMs } = this.#deps;
    const claim = await fanOuts.claim(now, new Date(now.getTime() + leaseMs), this.#lastOrg, STEP);
    if (!claim) return false;
    this.#lastOrg = claim.orgId;
    if (claim.fanOuts.length > 0) await this.#fanOut(claim);
    return true;
  }

  async #fanOut(claim: Claim): Promise<void> {
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
