import { writeSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { BufferedConsole, CustomConsole } from '@jest/console';
import { PlainRuntime, type RuntimeConfig } from './plain-runtime.ts';

/** The used fields of jest's settings; the rest is handed on. */
export interface Order {
  globalConfig: { maxWorkers: number; verbose?: boolean };
  config: RuntimeConfig & { rootDir: string; testRunner: string; slowTestThreshold: number };
  path: string;
}
/** The used fields of jest's result of a file; the rest is handed on. */
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
/** As jest shows what kept a file from running. */
export interface Failure {
  message: string;
  stack: string;
}
/** Jest's own framework for tests, as its default runner calls it. */
type Framework = (
  globalConfig: object,
  config: object,
  environment: { global: typeof globalThis },
  runtime: PlainRuntime,
  path: string,
) => Promise<TestResult>;

/** Milliseconds that a process may take to end once its tests are done: idle connections of HTTP hold a server open for 5 s. */
const ENDS_WITHIN_MS = 10_000;
const GLOBALS = new URL('./globals.ts', import.meta.url).href;
// The originals, whatever a test makes of them.
const { setTimeout, console: ownConsole } = globalThis;
const now = Date.now;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});
// A failure shows its way through helpers too.
Error.stackTraceLimit = 100;
process.once('message', run);
process.once('exit', () => tell({ exits: true }));

function run({ globalConfig, config, path }: Order): void {
  const { default: framework }: { default: Framework } = createRequire(import.meta.url)(config.testRunner);
  const buffered = new BufferedConsole();
  // Jest shows of one file alone what its tests say, and not once more at its end (verbose).
  globalThis.console = globalConfig.verbose ? new CustomConsole(process.stderr, process.stderr) : buffered;
  process.once('exit', tellWhere);
  const start = now();
  // Not awaited: the stack of every failure would lead here.
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

/** With what jest's own runner adds to the framework's result. */
function completed(result: TestResult, start: number, { rootDir, slowTestThreshold }: Order['config']): TestResult {
  const end = now();
  const { numPassingTests, numFailingTests, numTodoTests, testResults } = result;
  return {
    ...result,
    failureMessage: readable(result.failureMessage, rootDir),
    skipped: numPassingTests + numFailingTests + numTodoTests === 0,
    perfStats: { ...result.perfStats, start, end, runtime: end - start, slow: end - start > slowTestThreshold * 1000 },
    // A thrown value may hold anything, itself too. The messages say it.
    testResults: testResults.map((test) => ({ ...test, failureDetails: [] })),
  };
}

function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(`thrown: ${error}`);
  return { message, stack: stack ?? message };
}

/** Places by path, as an editor opens them. */
function readable(text: string | null | undefined, folder: string): string | null {
  return text?.replaceAll(`file:${folder}/`, '') ?? null;
}

/** Where jest is gone meanwhile nobody is told. */
function tell(message: object, then = () => {}): void {
  process.send?.(message, then);
}

function tellWhere(code: number): void {
  writeSync(2, `${new Error(`The process of the tests ended before they did, with code ${code}`).stack}\n`);
}

function giveUp(): void {
  tell({ open: process.getActiveResourcesInfo() }, () => process.exit());
}
