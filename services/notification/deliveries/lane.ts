import { Endpoint, type EndpointOptions } from './endpoint.ts';
import { Pace, type Probes } from './pace.ts';

export interface LaneOptions extends EndpointOptions {
  /** Maximum number of deliveries that wait in memory for a connection. Further deliveries wait in the database. */
  maxWaiting: number;
}

/**
 * Minimum room for which the database is polled while all connections are busy. Reading many deliveries costs little
 * more than reading one.
 */
const WORTH_A_LOOK = 64;

/**
 * The deliveries to one webhook: a limited number of concurrent attempts, a limited number of waiting ones, and a
 * slower pace if nothing answers. A slow endpoint only slows its own lane.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #orgId: string;
  readonly #probes: Probes;
  readonly pace: Pace;
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #probe: 'none' | 'allowed' | 'brought' = 'none';
  #endpoint: Endpoint | undefined;
  /** Time of the last use, by `performance.now()`. */
  lastUsed = performance.now();

  /** `pace`: the pace of an earlier lane of the webhook. */
  constructor(orgId: string, probes: Probes, options: LaneOptions, pace = new Pace()) {
    this.#orgId = orgId;
    this.#probes = probes;
    this.#options = options;
    this.pace = pace;
  }

  get isDead(): boolean {
    return this.pace.isDead;
  }

  get isIdle(): boolean {
    return this.#active + this.#waiting.length === 0;
  }

  /** The number of deliveries that the lane can take when `held` are held. A dead endpoint takes one for each probe. */
  room(held: number): number {
    const { connections, maxWaiting } = this.#options;
    if (!this.isDead) return connections + maxWaiting - held;
    return this.#probe === 'allowed' ? 1 : 0;
  }

  /**
   * Whether to poll for due deliveries of the webhook now. A true result for a dead endpoint starts a probe. `share`:
   * the room of the whole process. `now`: by `performance.now()`.
   */
  takeTurn(held: number, share: number, now: number): boolean {
    if (this.isDead) return this.#takeProbe(held, now);
    const enough = held < this.#options.connections ? 1 : Math.min(WORTH_A_LOOK, held);
    return Math.min(share, this.room(held)) >= enough;
  }

  /** Notes that a delivery was admitted. */
  brought(): void {
    this.#probe = this.#probe === 'allowed' ? 'brought' : 'none';
  }

  /**
   * Waits for a connection and makes one attempt. `make` gets whether it waited, and returns whether anything answered;
   * undefined if nothing was sent. `attempt` returns false if no attempt was made: the endpoint became dead after the
   * admission, and only probes are attempted.
   */
  async attempt(make: (waited: boolean) => Promise<boolean | undefined>): Promise<boolean> {
    const waits = this.#active >= this.#options.connections;
    if (waits) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#active += 1;
    try {
      if (this.isDead && (waits || !this.#useProbe())) return false;
      const answered = await make(waits);
      if (answered !== undefined) this.pace.ended(answered);
      return true;
    } finally {
      this.lastUsed = performance.now();
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }

  /** The endpoint of `url`. Connections to an earlier URL are closed. */
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

  #takeProbe(held: number, now: number): boolean {
    if (held >= this.#options.connections || !this.pace.allowsProbe(now)) return false;
    if (!this.#probes.allows(this.#orgId, now)) return false;
    this.pace.probed(now);
    this.#probes.started(this.#orgId, now);
    this.#probe = 'allowed';
    return true;
  }

  #useProbe(): boolean {
    const wasBrought = this.#probe === 'brought';
    if (wasBrought) this.#probe = 'none';
    return wasBrought;
  }
}
