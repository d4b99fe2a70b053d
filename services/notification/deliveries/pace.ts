/** Attempts without any answer, one after the other, from which on an endpoint is taken for dead. */
const DEAD_AFTER = 10;

/** Milliseconds between two probes: attempts at dead endpoints, of one, of one org, and of all. */
const EVERY = { endpoint: 100, org: 50, all: 10 };

/** Lets something happen every so many milliseconds. Times are of the process' own clock, which nobody sets back. */
class Gap {
  readonly #length: number;
  #end = 0;

  constructor(length: number) {
    this.#length = length;
  }

  isOver(now: number): boolean {
    return now >= this.#end;
  }

  begin(now: number): void {
    this.#end = now + this.#length;
  }
}

/** The pace at which a process tries dead endpoints. Their cost is bounded by org and in all. */
export class Probes {
  readonly #all = new Gap(EVERY.all);
  readonly #ofOrg = new Map<string, Gap>();

  /** Whether a dead endpoint of the org may be tried at `now`. */
  allows(orgId: string, now: number): boolean {
    return this.#all.isOver(now) && (this.#ofOrg.get(orgId)?.isOver(now) ?? true);
  }

  started(orgId: string, now: number): void {
    this.#all.begin(now);
    const gap = this.#ofOrg.get(orgId) ?? new Gap(EVERY.org);
    gap.begin(now);
    this.#ofOrg.set(orgId, gap);
  }

  /** Forgets the orgs that need not wait at `now`. */
  sweep(now: number): void {
    for (const [orgId, gap] of this.#ofOrg) if (gap.isOver(now)) this.#ofOrg.delete(orgId);
  }
}

/**
 * The breaker of one endpoint. A dead one is not cut off, since every delivery has a right to its attempts, but slowed
 * down: ten a second at most, and its share of the probes. The first answer, good or bad, brings it back to full speed.
 */
export class Pace {
  readonly #gap = new Gap(EVERY.endpoint);
  #unanswered = 0;

  get isDead(): boolean {
    return this.#unanswered >= DEAD_AFTER;
  }

  /** Whether the last attempt had no answer. */
  get isSilent(): boolean {
    return this.#unanswered > 0;
  }

  /** Whether the endpoint, being dead, may be tried at `now`. */
  allowsProbe(now: number): boolean {
    return this.#gap.isOver(now);
  }

  probed(now: number): void {
    this.#gap.begin(now);
  }

  ended(answered: boolean): void {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
  }
}
