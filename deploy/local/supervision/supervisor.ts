import { type ProcessPlan, SupervisedProcess, type Watcher } from './supervised-process.ts';

/** Runs processes in layers: a layer stops only after those above it. */
export class Supervisor {
  readonly #layers: SupervisedProcess[][] = [];
  readonly #watcher: Watcher;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Starts the plans side by side, above what was started before. Throws when one does not come up. */
  async start(plans: ProcessPlan[]): Promise<void> {
    const layer = plans.map((plan) => new SupervisedProcess(plan, this.#watcher));
    this.#layers.push(layer);
    await Promise.all(layer.map((process) => process.start()));
  }

  /** Null for what does not run here. */
  pid(name: string): number | null {
    return this.#layers.flat().find((process) => process.name === name)?.pid ?? null;
  }

  /** From the top layer down; settles when nothing is left. */
  async stop(): Promise<void> {
    for (const layer of this.#layers.toReversed()) await Promise.all(layer.map((process) => process.stop()));
  }
}
