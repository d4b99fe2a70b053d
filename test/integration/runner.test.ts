import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jestCommand } from '../support/jest.ts';

const RUNNER = join(import.meta.dirname, '..', 'support', 'runner', 'runner.ts');
const NOTHING = { passed: 0, failed: 0, pending: 0 };

interface Counted {
  passed: number;
  failed: number;
  pending: number;
}
interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: keyof Counted }[];
}
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: FileResult[];
}

/** Test files, each with the expected counts and the expected messages of a failure. */
const FILES: Record<string, { source: string; counts: Partial<Counted>; says?: RegExp[] }> = {
  passes: {
    source: `
      describe('all', () => {
        test.each([1, 2])('%i', (n) => expect({ n }).toEqual({ n }));
        test.skip('not this', () => {});
      });`,
    counts: { passed: 2, pending: 1 },
  },
  fails: {
    source: `
      test('sums', () => {
        expect(1 + 1).toBe(3);
      });
      test('goes on', () => {});`,
    counts: { passed: 1, failed: 1 },
    says: [/● sums/, /Expected: .*3/, />.*\|.*toBe\(3\)/, /at (Object\.<anonymous> \()?fails\.test\.ts:4:\d+/],
  },
  'times-out': {
    source: `test('waits', () => new Promise(() => {}), 50);`,
    counts: { failed: 1 },
    says: [/Exceeded timeout of 50 ms/],
  },
  'times-out-by-setting': {
    source: `
      jest.setTimeout(60);
      test('waits', () => new Promise(() => {}));`,
    counts: { failed: 1 },
    says: [/Exceeded timeout of 60 ms/],
  },
  'cannot-begin': {
    source: `
      beforeAll(() => { throw new Error('no database'); });
      test('one', () => {});
      test('two', () => {});`,
    counts: { failed: 2 },
    says: [/● one/, /● two/, /no database/],
  },
  'cannot-load': {
    source: `throw new Error('not today');`,
    counts: {},
    says: [/Test suite failed to run/, /not today/],
  },
  'fails-to-clean-up': {
    source: `
      afterAll(() => { throw new Error('still there'); });
      test('one', () => {});`,
    counts: { passed: 1 },
    says: [/still there/],
  },
  'loses-an-error': {
    source: `
      test('one', async () => {
        void Promise.reject(new Error('nobody saw it'));
        await new Promise(setImmediate);
      });
      test('two', () => {});`,
    counts: { passed: 1, failed: 1 },
    says: [/nobody saw it/],
  },
  exits: { source: `test('ends', () => process.exit(0));`, counts: {}, says: [/ended before its tests did/] },
  'is-killed': {
    source: `test('is killed', () => process.kill(process.pid, 'SIGKILL') && new Promise(() => {}));`,
    counts: {},
    says: [/ended by SIGKILL before its tests did/],
  },
  'stays-open': {
    source: `test('leaves a timer', () => void setInterval(() => {}, 1000));`,
    counts: { passed: 1 },
    says: [/still held open: .*Timeout/],
  },
  'hangs-in-its-exit': {
    source: `
      test('ends', () => {
        process.once('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      });`,
    counts: { passed: 1 },
  },
  'fails-afterwards': {
    source: `test('leaves work', () => void setTimeout(() => { throw new Error('too late'); }, 500));`,
    counts: { passed: 1 },
    says: [/After its tests the process of this file ended by code 1/],
  },
  'uses-the-clock': {
    source: `
      test('time stands still', async () => {
        jest.useFakeTimers({ now: 5 });
        const told = jest.fn();
        setTimeout(told, 1000);
        await jest.advanceTimersByTimeAsync(1000);
        expect([told.mock.calls.length, Date.now(), jest.getTimerCount()]).toEqual([1, 1005, 0]);
        jest.useRealTimers();
        console.log('said in passing');
      });`,
    counts: { passed: 1 },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'selvedge-runner-'));
let all: { results: Results; printed: string };

beforeAll(async () => {
  for (const [name, { source }] of Object.entries(FILES)) {
    const globals = 'afterAll, beforeAll, describe, expect, jest, test';
    writeFileSync(join(folder, `${name}.test.ts`), `import { ${globals} } from '@jest/globals';\n${source}\n`);
  }
  all = await run('--maxWorkers=3');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(FILES))('of a file which %s all is counted and said', (name, { counts, says }) => {
  const result = all.results.testResults.find((one) => basename(one.name) === `${name}.test.ts`);
  expect(countOf(result)).toEqual({ ...NOTHING, ...counts });
  expect(result?.status === 'failed').toBe(says !== undefined);
  for (const words of says ?? []) {
    // Code in messages has colors if CI is set.
    expect(stripVTControlCharacters(result?.message ?? '')).toMatch(words);
    expect(stripVTControlCharacters(all.printed)).toMatch(words);
  }
});

test('the totals hold every file', () => {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = all.results;
  expect({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }).toEqual({
    numPassedTests: 9,
    numFailedTests: 6,
    numRuntimeErrorTestSuites: 6,
  });
  expect(all.results.testResults).toHaveLength(Object.keys(FILES).length);
});

test('what a test says on the console is shown with its file, and who ended its process', () => {
  expect(all.printed).toMatch(/console\.log\s+said in passing\s+at .*uses-the-clock\.test\.ts/);
  expect(all.printed).toMatch(/with code 0[\s\S]*?exits\.test\.ts/);
});

test('a pattern selects tests by their names', async () => {
  const { results } = await run('--runInBand', '--testNamePattern=all 2|sums', 'passes', 'fails.test');
  expect(results.testResults.map(countOf)).toEqual(
    expect.arrayContaining([
      { ...NOTHING, passed: 1, pending: 2 },
      { ...NOTHING, failed: 1, pending: 1 },
    ]),
  );
});

function countOf(file: FileResult | undefined): Counted {
  const counted = { ...NOTHING };
  for (const { status } of file?.assertionResults ?? []) counted[status]++;
  return counted;
}

/** Runs jest on the files of the folder, in the same way as `npm test`. */
async function run(...args: string[]): Promise<{ results: Results; printed: string }> {
  const outputFile = join(mkdtempSync(join(folder, 'results-')), 'results.json');
  const config = { rootDir: folder, testMatch: ['**/*.test.ts'], runner: RUNNER, transform: {} };
  const [program, rest] = jestCommand('--config', JSON.stringify(config), '--json', `--outputFile=${outputFile}`);
  const printed = await new Promise<string>((resolve) => {
    execFile(program, [...rest, ...args], { cwd: folder }, (_, _stdout, stderr) => resolve(stderr));
  });
  return { results: JSON.parse(readFileSync(outputFile, 'utf8')), printed };
}
