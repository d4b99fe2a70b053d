import { AppError } from '#chassis/errors.ts';

/** Questions that are open at once: made-up credentials must not take all of identity's time, nor one address all of it. */
const MAX_OPEN = 100;
const MAX_OPEN_PER_ADDRESS = 50;

/** Questions to a service, of which those about the same subject are asked once. */
export class Questions<Answer> {
  readonly #open = new Map<string, Promise<Answer>>();
  readonly #byAddress = new Map<string, number>();

  /** Throws rate_limited when the address asks too much at once, upstream_unavailable when all do together. */
  ask(subject: string, address: string, question: () => Promise<Answer>): Promise<Answer> {
    const running = this.#open.get(subject);
    if (running) return running;
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= MAX_OPEN_PER_ADDRESS) throw askedTooMuch();
    if (this.#open.size >= MAX_OPEN) throw overloaded();
    this.#byAddress.set(address, open + 1);
    const answer = question().finally(() => this.#close(subject, address));
    this.#open.set(subject, answer);
    return answer;
  }

  #close(subject: string, address: string): void {
    this.#open.delete(subject);
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}

const askedTooMuch = () =>
  new AppError('rate_limited', 'Too many API keys of one address are being looked up', { retryAfter: 1 });
const overloaded = () =>
  new AppError('upstream_unavailable', 'Too many API keys are being looked up in identity', { retryAfter: 1 });
