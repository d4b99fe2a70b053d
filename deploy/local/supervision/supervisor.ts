import { type ProcessPlan, SupervisedProcess, type Watcher } from './supervised-process.ts';

/** Runs processes in layers. A layer stops after all layers above it. */
export class Supervisor {
  readonly #layers: SupervisedProcess[][] = [];
  readonly #watcher: Watcher;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Starts processes in parallel, as a new layer above the earlier ones. Throws if one of them does not start. */
  async start(plans: ProcessPlan[]): Promise<void> {
    const layer = plans.map((plan) => new SupervisedProcess(plan, this.#watcher));
    this.#layers.push(layer);
    await Promise.all(layer.map((process) => process.start()));
  }

  /** The pid of a process; null if it does not run here. */
  pid(name: string): number | null {
    return this.#layers.flat().find((process) => process.name === name)?.pid ?? null;
  }

  /** Stops all layers, the highest first. Resolves when no process is left. */
  async stop(): Promise<void> {
    for (const layer of this.#layers.toReversed()) await Promise.all(layer.map((process) => process.stop()));
  }
}
