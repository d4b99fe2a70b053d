import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Failure, Order, TestResult } from './test-process.ts';

/** The used fields of jest's tests. */
interface Test {
  path: string;
  context: { config: Order['config'] };
}
interface Report {
  onStart(test: Test): Promise<void>;
  onResult(test: Test, result: TestResult): Promise<void>;
  onFailure(test: Test, failure: Failure): Promise<void>;
}
type Told = { result: TestResult } | { failure: Failure } | { open: string[] } | { exits: true };

/** Floods take much of the machine: whatever is tested beside them may be late. They run after all else. */
const FLOODS = '/test/attacks/floods/';
/** The flood of a whole system takes all of it and runs alone; those of single processes run by threes. */
const ALONE = `${FLOODS}system.test.ts`;
const FLOODS_AT_ONCE = 3;
/** Milliseconds from a process's word that it exits to its end: Node may hang in its exit (nodejs/node issue 54918). */
const EXIT_MS = 5000;
const TEST_PROCESS = join(import.meta.dirname, 'test-process.ts');

/** Jest's runner of this project: each test file in a process of its own, in plain Node (ADR 47). */
export default class ProcessPerFile {
  readonly supportsEventEmitters = false;
  readonly #globalConfig: Order['globalConfig'];

  constructor(globalConfig: Order['globalConfig']) {
    this.#globalConfig = globalConfig;
  }

  /** The parameters are jest's: each file is reported by one of the last two functions. */
  async runTests(
    tests: Test[],
    watcher: { isInterrupted(): boolean },
    onStart: Report['onStart'],
    onResult: Report['onResult'],
    onFailure: Report['onFailure'],
    { serial }: { serial: boolean },
  ): Promise<void> {
    const inTurn = async (waiting: Iterable<Test>) => {
      for (const test of waiting) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        const outcome = await this.#run(test);
        await ('result' in outcome ? onResult(test, outcome.result) : onFailure(test, outcome.failure));
      }
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

  /** Ends with the process, however that ends. */
  async #run({ path, context }: Test): Promise<{ result: TestResult } | { failure: Failure }> {
    const child = fork(TEST_PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const told: { result?: TestResult; failure?: Failure; open?: string[] } = {};
    let killing: NodeJS.Timeout | undefined;
    child.on('message', (message: Told) => {
      Object.assign(told, message);
      if ('exits' in message) killing = setTimeout(() => child.kill('SIGKILL'), EXIT_MS);
    });
    const end = new Promise<string | undefined>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      // Not 'exit': what it said last is read by then.
      child.once('close', (code, signal) => {
        clearTimeout(killing);
        resolve(code === 0 || child.killed ? undefined : `ended by ${signal ?? `code ${code}`}`);
      });
    });
    // A process that is gone already says so by its end.
    child.send({ globalConfig: this.#globalConfig, config: context.config, path } satisfies Order, () => {});
    const ended = await end;
    const { result, failure, open } = told;
    if (failure) return { failure };
    if (!result) return { failure: explain(`The process of this file ${ended ?? 'ended'} before its tests did.`) };
    // A test that failed may have left what it was to close: one fault, not two.
    if (open && result.numFailingTests === 0)
      return { result: failed(result, `After its tests this file still held open: ${open.join(', ')}.`) };
    if (ended) return { result: failed(result, `After its tests the process of this file ${ended}.`) };
    return { result };
  }
}

function groupOf({ path }: Test): 'others' | 'alone' | 'floods' {
  if (!path.includes(FLOODS)) return 'others';
  return path.endsWith(ALONE) ? 'alone' : 'floods';
}

/** The text stands in for a stack: where the process ended, its own output says. */
const explain = (message: string): Failure => ({ message, stack: message });

/** Passes stay counted; the file fails. */
function failed(result: TestResult, message: string): TestResult {
  const failureMessage = `${result.failureMessage ?? ''}\n  ● ${message}\n`;
  return { ...result, failureMessage, testExecError: explain(message) };
}
