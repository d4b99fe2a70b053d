import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { isOf } from './launch.ts';
import { logTail } from './log-files.ts';

const READY_MS = 60_000;
const STOP_MS = 20_000;
/** Milliseconds from the message `exit` to the kill. */
const EXIT_MS = 5000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5000;
/** Milliseconds. After a run of this length, the backoff starts at its first value again. */
const STEADY_MS = 10_000;

export interface ProcessPlan {
  name: string;
  log: string;
  launch(): ChildProcess;
  /** Resolves when the process serves. Rejects, or never settles, if it does not. */
  untilReady(child: ChildProcess): Promise<unknown>;
}

export interface Watcher {
  say(line: string): void;
  /** Called when a process has died and was started again, with another pid. */
  onRestarted(): void;
}

/** A process that is kept running: it is started again when it dies. */
export class SupervisedProcess {
  readonly name: string;
  readonly #plan: ProcessPlan;
  readonly #watcher: Watcher;
  #child: ChildProcess | undefined;
  readonly #stopping = new AbortController();

  constructor(plan: ProcessPlan, watcher: Watcher) {
    this.name = plan.name;
    this.#plan = plan;
    this.#watcher = watcher;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Throws a StartError with the end of the log if the process ends, or does not serve in time. */
  async start(): Promise<void> {
    const child = await this.#launch();
    void this.#keepRunning(child);
  }

  /** Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.#watcher.say(`${this.name} did not stop within ${STOP_MS / 1000} s and is killed`);
      child.kill('SIGKILL');
    }, STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  async #launch(): Promise<ChildProcess> {
    const child = this.#plan.launch();
    this.#child = child;
    killIfHanging(child);
    const deadline = new AbortController();
    try {
      await Promise.race([
        this.#plan.untilReady(child),
        ending(child).then((how) => this.#fail(`ended before it was ready (${how})`)),
        delay(READY_MS, undefined, { signal: deadline.signal }).then(() =>
          this.#fail(`was not ready within ${READY_MS / 1000} s`),
        ),
      ]);
      return child;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      deadline.abort();
    }
  }

  async #keepRunning(first: ChildProcess): Promise<void> {
    let child: ChildProcess | undefined = first;
    let backoff = FIRST_BACKOFF_MS;
    while (child !== undefined) {
      const started = Date.now();
      const how = await ending(child);
      if (this.#stopping.signal.aborted) return;
      if (Date.now() - started > STEADY_MS) backoff = FIRST_BACKOFF_MS;
      this.#watcher.say(`${this.name} ended (${how}) and is started again`);
      child = await this.#relaunch(backoff);
      backoff = longer(backoff);
    }
  }

  /** Repeats until the process serves. Undefined if it was stopped. */
  async #relaunch(firstBackoff: number): Promise<ChildProcess | undefined> {
    const { signal } = this.#stopping;
    for (let backoff = firstBackoff; !signal.aborted; backoff = longer(backoff)) {
      try {
        await delay(backoff, undefined, { signal });
        signal.throwIfAborted();
        const child = await this.#launch();
        this.#watcher.say(`${this.name} is back (pid ${child.pid})`);
        this.#watcher.onRestarted();
        return child;
      } catch (error) {
        if (!signal.aborted) this.#watcher.say(error instanceof Error ? error.message : String(error));
      }
    }
    return undefined;
  }

  #fail(what: string): never {
    throw new StartError(`${this.name} ${what}. The end of ${this.#plan.log}:\n${logTail(this.#plan.log)}`);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Node may hang in its exit: a compiler thread waits for the main thread (nodejs/node issue 54918). */
function killIfHanging(child: ChildProcess): void {
  child.on('message', (message) => {
    if (!isOf('exit', message)) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_MS);
    child.once('exit', () => clearTimeout(timer));
  });
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const tell = () =>
      resolve(child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`);
    if (child.exitCode !== null || child.signalCode !== null) return tell();
    child.once('exit', tell);
    child.once('error', (error) => resolve(error.message));
  });
}

function longer(backoff: number): number {
  return Math.min(backoff * 2, LONGEST_BACKOFF_MS);
}
