/** Checks how long the current work takes, and throws if it takes too long. */
export interface Watch {
  look(): void;
}

/** Steps of work between two checks of the time. */
const CHECK_EVERY = 2_048;

let watch: Watch | undefined;
let sinceCheck = 0;

/** Sets the watch of the work on values; undefined: none. @returns the watch before */
export function watchBy(next: Watch | undefined): Watch | undefined {
  const before = watch;
  watch = next;
  return before;
}

/**
 * Counts steps of work that cannot pause: a value is read, compared or tested. A large document may take millions of
 * steps. Each call makes at most one check.
 * @throws the error of the watch
 */
export function spend(steps = 1): void {
  sinceCheck += steps;
  if (sinceCheck < CHECK_EVERY) return;
  sinceCheck = 0;
  watch?.look();
}

/** Runs the work without a limit of time. */
export function unwatched<T>(work: () => T): T {
  const before = watchBy(undefined);
  try {
    return work();
  } finally {
    watchBy(before);
  }
}
