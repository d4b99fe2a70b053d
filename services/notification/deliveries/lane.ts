import { Endpoint, type EndpointOptions } from './endpoint.ts';
import { Pace, type Probes } from './pace.ts';

export interface LaneOptions extends EndpointOptions {
  /** Deliveries that wait in memory for a connection; what comes on top waits in the database. */
  maxWaiting: number;
}

/** Many at once cost the database little more than one: while all connections have work, less room is not worth a look. */
const WORTH_A_LOOK = 64;

/**
 * The way to one webhook: so many attempts at a time, so many waiting, and a pace when nothing answers. What one
 * endpoint does stays in its lane.
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
  /** By the process' own clock (ms). */
  lastUsed = performance.now();

  /** `pace`: what is known of the endpoint from before. */
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

  /** Number of further deliveries that the lane takes if `held` are in hand. A dead endpoint gets one when it is probed. */
  room(held: number): number {
    const { connections, maxWaiting } = this.#options;
    if (!this.isDead) return connections + maxWaiting - held;
    return this.#probe === 'allowed' ? 1 : 0;
  }

  /**
   * Takes its turn to look for due deliveries at `now` (ms of the process' own clock); false where it is not worth one. `share`: how
   * many more the process has room for.
   */
  takeTurn(held: number, share: number, now: number): boolean {
    if (this.isDead) return this.#takeProbe(held, now);
    const enough = held < this.#options.connections ? 1 : Math.min(WORTH_A_LOOK, held);
    return Math.min(share, this.room(held)) >= enough;
  }

  /** A delivery was brought. */
  brought(): void {
    this.#probe = this.#probe === 'allowed' ? 'brought' : 'none';
  }

  /**
   * Waits for a connection and makes one attempt; `make` is told whether it had to wait, and tells whether anything answered,
   * undefined where nothing was asked. False where none was made, since the endpoint has died after the delivery was admitted: then one attempt is made for each probe.
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
