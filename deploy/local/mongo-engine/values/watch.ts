/** Looks how long it takes, and throws where that is too long. */
export interface Watch {
  look(): void;
}

/** Steps between two looks at the clock. */
const LOOK_EVERY = 2_048;

let watch: Watch | undefined;
let sinceLook = 0;

/** Says who is to look while values are worked on; undefined: nobody. @returns who was to */
export function watchBy(next: Watch | undefined): Watch | undefined {
  const before = watch;
  watch = next;
  return before;
}

/**
 * Counts steps of work that cannot give way: a value is looked at, compared or tested. A large document may take millions.
 * Whoever counts too many causes one look at the clock, no more.
 * @throws MongoError what the watch throws
 */
export function spend(steps = 1): void {
  sinceLook += steps;
  if (sinceLook < LOOK_EVERY) return;
  sinceLook = 0;
  watch?.look();
}

/** Does what has to be done, however long it takes. */
export function unwatched<T>(work: () => T): T {
  const before = watchBy(undefined);
  try {
    return work();
  } finally {
    watchBy(before);
  }
}
