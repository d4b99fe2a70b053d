import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import type { LoggedEvent } from '../events/repository.ts';
import { divideWebhooks, SHARE } from '../fan-out/domain/fan-out.ts';
import type { Target, Targets } from './domain/target.ts';

/** An event, and the webhooks that have their deliveries at once. */
export interface Addressed {
  event: LoggedEvent;
  targets: Target[];
  /** Ids of the other webhooks that it is for: they have their deliveries later. */
  later: string[];
  /** By the process' own clock (ms) when the reading of the targets began: what was changed since, they do not show. */
  readAt: number;
}

interface Waiting {
  event: LoggedEvent;
  resolve: () => void;
  reject: (error: unknown) => void;
}
type Group = (Addressed & Waiting)[];

/** A transaction takes no more events. */
const MAX_EVENTS = 256;

/**
 * Lets events of one org that come together share a transaction, and orgs take turns. What a turn costs is bounded by
 * the org's share of deliveries in it, so that one whose events have many webhooks to go to delays no other, be theirs
 * in hand or behind in the stream. `accept` persists all of them or none.
 */
export class Intake {
  readonly #targets: Pick<Targets, 'findSubscribers'>;
  readonly #accept: (addressed: Addressed[]) => Promise<void>;
  /** Transactions. An org has one waiting turn at most, and may run several. */
  readonly #turns = new FairQueue({ name: 'notification.intake', limit: 4, each: 4 });
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(targets: Pick<Targets, 'findSubscribers'>, accept: (addressed: Addressed[]) => Promise<void>) {
    this.#targets = targets;
    this.#accept = accept;
  }

  /** Resolves when the event is persisted. Errors: what `accept` throws. */
  add(event: LoggedEvent): Promise<void> {
    return new Promise((resolve, reject) => this.#wait(event.orgId, [{ event, resolve, reject }]));
  }

  /** Never more than one turn of an org waits: it takes all that has come by the time it begins. */
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
      // Events that come in the same turn of the event loop share a transaction.
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
   * Events of the `arrived` ones, which were there before the webhooks were read, that fit into a transaction; the rest
   * waits for the next turn. A later event may be for a webhook that was made in between.
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

  /** A bad event spoils no other: they are tried again one by one. Never rejects. */
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
