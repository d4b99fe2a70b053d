import { writeSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { BufferedConsole, CustomConsole } from '@jest/console';
import { PlainRuntime, type RuntimeConfig } from './plain-runtime.ts';

/** The fields of jest's settings that this file uses. All other fields are passed on. */
export interface Order {
  globalConfig: { maxWorkers: number; verbose?: boolean };
  config: RuntimeConfig & { rootDir: string; testRunner: string; slowTestThreshold: number };
  path: string;
}
/** The fields of jest's result of a file that this file uses. All other fields are passed on. */
export interface TestResult {
  failureMessage?: string | null;
  testExecError?: object;
  console?: object | undefined;
  skipped: boolean;
  numPassingTests: number;
  numFailingTests: number;
  numTodoTests: number;
  perfStats: object;
  testResults: { failureDetails: unknown[] }[];
}
/** Reason why a file could not run, in the form that jest prints. */
export interface Failure {
  message: string;
  stack: string;
}
/** Jest's test framework, with the parameters that jest's default runner passes. */
type Framework = (
  globalConfig: object,
  config: object,
  environment: { global: typeof globalThis },
  runtime: PlainRuntime,
  path: string,
) => Promise<TestResult>;

/**
 * Milliseconds from the end of the tests until the process must end. Idle HTTP connections keep a server open for 5 s.
 */
const ENDS_WITHIN_MS = 10_000;
const GLOBALS = new URL('./globals.ts', import.meta.url).href;
// Originals of functions that tests may replace.
const { setTimeout, console: ownConsole } = globalThis;
const now = Date.now;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});
// Long stacks, so that a failure also shows the calls of helpers.
Error.stackTraceLimit = 100;
process.once('message', run);
process.once('exit', () => tell({ exits: true }));

function run({ globalConfig, config, path }: Order): void {
  const { default: framework }: { default: Framework } = createRequire(import.meta.url)(config.testRunner);
  const buffered = new BufferedConsole();
  // If only one file runs (verbose), jest prints the output of tests immediately, and does not repeat it at the end.
  globalThis.console = globalConfig.verbose ? new CustomConsole(process.stderr, process.stderr) : buffered;
  process.once('exit', tellWhere);
  const start = now();
  // Not awaited, because the stack of each failure would otherwise include this function.
  framework(globalConfig, config, { global: globalThis }, new PlainRuntime(config), path)
    .then(
      (result) => tell({ result: { ...completed(result, start, config), console: buffered.getBuffer() } }),
      (error) => tell({ failure: failureOf(error) }),
    )
    .then(end);
}

function end(): void {
  globalThis.console = ownConsole;
  process.removeListener('exit', tellWhere);
  setTimeout(giveUp, ENDS_WITHIN_MS).unref();
}

/** Adds the fields that jest's default runner adds to the result of the framework. */
function completed(result: TestResult, start: number, { rootDir, slowTestThreshold }: Order['config']): TestResult {
  const end = now();
  const { numPassingTests, numFailingTests, numTodoTests, testResults } = result;
  return {
    ...result,
    failureMessage: readable(result.failureMessage, rootDir),
    skipped: numPassingTests + numFailingTests + numTodoTests === 0,
    perfStats: { ...result.perfStats, start, end, runtime: end - start, slow: end - start > slowTestThreshold * 1000 },
    // `failureDetails` can hold any thrown value, also a circular one that cannot be sent. The messages have the same
    // facts.
    testResults: testResults.map((test) => ({ ...test, failureDetails: [] })),
  };
}

function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(`thrown: ${error}`);
  return { message, stack: stack ?? message };
}

/** Removes the project folder from file URLs in stacks, so that an editor can open the paths. */
function readable(text: string | null | undefined, folder: string): string | null {
  return text?.replaceAll(`file:${folder}/`, '') ?? null;
}

/** Sends a message to the runner. Does nothing if the runner has ended. */
function tell(message: object, then = () => {}): void {
  process.send?.(message, then);
}

function tellWhere(code: number): void {
  writeSync(2, `${new Error(`The process of the tests ended before they did, with code ${code}`).stack}\n`);
}

function giveUp(): void {
  tell({ open: process.getActiveResourcesInfo() }, () => process.exit());
}
