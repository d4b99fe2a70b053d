import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Failure, Order, Report, TestResult } from './test-process.ts';

export type Outcome = { result: TestResult } | { failure: Failure };
type Reported = { result?: TestResult; failure?: Failure; open?: string[] };
type Ended = Outcome & { isReusable: boolean };

/**
 * Milliseconds from the message that a process exits to SIGKILL. Node can hang in its exit (nodejs/node issue 54918).
 */
const EXIT_MS = 5000;
const TEST_PROCESS = join(import.meta.dirname, 'test-process.ts');

/** A Node process that runs test files, one after the other. */
export class RunningProcess {
  readonly #child = fork(TEST_PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  /** Takes the messages about the file that runs. */
  #onReport: (report: Report) => void = () => {};
  /** Resolves when the process has ended and all its messages and output are read, with what was wrong with its end. */
  readonly #end: Promise<string | undefined>;

  constructor() {
    let killing: NodeJS.Timeout | undefined;
    this.#child.on('message', (report: Report) => {
      this.#onReport(report);
      if ('exits' in report) killing = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_MS);
    });
    this.#end = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      this.#child.once('close', (code, signal) => {
        clearTimeout(killing);
        resolve(code === 0 || this.#child.killed ? undefined : `ended by ${signal ?? `code ${code}`}`);
      });
    });
  }

  /** Runs a test file. Resolves when the process can run another one, or has ended, for any reason. */
  async run(order: Order): Promise<Ended> {
    const reported: Reported = {};
    const { promise: reusable, resolve } = Promise.withResolvers<Ended>();
    this.#onReport = (report) => {
      Object.assign(reported, report);
      if ('result' in report && report.isReusable) resolve(report);
    };
    // An error of `send` is ignored: the process has ended already, and 'close' reports that.
    this.#child.send(order, () => {});
    const ended = this.#end.then((end) => ({ ...outcomeOf(reported, end), isReusable: false }));
    return Promise.race([reusable, ended]);
  }

  /** Lets the process end, of which every file is reported. */
  async end(): Promise<void> {
    this.#child.send('end', () => {});
    await this.#end;
  }
}

/** The outcome of the last file of a process that has ended. */
function outcomeOf({ result, failure, open }: Reported, ended: string | undefined): Outcome {
  if (failure) return { failure };
  if (!result) return { failure: explain(`The process of this file ${ended ?? 'ended'} before its tests did.`) };
  // After a failed test, open resources are not reported: the failed test may not have reached its cleanup.
  if (open && result.numFailingTests === 0)
    return { result: failed(result, `After its tests this file still held open: ${open.join(', ')}.`) };
  if (ended) return { result: failed(result, `After its tests the process of this file ${ended}.`) };
  return { result };
}

/** A failure needs a stack. The message replaces it, because the output of the process shows where it ended. */
const explain = (message: string): Failure => ({ message, stack: message });

/** Marks the file as failed. The passed tests still count. */
function failed(result: TestResult, message: string): TestResult {
  const failureMessage = `${result.failureMessage ?? ''}\n  ● ${message}\n`;
  return { ...result, failureMessage, testExecError: explain(message) };
}
