import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';

/** Milliseconds between two polls. */
const POLL_MS = 1000;

/** Runs steps until nothing is due. Polls again after POLL_MS, or when `wake` is called. */
export abstract class StepWorker implements Component {
  abstract readonly name: string;
  /** The log message for a step that failed. */
  protected abstract readonly fault: string;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #stopped = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Runs one step. Returns false if nothing was due. */
  protected abstract step(now: Date): Promise<boolean>;

  async start(): Promise<void> {
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Polls now. */
  wake(): void {
    this.#isAsked = true;
    if (this.#stopped || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#work()
      .catch((error) => this.#logger.warn({ err: error }, this.fault))
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), this.#isAsked ? 0 : POLL_MS);
      });
  }

  async #work(): Promise<void> {
    this.#isAsked = false;
    while (!this.#stopped && (await this.step(new Date())));
  }
}
