import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../deploy/local/command-line.ts';
import { BASELINE, generateTypes } from '../deploy/tools/proto.ts';
import { jestCommand } from './support/jest.ts';
import { riddlesIn } from './support/plain-words/plain-words.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

interface Step {
  name: string;
  run(): Promise<Outcome>;
}
interface Outcome {
  passed: boolean;
  output: string;
}

/** Checks of a second or two each: `npm test` runs them too. */
const CHEAP: Step[] = [
  { name: 'proto lint', run: () => command('buf', 'lint', 'proto') },
  { name: 'proto breaking changes', run: () => command('buf', 'breaking', 'proto', '--against', BASELINE) },
  { name: 'generated code', run: compareGeneratedCode },
  { name: 'processes load', run: loadProcesses },
];

const STEPS: Step[] = [
  { name: 'types', run: checkTypes },
  {
    name: 'lint and format',
    run: () => command('biome', 'check', '--error-on-warnings', '--diagnostic-level=warn', '.'),
  },
  { name: 'unused code', run: () => command('knip', '--cache') },
  { name: 'plain words', run: checkComments },
  ...CHEAP,
  { name: 'architecture', run: () => execute(...jestCommand('test/architecture.test.ts')) },
  { name: 'regular expressions', run: () => execute(...jestCommand('test/attacks/regular-expressions.test.ts')) },
];

/** Runs the cheap steps; returns how many failed. The others are `npm run check` alone: they take a minute of processor time. */
export const runCheapChecks = () => runSteps(CHEAP);

/** Runs the steps side by side, with a line for each; returns how many failed. */
async function runSteps(steps: Step[]): Promise<number> {
  const results = await Promise.all(steps.map(runStep));
  return results.filter((passed) => !passed).length;
}

async function runStep({ name, run }: Step): Promise<boolean> {
  const started = performance.now();
  const { passed, output } = await run().catch((error) => ({ passed: false, output: String(error) }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(passed ? `ok      ${name} (${seconds} s)` : `failed: ${name} (${seconds} s)\n${output.trimEnd()}\n`);
  return passed;
}

/** No test loads an entry point. A process that is loaded without settings names what is missing. */
async function loadProcesses(): Promise<Outcome> {
  const mains = globSync('{gateway,services/*}/main.ts', { cwd: ROOT });
  const outcomes = await Promise.all(mains.map((main) => execute(process.execPath, [join(ROOT, main)], {})));
  const failed = outcomes.filter(({ output }) => !output.includes('ConfigError'));
  return { passed: mains.length > 0 && failed.length === 0, output: failed.map(({ output }) => output).join('\n') };
}

/**
 * Files that did not change since the last check, nor anything that they import, are not checked again. One checker: each of
 * the default four reads the same types again. GOGC 400 lets the heap grow further before a collection. Together they halve
 * the processor time of a first check.
 */
function checkTypes(): Promise<Outcome> {
  const known = join(ROOT, 'node_modules', '.cache', 'selvedge', 'types.tsbuildinfo');
  const incremental = ['--incremental', '--tsBuildInfoFile', known];
  return execute(join(BIN, 'tsc'), ['--noEmit', '--checkers', '1', ...incremental], { ...process.env, GOGC: '400' });
}

async function checkComments(): Promise<Outcome> {
  const riddles = riddlesIn(ROOT);
  const words = 'A comment begins with the thing that it is about, by its name:';
  return { passed: riddles.length === 0, output: [words, ...riddles].join('\n') };
}

async function compareGeneratedCode(): Promise<Outcome> {
  const fresh = mkdtempSync(join(tmpdir(), 'selvedge-gen-'));
  try {
    await generateTypes(fresh);
    const { passed, output } = await execute('diff', ['-r', join(ROOT, 'proto', 'gen'), fresh]);
    return { passed, output: `proto/gen is not what the proto files say: npm run proto:gen\n${output}` };
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function command(name: string, ...args: string[]): Promise<Outcome> {
  return execute(join(BIN, name), args);
}

function execute(program: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: `${stdout}${stderr}` }),
    );
  });
}

if (import.meta.main) {
  readCommandLine({
    name: 'npm run check',
    does: `Runs the fast checks side by side: ${STEPS.map(({ name }) => name).join(', ')}.`,
  });
  const failed = await runSteps(STEPS);
  console.log(`${STEPS.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
