/** Number of consecutive attempts without an answer after which an endpoint counts as dead. */
const DEAD_AFTER = 10;

/** Least milliseconds between two probes (attempts at dead endpoints): of one endpoint, of one org, and of all. */
const EVERY = { endpoint: 100, org: 50, all: 10 };

/**
 * A minimum time between two actions, in milliseconds of `performance.now()`, which is not changed with the system
 * clock.
 */
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

/** Limits the probes of dead endpoints in this process, per org and in total. */
export class Probes {
  readonly #all = new Gap(EVERY.all);
  readonly #ofOrg = new Map<string, Gap>();

  /** Whether a dead endpoint of the org may be probed at `now`. */
  allows(orgId: string, now: number): boolean {
    return this.#all.isOver(now) && (this.#ofOrg.get(orgId)?.isOver(now) ?? true);
  }

  started(orgId: string, now: number): void {
    this.#all.begin(now);
    const gap = this.#ofOrg.get(orgId) ?? new Gap(EVERY.org);
    gap.begin(now);
    this.#ofOrg.set(orgId, gap);
  }

  /** Removes the orgs whose minimum time is over at `now`. */
  sweep(now: number): void {
    for (const [orgId, gap] of this.#ofOrg) if (gap.isOver(now)) this.#ofOrg.delete(orgId);
  }
}

/**
 * The circuit breaker of one endpoint. A dead endpoint still gets attempts, because every delivery must get all its
 * attempts. But it gets at most ten a second, and `Probes` also limits those of its org and of this process. The first
 * answer, with any status, ends the limit.
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

  /** Whether the dead endpoint may be probed at `now`. */
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
