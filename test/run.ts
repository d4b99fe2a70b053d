import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ConfigError } from '#chassis/runtime/config.ts';
import { ensureCertificates } from '../deploy/local/certificates/certificates.ts';
import { flag, readCommandLine, text } from '../deploy/local/command-line.ts';
import { inheritedEnvironment } from '../deploy/local/config.ts';
import { PEERS } from '../deploy/local/processes.ts';
import { StartError } from '../deploy/local/start-error.ts';
import { runCheapChecks } from './check.ts';
import { keepFilesInMemory, loadTestSettings, type TestSettings, testConfig } from './config.ts';
import { type Backends, NO_BACKENDS } from './support/backends/backends.ts';
import { startBackends } from './support/backends/start-backends.ts';
import { findChromium } from './support/chromium.ts';
import { jestCommand } from './support/jest.ts';
import { StatementRecord } from './support/statements/statements.ts';
import { offerSharedSystem } from './support/system/shared-system.ts';

/** The used fields of jest's results. */
interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: FileResult[];
}
interface FileResult {
  /** The absolute path of the file. */
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
}

const CRASHED: JestResults = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1, testResults: [] };

/** Two files with systems of their own keep two processors busy. More at a time only make each other slow. */
const WORKERS = Math.min(availableParallelism(), 8);
const QUICK = 'test/(unit|contract)/';

const { options, operands } = readCommandLine({
  name: 'npm test',
  does: 'Runs every test and the cheap checks, or the test files alone whose paths contain what is named.',
  options: {
    quick: flag('Only the tests that need no system and no database: rules and contracts, for the inner loop.'),
    testNamePattern: text('REGEX', 'Only tests whose names match.', 't'),
    statements: flag(
      'Keeps the statements that a whole run has sent to the embedded engine as the list of what it must have.',
    ),
  },
  operands: '[FILE …]',
  environment: testConfig.settings,
});

await main().catch((error) => {
  console.error(error instanceof ConfigError || error instanceof StartError ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});

/** Everything, or the test files that the arguments select (then without the checks). */
async function main(): Promise<void> {
  const { quick, testNamePattern } = options;
  const pattern = testNamePattern ? [`--testNamePattern=${testNamePattern}`] : [];
  const files = quick ? quickFiles(operands) : operands;
  const selection = [...pattern, ...files];
  const settings = loadTestSettings();
  keepFilesInMemory();
  // Each is stopped, though the stop of another fails: the run would never end.
  await using started = new AsyncDisposableStack();
  const record = selection.length === 0 && isEmbedded(settings) ? new StatementRecord() : undefined;
  started.defer(() => record?.remove());
  Object.assign(process.env, record?.environment);
  const backends = quick ? NO_BACKENDS : await startBackends(settings);
  started.defer(backends.stop);
  const addresses = addressesOf(settings, backends);
  const shared = await offerSharedSystem(addresses.SYSTEM_MONGODB_URL);
  started.defer(shared.stop);
  console.log(`Tests run against: ${backends.description}`);
  console.log(`Browser: ${findChromium() ?? 'no Chromium or Chrome found, browser tests are skipped'}\n`);
  // Before the tests, which the checks would slow down.
  const failedChecks = selection.length === 0 ? await runCheapChecks() : 0;
  const results = await runJest(selection, settings, { ...addresses, SHARED_SYSTEM_URL: shared.url });
  report(results, failedChecks + compared(record));
}

/** @returns how many checks have failed */
function compared(record: StatementRecord | undefined): number {
  if (options.statements) record?.write();
  const { unlisted = [], unsent = [] } = record ?? {};
  for (const statement of unlisted)
    console.log(`failed: the engine's list lacks the statement ${statement}; if it is meant: npm test -- --statements`);
  const title = 'Statements of the list that this run did not send; the engine may do without them if no run does';
  if (unsent.length > 0) console.log(`${title}:\n${unsent.map((line) => `  ${line}`).join('\n')}`);
  return unlisted.length > 0 ? 1 : 0;
}

function quickFiles(operands: string[]): string[] {
  return (operands.length > 0 ? operands : ['']).map((name) => `${QUICK}.*${name}`);
}

async function runJest(
  selection: string[],
  settings: TestSettings,
  addresses: NodeJS.ProcessEnv,
): Promise<JestResults> {
  // Files that tests leave behind go with it, even of a file whose process was killed.
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-jest-'));
  const outputFile = join(folder, 'results.json');
  const certificates = join(folder, 'tls');
  mkdirSync(certificates);
  await ensureCertificates(certificates, PEERS);
  const results = ['--json', `--outputFile=${outputFile}`];
  const [program, args] = jestCommand(...results, `--maxWorkers=${workersFor(settings)}`, ...selection);
  const own = { TMPDIR: folder, TEST_CERTIFICATES: certificates };
  const env = { ...inheritedEnvironment(), ...addresses, ...own };
  const jest = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => jest.kill('SIGTERM'));
  // Listening to the end of the channel must not keep this process alive.
  process.channel?.unref();
  try {
    await new Promise((resolve) => jest.once('exit', resolve));
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return CRASHED;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function isEmbedded({ MONGODB_URL, TEST_BACKEND }: TestSettings): boolean {
  return MONGODB_URL === undefined && TEST_BACKEND === 'embedded' && !options.quick;
}

/** Systems that share one broker would take each other's events, and of a database that is given we don't know its strength. */
function workersFor({ NATS_URL, MONGODB_URL, TEST_BACKEND, TEST_WORKERS }: TestSettings): number {
  const isShared = NATS_URL !== undefined || MONGODB_URL !== undefined || TEST_BACKEND !== 'embedded';
  return TEST_WORKERS ?? (isShared ? 1 : WORKERS);
}

/** A system that a test starts brings its own store and broker, unless real ones are asked for. */
function addressesOf(settings: TestSettings, { mongodbUrl, natsUrl }: Backends): NodeJS.ProcessEnv {
  const containers = settings.TEST_BACKEND === 'containers';
  return {
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    SYSTEM_MONGODB_URL: containers ? mongodbUrl : settings.MONGODB_URL,
    SYSTEM_NATS_URL: containers ? natsUrl : settings.NATS_URL,
  };
}

function report(results: JestResults, failedChecks: number): void {
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status === 'pending');
  if (skipped.length > 0) console.log(`Skipped:\n${skipped.map(({ fullName }) => `  ${fullName}`).join('\n')}`);
  for (const line of failures(results)) console.log(`failed: ${line}`);
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + failedChecks;
  console.log(`${results.numPassedTests} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/**
 * Failed tests, and files that failed outside of their tests, each as one line. A long log may be kept only in part, so
 * these lines are at its end.
 */
function failures({ testResults }: JestResults): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative('.', name);
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? '';
}
