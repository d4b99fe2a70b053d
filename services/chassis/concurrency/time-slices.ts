/** Milliseconds of a time slice. Other work of the event loop waits no longer than this. */
const TIME_SLICE = 10;

const waiting: (() => void)[] = [];

/**
 * Divides long work into time slices, between which other work of the event loop runs. All long work of a process
 * shares one time slice for each turn of the event loop.
 */
export class TimeSlices {
  #end = 0;

  /** Must be awaited before each small step of the work. Undefined while the current time slice lasts. */
  giveWay(): Promise<void> | undefined {
    return performance.now() < this.#end ? undefined : this.#wait();
  }

  async #wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
    this.#end = performance.now() + TIME_SLICE;
  }
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Runs the steps of long work in time slices. Returns the generator's result. */
export async function inTimeSlices<T>(steps: Generator<void, T>): Promise<T> {
  const timeSlices = new TimeSlices();
  for (;;) {
    await timeSlices.giveWay();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
