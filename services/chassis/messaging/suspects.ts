import { setTimeout as delay, setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';

/** Number of deliveries from which a message is a suspect: it may end the processes that handle it. */
const SUSPECT = 3;
/**
 * Number of deliveries from which a message counts as deadly. It is high, because each restart counts as a delivery
 * while something is down. A message whose handling fails is a dead letter after eight.
 */
const DEADLY = 30;
/** Milliseconds to wait for suspects that arrive together, so that they can be sorted. */
const GATHER = 250;

interface Waiting {
  order: number;
  attempt: () => Promise<void>;
}

/** A message that was delivered many times, and that no process has ever answered. */
export class Deadly extends Error {}

/** Errors: Deadly from `DEADLY` deliveries on. */
export function refuseDeadly(deliveries: number): void {
  if (deliveries >= DEADLY) throw new Deadly(`Delivered ${deliveries} times and never answered: it may end processes`);
}

/**
 * Handles each message that was delivered often (a suspect) alone: no other message starts while it is handled.
 *
 * When a message ends the process, all messages in hand are delivered once more. So suspects take turns by their
 * sequence in the stream: in rising order at odd counts of deliveries, in falling order at even ones. Suspects before
 * the deadly message are handled in one process, and suspects after it in the next one, before they count as deadly,
 * too.
 */
export class Suspects {
  #waiting: Waiting[] = [];
  /** The message that is being handled alone. */
  #alone: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  /** Makes an attempt to handle the message when its turn comes. */
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
