import { Lane, type LaneOptions } from './lane.ts';
import { Probes } from './pace.ts';

const IDLE_MS = 60_000;

/** One lane per webhook, made when first needed and let go when long unused. */
export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #probes = new Probes();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  lane({ id, orgId }: { id: string; orgId: string }): Lane {
    let lane = this.#lanes.get(id);
    if (!lane) {
      lane = new Lane(orgId, this.#probes, this.#options);
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  get deadCount(): number {
    return [...this.#lanes.values()].filter((lane) => lane.isDead).length;
  }

  /** Lets go of the connections to webhooks that had no event for a minute; `now` in epoch ms. */
  async sweep(now: number): Promise<void> {
    this.#probes.sweep(now);
    for (const [webhookId, lane] of this.#lanes) {
      if (!lane.isIdle || now - lane.lastUsed < IDLE_MS) continue;
      this.#lanes.delete(webhookId);
      await lane.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }
}
