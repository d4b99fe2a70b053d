import type { Store } from '#chassis/mongo/mongo.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { StepWorker } from '../step-worker.ts';
import { isGivenUp, resumed } from './domain/recovery.ts';
import { redeliver } from './domain/redelivery.ts';
import { obstacle, type Targets } from './domain/target.ts';
import type { Recovery, RecoveryRepository } from './recovery-repository.ts';
import type { RedeliveryRepository } from './redelivery-repository.ts';

export interface RecovererDependencies {
  store: Pick<Store, 'transaction'>;
  recoveries: RecoveryRepository;
  redeliveries: RedeliveryRepository;
  targets: Pick<Targets, 'find'>;
  logger: Logger;
  /** Called when a delivery of the webhook is due. */
  wake(webhook: { id: string; orgId: string }): void;
}

/**
 * Maximum number of failed attempts that a step reads. A step adds nothing while as many deliveries of the webhook are
 * due.
 */
const STEP = 500;
/**
 * Milliseconds between two steps of a webhook. Together with STEP, this limits the events per second that are sent
 * again.
 */
const PAUSE_MS = 500;
/** Milliseconds of a lease. Then another process continues the recovery, because the first has probably died. */
const LEASE_MS = 10_000;
/** Milliseconds between two polls of an inactive webhook. */
const POLL_INACTIVE_MS = 5000;

/**
 * Sends failed deliveries of webhooks again, in steps. A step plans redeliveries in the queue, where webhooks and orgs
 * take turns. A step and the recovery's new position are written in one transaction, so that a process that dies
 * neither repeats nor skips a delivery. While the webhook is inactive, the recovery waits, at most one day.
 */
export class Recoverer extends StepWorker {
  readonly name = 'recoverer';
  protected readonly fault = 'What failed could not be sent again';
  readonly #deps: RecovererDependencies;

  constructor(dependencies: RecovererDependencies) {
    super(dependencies.logger);
    this.#deps = dependencies;
  }

  protected async step(now: Date): Promise<boolean> {
    const recovery = await this.#deps.recoveries.claim(now, new Date(now.getTime() + LEASE_MS));
    if (recovery) await this.#proceed(recovery, now);
    return recovery !== undefined;
  }

  async #proceed(claimed: Recovery, now: Date): Promise<void> {
    const { store, recoveries, redeliveries, targets, wake } = this.#deps;
    const { webhookId, orgId, position, types } = claimed;
    const target = (await targets.find([webhookId])).get(webhookId);
    if (!target || (!target.isActive && isGivenUp(claimed, now))) return recoveries.end(claimed);
    if (!target.isActive) return recoveries.pause(claimed, now, new Date(now.getTime() + POLL_INACTIVE_MS));
    const recovery = resumed(claimed, now);
    const later = new Date(now.getTime() + PAUSE_MS);
    const waiting = await redeliveries.countDue(webhookId, now, STEP);
    if (waiting === STEP) return recoveries.proceed(recovery, position, later);
    const { failed: scanned, next } = await redeliveries.scan(orgId, webhookId, position, recovery.until, STEP);
    const failed = scanned.filter((one) => {
      const mayBeSent = types === undefined || types.includes(one.eventType);
      return mayBeSent && obstacle(one, target) === undefined;
    });
    await store.transaction(async (session) => {
      const newest = await redeliveries.newest(failed, session);
      await redeliveries.persist(
        newest.map((latest) => redeliver(latest, now)),
        session,
      );
      if (next) await recoveries.proceed(recovery, next, failed.length > 0 ? later : now, session);
      else await recoveries.end(recovery, session);
    });
    if (failed.length > 0) wake(target);
  }
}
