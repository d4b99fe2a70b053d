import { Endpoint } from './endpoint.ts';
import { Lane, type LaneOptions } from './lane.ts';
import { type Pace, Probes } from './pace.ts';

export interface LanesOptions extends LaneOptions {
  /** Milliseconds between two attempts of an event at most: as long it is known that an endpoint answers nothing. */
  longestGapMs: number;
}

const IDLE_MS = 60_000;
/** Endpoints without a lane of which it is known that they answered nothing; beyond, the oldest is taken for alive. */
const MAX_SILENT = 10_000;

interface Silent {
  pace: Pace;
  /** By the process' own clock (ms). */
  until: number;
}

/** The lanes of webhooks. A lane is made when it is first needed, and removed when it is long unused. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  /** By webhook, the first to be forgotten first: retries are hours apart, and a dead endpoint stays dead in between. */
  readonly #silent = new Map<string, Silent>();
  readonly #probes = new Probes();
  /** Connections past the lanes. */
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

  /** Makes one attempt past the lanes, over a connection of its own: neither waits for the other, nor speaks of its pace. */
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

  /** Lets go of the connections to webhooks that had no event for a minute; `now` by the process' own clock (ms). */
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
