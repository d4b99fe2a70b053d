import { relative } from 'node:path';
import { type Outcome, RunningProcess } from './running-process.ts';
import type { Failure, Order, TestResult } from './test-process.ts';

/** The fields of jest's tests that the runner uses. */
interface Test {
  path: string;
  context: { config: Order['config'] };
}
type Watcher = { isInterrupted(): boolean };
type OnStart = (test: Test) => Promise<void>;
type OnResult = (test: Test, result: TestResult) => Promise<void>;
type OnFailure = (test: Test, failure: Failure) => Promise<void>;

/**
 * Floods use most of the machine, so tests at the same time may miss their deadlines. Floods run after all other tests.
 */
const FLOODS = 'test/attacks/floods/';
/** The flood of a whole system runs alone. Three floods of single processes run at the same time. */
const ALONE = `${FLOODS}system.test.ts`;
const FLOODS_AT_ONCE = 3;
/** Files that measure the memory of their process: each has a process of its own, without garbage of earlier files. */
const MEASURES_MEMORY = /\bmemory\.test\.ts$/;

/** The jest runner of this project. Test files share processes of plain Node (ADR 47, ADR 58). */
export default class Runner {
  readonly supportsEventEmitters = false;
  readonly #globalConfig: Order['globalConfig'];

  constructor(globalConfig: Order['globalConfig']) {
    this.#globalConfig = globalConfig;
  }

  /** Jest defines the parameters. `onResult` or `onFailure` reports each file. */
  async runTests(
    tests: Test[],
    watcher: Watcher,
    onStart: OnStart,
    onResult: OnResult,
    onFailure: OnFailure,
    { serial }: { serial: boolean },
  ): Promise<void> {
    const inTurn = async (waiting: Iterable<Test>) => {
      const used = new UsedProcess();
      for (const test of waiting) {
        if (watcher.isInterrupted()) break;
        await onStart(test);
        const { config } = test.context;
        const own = MEASURES_MEMORY.test(test.path) ? new UsedProcess() : used;
        const outcome = await own.run({ globalConfig: this.#globalConfig, config, path: test.path });
        if (own !== used) await own.end();
        await ('result' in outcome ? onResult(test, outcome.result) : onFailure(test, outcome.failure));
      }
      await used.end();
    };
    const sideBySide = async (files: Test[], most: number) => {
      const waiting = files.values();
      await Promise.all(Array.from({ length: most }, () => inTurn(waiting)));
    };
    const most = serial ? 1 : this.#globalConfig.maxWorkers;
    const { others = [], alone = [], floods = [] } = Object.groupBy(tests, groupOf);
    await sideBySide(others, most);
    await sideBySide(alone, 1);
    await sideBySide(floods, Math.min(most, FLOODS_AT_ONCE));
  }
}

/** A process that runs one file after the other, until one has left something behind. */
class UsedProcess {
  #running: RunningProcess | undefined;

  async run(order: Order): Promise<Outcome> {
    this.#running ??= new RunningProcess();
    const { isReusable, ...outcome } = await this.#running.run(order);
    if (!isReusable) this.#running = undefined;
    return outcome;
  }

  async end(): Promise<void> {
    await this.#running?.end();
  }
}

function groupOf({ path, context }: Test): 'others' | 'alone' | 'floods' {
  const name = nameOf({ path, ...context });
  if (!name.startsWith(FLOODS)) return 'others';
  return name === ALONE ? 'alone' : 'floods';
}

const nameOf = ({ path, config }: Pick<Order, 'path' | 'config'>) => relative(config.rootDir, path);
