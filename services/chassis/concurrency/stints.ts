/** Milliseconds of work in one go: whoever waits for the event loop waits no longer than that. */
const STINT = 10;

const waiting: (() => void)[] = [];

/**
 * Lets long work be done in stints, between which the event loop turns. All long work of a process shares one stint a
 * turn, however much of it there is.
 */
export class Stints {
  #end = 0;

  /** To be awaited before each small piece of the work. */
  giveWay(): Promise<void> | undefined {
    return performance.now() < this.#end ? undefined : this.#wait();
  }

  async #wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
    this.#end = performance.now() + STINT;
  }
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Takes the steps of long work in stints, and returns what it comes to. */
export async function inStints<T>(steps: Generator<void, T>): Promise<T> {
  const stints = new Stints();
  for (;;) {
    await stints.giveWay();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
