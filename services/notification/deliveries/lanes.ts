import { Lane, type LaneOptions } from './lane.ts';

const IDLE_MS = 60_000;

/** One lane per webhook, made when first needed and let go when long unused. */
export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  lane(webhookId: string): Lane {
    let lane = this.#lanes.get(webhookId);
    if (!lane) {
      lane = new Lane(this.#options);
      this.#lanes.set(webhookId, lane);
    }
    return lane;
  }

  /** The webhooks that can take nothing more at `now` (epoch ms). */
  full(now: number): string[] {
    return [...this.#lanes].filter(([, lane]) => lane.room(now) <= 0).map(([webhookId]) => webhookId);
  }

  /** Epoch ms at which the next dead endpoint may be tried; Infinity when there is none. */
  nextProbe(): number {
    return Math.min(...[...this.#lanes.values()].map((lane) => lane.nextProbe));
  }

  /** Before a look at what is due: only what it shows is a backlog then. Full lanes are not looked at. */
  forgetBacklogs(full: string[]): void {
    for (const [webhookId, lane] of this.#lanes) if (!full.includes(webhookId)) lane.hasBacklog = false;
  }

  get deadCount(): number {
    return [...this.#lanes.values()].filter((lane) => lane.isDead).length;
  }

  /** Lets go of the connections to webhooks that had no event for a minute. */
  async sweep(now: number): Promise<void> {
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
