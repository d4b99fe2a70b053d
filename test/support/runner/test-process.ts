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
/** Messages to the runner. `isReusable`: nothing is left of the file, so this process can run another one. */
export type Report =
  | { result: TestResult; isReusable: boolean }
  | { failure: Failure; isReusable: false }
  | { open: string[] }
  | { exits: true };
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
const require = createRequire(import.meta.url);
// Originals of functions that tests may replace.
const { setImmediate, setTimeout, console: ownConsole } = globalThis;
const now = Date.now;
// Both streams are opened before the first file, which would otherwise seem to have left them open.
const _streams = [process.stdout, process.stderr];
let runtime: PlainRuntime | undefined;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});
// Long stacks, so that a failure also shows the calls of helpers.
Error.stackTraceLimit = 100;
process.on('message', obey);
process.once('exit', () => tell({ exits: true }));

function obey(order: Order | 'end'): void {
  if (order === 'end') end();
  else run(order);
}

function run({ globalConfig, config, path }: Order): void {
  const framework: Framework = require(config.testRunner).default;
  const buffered = new BufferedConsole();
  // If only one file runs (verbose), jest prints the output of tests immediately, and does not repeat it at the end.
  globalThis.console = globalConfig.verbose ? new CustomConsole(process.stderr, process.stderr) : buffered;
  process.once('exit', tellWhere);
  runtime ??= new PlainRuntime(config);
  runtime.reset();
  const before = openResources();
  const start = now();
  // Not awaited, because the stack of each failure would otherwise include this function.
  framework(globalConfig, config, { global: globalThis }, runtime, path)
    .then(async (result): Promise<Report & { isReusable: boolean }> => {
      const hasPassed = result.numFailingTests === 0 && !result.testExecError;
      const isReusable = hasPassed && process.exitCode === undefined && (await areReleased(before));
      return { result: { ...completed(result, start, config), console: buffered.getBuffer() }, isReusable };
    })
    .catch((error) => ({ failure: failureOf(error), isReusable: false }) as const)
    .then((report) => {
      globalThis.console = ownConsole;
      process.removeListener('exit', tellWhere);
      tell(report);
      if (!report.isReusable) end();
    });
}

/** The process no longer listens to the runner, so it ends by itself when nothing else is open. */
function end(): void {
  process.removeListener('message', obey);
  setTimeout(giveUp, ENDS_WITHIN_MS).unref();
}

/** Turns of the event loop in which closed sockets are released. */
const RELEASED_WITHIN_TURNS = 10;

/** @returns whether the file has released all that it opened */
async function areReleased(before: string[]): Promise<boolean> {
  for (let turn = 0; turn < RELEASED_WITHIN_TURNS && openResources().length > before.length; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  return openResources().length <= before.length;
}

const openResources = () => process.getActiveResourcesInfo().filter((name) => name !== 'Immediate');

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
function tell(message: Report, then = () => {}): void {
  process.send?.(message, then);
}

function tellWhere(code: number): void {
  writeSync(2, `${new Error(`The process of the tests ended before they did, with code ${code}`).stack}\n`);
}

function giveUp(): void {
  tell({ open: process.getActiveResourcesInfo() }, () => process.exit());
}
