import { setTimeout as delay, setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';

/** Deliveries from which on a message may be what ends the processes that handle it. */
const SUSPECT = 3;
/**
 * Deliveries from which on it is taken to be. Many, since each restart while something is down counts as one. A message whose handling
 * fails is dead after eight.
 */
const DEADLY = 30;
/** Milliseconds in which those that come together arrive, so that their order is known. */
const GATHER = 250;

interface Waiting {
  order: number;
  attempt: () => Promise<void>;
}

/** A message that was handed to processes so often, and that none of them has answered. */
export class Deadly extends Error {}

/** Errors: Deadly. */
export function refuseDeadly(deliveries: number): void {
  if (deliveries >= DEADLY) throw new Deadly(`Delivered ${deliveries} times and never answered: it may end processes`);
}

/**
 * Handles each message that was delivered often (a suspect) alone: while it is handled, no other begins.
 *
 * When a message ends the process, all messages in hand are delivered once more. So suspects take turns by their place in
 * the stream: forwards at odd counts of deliveries, backwards at even ones. The suspects before the deadly message are
 * handled in one process and the suspects behind it in the next, before they count as deadly, too.
 */
export class Suspects {
  #waiting: Waiting[] = [];
  /** The message that is handled alone now. */
  #alone: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  /** Makes one attempt at the message, when its turn has come. */
  async attempt({ seq, info: { deliveryCount } }: Pick<JsMsg, 'seq' | 'info'>, handle: () => Promise<void>) {
    if (deliveryCount >= SUSPECT) return this.#inTurn(deliveryCount % 2 === 1 ? seq : -seq, handle);
    while (this.#alone) await this.#alone;
    return handle();
  }

  #inTurn(order: number, handle: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, attempt: () => handle().then(resolve, reject) });
      this.#loop ??= this.#takeTurns().finally(() => {
        this.#loop = undefined;
      });
    });
  }

  async #takeTurns(): Promise<void> {
    for (await delay(GATHER); this.#waiting.length > 0; await nextTurnOfTheLoop()) {
      const next = this.#waiting.reduce((first, one) => (one.order < first.order ? one : first));
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#alone = next.attempt();
      await this.#alone;
      this.#alone = undefined;
    }
  }
}
