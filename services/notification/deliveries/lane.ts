import { Endpoint, type EndpointOptions } from './endpoint.ts';
import { Pace } from './pace.ts';

export interface LaneOptions extends EndpointOptions {
  /** Deliveries that wait in memory for a connection; what comes on top waits in the database. */
  maxWaiting: number;
}

/**
 * The way to one webhook: so many attempts at a time, so many waiting, and a pace when nothing answers. What one
 * endpoint does stays in its lane.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #pace = new Pace();
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #endpoint: Endpoint | undefined;
  /** More is due than was taken: look again when there is room. */
  hasBacklog = false;
  /** Epoch ms. */
  lastUsed = Date.now();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get isDead(): boolean {
    return this.#pace.isDead;
  }

  get isIdle(): boolean {
    return this.#active + this.#waiting.length === 0;
  }

  /** Epoch ms at which a dead endpoint's backlog is worth a look; Infinity when nothing waits for the time to pass. */
  get nextProbe(): number {
    const waits = this.isDead && this.hasBacklog && this.#active < this.#options.connections;
    return waits ? this.#pace.nextStart : Number.POSITIVE_INFINITY;
  }

  /** How many more deliveries may be brought at `now` (epoch ms). */
  room(now: number): number {
    const { connections, maxWaiting } = this.#options;
    if (this.isDead) return this.#pace.allows(now) && this.#active < connections ? 1 : 0;
    return connections + maxWaiting - this.#active - this.#waiting.length;
  }

  /** Whether it is time to look for the backlog: often enough to stay busy, seldom enough to take many at once. */
  wantsBacklog(now: number): boolean {
    return this.hasBacklog && this.room(now) > (this.isDead ? 0 : this.#options.maxWaiting / 2);
  }

  /** Waits for a turn and makes one attempt. `attempt` tells whether anything answered. */
  async run(attempt: () => Promise<boolean>): Promise<void> {
    this.#pace.started(Date.now());
    if (this.#active >= this.#options.connections) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#active += 1;
    try {
      this.#pace.ended(await attempt());
    } finally {
      this.lastUsed = Date.now();
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }

  /** The connections to `url`; those to an earlier one are let go. */
  endpoint(url: string): Endpoint {
    if (this.#endpoint?.url !== url) {
      void this.#endpoint?.close();
      this.#endpoint = new Endpoint(url, this.#options);
    }
    return this.#endpoint;
  }

  async close(): Promise<void> {
    await this.#endpoint?.destroy();
  }
}
