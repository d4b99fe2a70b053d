import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';

/** Milliseconds between looks for what is due. */
const LOOK_MS = 500;

/** Takes one step after the other until nothing is due, and looks again when it is woken, or after a while. */
export abstract class StepWorker implements Component {
  abstract readonly name: string;
  /** Text of the log for a step that failed. */
  protected abstract readonly fault: string;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #stopped = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Tells whether there was anything to do. */
  protected abstract step(now: Date): Promise<boolean>;

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
      .catch((error) => this.#logger.warn({ err: error }, this.fault))
      .finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), this.#isAsked ? 0 : LOOK_MS);
      });
  }

  async #work(): Promise<void> {
    this.#isAsked = false;
    while (!this.#stopped && (await this.step(new Date())));
  }
}
