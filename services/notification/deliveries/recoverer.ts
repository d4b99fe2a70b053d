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
  /** Something of the webhook is due. */
  wake(webhook: { id: string; orgId: string }): void;
}

/** Failed attempts that a step looks at, and attempts that may be due of a webhook before a step adds to them. */
const STEP = 500;
/** Milliseconds after which the next step of a webhook begins; no more than so many events a second are sent again. */
const PAUSE_MS = 500;
/** Milliseconds after which the recovery of a process that died is taken up by another. */
const LEASE_MS = 10_000;
/** Milliseconds between looks whether a webhook is active again. */
const LOOK_AT_PAUSED_MS = 5000;

/**
 * Sends what failed at webhooks again, a step at a time: what is due waits in the queue, where webhooks and orgs take turns.
 * A step is one transaction with the place that it comes to, so a process that dies repeats nothing and leaves nothing out.
 * While the webhook is inactive it waits, for a day.
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
    if (!target.isActive) return recoveries.pause(claimed, now, new Date(now.getTime() + LOOK_AT_PAUSED_MS));
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
