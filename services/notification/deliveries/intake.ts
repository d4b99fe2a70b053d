import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import type { LoggedEvent } from '../events/repository.ts';
import { divideWebhooks, SHARE } from '../fan-out/domain/fan-out.ts';
import type { Target, Targets } from './domain/target.ts';

/** An event, and the webhooks that get their deliveries in the event's transaction. */
export interface Addressed {
  event: LoggedEvent;
  targets: Target[];
  /** Ids of the other webhooks of the event. They get their deliveries later, by the fan-out. */
  later: string[];
  /**
   * Time at which the read of the targets began, by `performance.now()`. Later changes of webhooks are not in
   * `targets`.
   */
  readAt: number;
}

interface Waiting {
  event: LoggedEvent;
  resolve: () => void;
  reject: (error: unknown) => void;
}
type Group = (Addressed & Waiting)[];

/** Maximum number of events in one transaction. */
const MAX_EVENTS = 256;

/**
 * Stores events. Events of an org that arrive together share a transaction, and orgs take turns. The number of
 * deliveries in a turn is limited by the org's share, so that an org whose events have many webhooks does not delay
 * other orgs. `accept` stores all events of a turn or none.
 */
export class Intake {
  readonly #targets: Pick<Targets, 'findSubscribers'>;
  readonly #accept: (addressed: Addressed[]) => Promise<void>;
  /** The queue of transactions. An org has at most one waiting turn, and may have several running ones. */
  readonly #turns = new FairQueue({ name: 'notification.intake', limit: 4, each: 4 });
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(targets: Pick<Targets, 'findSubscribers'>, accept: (addressed: Addressed[]) => Promise<void>) {
    this.#targets = targets;
    this.#accept = accept;
  }

  /** Resolves when the event is stored. Errors: as `accept`. */
  add(event: LoggedEvent): Promise<void> {
    return new Promise((resolve, reject) => this.#wait(event.orgId, [{ event, resolve, reject }]));
  }

  /** An org has at most one waiting turn. That turn takes all events that have arrived when it begins. */
  #wait(orgId: string, arrived: Waiting[]): void {
    const waiting = this.#waiting.get(orgId);
    if (waiting) waiting.push(...arrived);
    else {
      this.#waiting.set(orgId, arrived);
      void this.#turns.run(orgId, undefined, () => this.#takeTurn(orgId));
    }
  }

  async #takeTurn(orgId: string): Promise<void> {
    try {
      // Events that arrive in the same turn of the event loop share a transaction.
      await nextTurnOfTheLoop();
      const readAt = performance.now();
      const arrived = this.#waiting.get(orgId)?.length ?? 0;
      const subscribers = await this.#targets.findSubscribers([orgId]);
      await this.#settle(this.#takeGroup(orgId, arrived, subscribers, readAt));
    } catch (error) {
      for (const { reject } of this.#takeAll(orgId)) reject(error);
    }
  }

  /**
   * Takes the events that fit into a transaction, only from the first `arrived` ones. The rest waits for the next turn.
   * Events that arrived after the webhooks were read must wait, because a webhook may have been created in between.
   */
  #takeGroup(orgId: string, arrived: number, subscribers: (event: LoggedEvent) => Target[], readAt: number): Group {
    const waiting = this.#takeAll(orgId);
    const group: Group = [];
    let left = SHARE;
    for (const one of waiting.slice(0, Math.min(arrived, MAX_EVENTS))) {
      const { now: targets, later } = divideWebhooks(subscribers(one.event), left);
      left -= targets.length;
      group.push({ ...one, targets, later: later.map(({ id }) => id), readAt });
    }
    const rest = waiting.slice(group.length);
    if (rest.length > 0) this.#wait(orgId, rest);
    return group;
  }

  #takeAll(orgId: string): Waiting[] {
    const waiting = this.#waiting.get(orgId) ?? [];
    this.#waiting.delete(orgId);
    return waiting;
  }

  /** If one event makes the transaction fail, the events are stored one by one. Never rejects. */
  async #settle(group: Group): Promise<void> {
    try {
      await this.#accept(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length > 1 && isFaultOfItsOwn(error)) for (const one of group) await this.#settle([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
