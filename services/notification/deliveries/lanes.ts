import { Endpoint } from './endpoint.ts';
import { Lane, type LaneOptions } from './lane.ts';
import { type Pace, Probes } from './pace.ts';

export interface LanesOptions extends LaneOptions {
  /**
   * Maximum milliseconds between two attempts of an event. For as long, the pace of a silent endpoint is remembered.
   */
  longestGapMs: number;
}

const IDLE_MS = 60_000;
/**
 * Maximum number of remembered endpoints that did not answer and have no lane. Above it, the oldest is forgotten, and
 * counts as alive.
 */
const MAX_SILENT = 10_000;

interface Silent {
  pace: Pace;
  /** By `performance.now()`. */
  until: number;
}

/** The lanes of webhooks. A lane is created at its first use, and removed after a minute without use. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  /**
   * Paces of removed lanes, by webhook, the oldest first. Retries are hours apart, so a dead endpoint must stay known
   * as dead.
   */
  readonly #silent = new Map<string, Silent>();
  readonly #probes = new Probes();
  /** Endpoints of attempts outside the lanes. */
  readonly #apart = new Set<Endpoint>();

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  lane({ id, orgId }: { id: string; orgId: string }): Lane {
    let lane = this.#lanes.get(id);
    if (!lane) {
      lane = new Lane(orgId, this.#probes, this.#options, this.#silent.get(id)?.pace);
      this.#silent.delete(id);
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  /**
   * Makes one attempt outside the lanes, with a connection of its own. It does not wait for the lane, and does not
   * change the lane's pace.
   */
  async apart<T>(url: string, attempt: (endpoint: Endpoint) => Promise<T>): Promise<T> {
    const endpoint = new Endpoint(url, { ...this.#options, connections: 1 });
    this.#apart.add(endpoint);
    try {
      return await attempt(endpoint);
    } finally {
      this.#apart.delete(endpoint);
      await endpoint.destroy();
    }
  }

  get deadCount(): number {
    const idle = [...this.#silent.values()].map(({ pace }) => pace);
    return [...this.#lanes.values(), ...idle].filter(({ isDead }) => isDead).length;
  }

  /** Closes the connections to webhooks without an attempt in the last minute. `now`: by `performance.now()`. */
  async sweep(now: number): Promise<void> {
    this.#probes.sweep(now);
    for (const [webhookId, lane] of this.#lanes) {
      if (!lane.isIdle || now - lane.lastUsed < IDLE_MS) continue;
      this.#lanes.delete(webhookId);
      if (lane.pace.isSilent) this.#silent.set(webhookId, { pace: lane.pace, until: now + this.#options.longestGapMs });
      await lane.close();
    }
    for (const [webhookId, { until }] of this.#silent) {
      if (now < until && this.#silent.size <= MAX_SILENT) break;
      this.#silent.delete(webhookId);
    }
  }

  async close(): Promise<void> {
    const lanes = [...this.#lanes.values()].map((lane) => lane.close());
    await Promise.all([...lanes, ...[...this.#apart].map((endpoint) => endpoint.destroy())]);
  }
}
