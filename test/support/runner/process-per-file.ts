import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Failure, Order, TestResult } from './test-process.ts';

/** The fields of jest's tests that the runner uses. */
interface Test {
  path: string;
  context: { config: Order['config'] };
}
interface Report {
  onStart(test: Test): Promise<void>;
  onResult(test: Test, result: TestResult): Promise<void>;
  onFailure(test: Test, failure: Failure): Promise<void>;
}
type Reported = { result: TestResult } | { failure: Failure } | { open: string[] } | { exits: true };

/**
 * Floods use most of the machine, so tests at the same time may miss their deadlines. Floods run after all other tests.
 */
const FLOODS = '/test/attacks/floods/';
/** The flood of a whole system runs alone. Three floods of single processes run at the same time. */
const ALONE = `${FLOODS}system.test.ts`;
const FLOODS_AT_ONCE = 3;
/**
 * Milliseconds from the message that a process exits to SIGKILL. Node can hang in its exit (nodejs/node issue 54918).
 */
const EXIT_MS = 5000;
const TEST_PROCESS = join(import.meta.dirname, 'test-process.ts');

/** The jest runner of this project. Each test file runs in its own process, in plain Node (ADR 47). */
export default class ProcessPerFile {
  readonly supportsEventEmitters = false;
  readonly #globalConfig: Order['globalConfig'];

  constructor(globalConfig: Order['globalConfig']) {
    this.#globalConfig = globalConfig;
  }

  /** Jest defines the parameters. `onResult` or `onFailure` reports each file. */
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

  /** Runs a test file in a new process. Resolves when the process has ended, for any reason. */
  async #run({ path, context }: Test): Promise<{ result: TestResult } | { failure: Failure }> {
    const child = fork(TEST_PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const reported: { result?: TestResult; failure?: Failure; open?: string[] } = {};
    let killing: NodeJS.Timeout | undefined;
    child.on('message', (message: Reported) => {
      Object.assign(reported, message);
      if ('exits' in message) killing = setTimeout(() => child.kill('SIGKILL'), EXIT_MS);
    });
    const end = new Promise<string | undefined>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      // The event 'close' comes after 'exit', when all messages and output of the process have been read.
      child.once('close', (code, signal) => {
        clearTimeout(killing);
        resolve(code === 0 || child.killed ? undefined : `ended by ${signal ?? `code ${code}`}`);
      });
    });
    // An error of `send` is ignored: the process has ended already, and 'close' reports that.
    child.send({ globalConfig: this.#globalConfig, config: context.config, path } satisfies Order, () => {});
    const ended = await end;
    const { result, failure, open } = reported;
    if (failure) return { failure };
    if (!result) return { failure: explain(`The process of this file ${ended ?? 'ended'} before its tests did.`) };
    // After a failed test, open resources are not reported: the failed test may not have reached its cleanup.
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

/** A failure needs a stack. The message replaces it, because the output of the process shows where it ended. */
const explain = (message: string): Failure => ({ message, stack: message });

/** Marks the file as failed. The passed tests still count. */
function failed(result: TestResult, message: string): TestResult {
  const failureMessage = `${result.failureMessage ?? ''}\n  ● ${message}\n`;
  return { ...result, failureMessage, testExecError: explain(message) };
}
