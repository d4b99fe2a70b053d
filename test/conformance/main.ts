import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine } from '../../deploy/local/command-line.ts';
import { EngineProcess } from '../integration/deploy/local/mongo-engine/server.ts';

const { operands } = readCommandLine({
  name: 'npm run conformance',
  does: `Runs mongoose's own tests against the embedded engine. FOLDER holds a clone of mongoose's repository in which the
packages of its tests are installed (npm install --ignore-scripts). Every test that does not pass has its reason in
test/conformance/mongoose.json; the run fails where one does not pass that is not listed, or one that is listed passes
(but for the reasons that begin with "either way").
A file with a test that is not listed and does not pass is run again by itself: what an earlier file leaves set in the
process (query.test.js a time limit of 10 ms) is then not in the way.`,
  operands: '[FOLDER FILE …]',
});

interface Outcome {
  fullTitle: string;
  file: string;
  err: { message?: string };
}
interface Results {
  stats: { passes: number; failures: number; pending: number };
  passes: Outcome[];
  failures: Outcome[];
}

const LIST = join(import.meta.dirname, 'mongoose.json');
/** Of a test that passes or not by its own race. */
const EITHER_WAY = 'either way';

async function runTests(folder: string, url: string, files: string[]): Promise<Results> {
  const work = mkdtempSync(join(tmpdir(), 'conformance-'));
  const output = join(work, 'results.json');
  const chosen = files.length > 0 ? files : ['test/**/*.test.js'];
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${output}`];
  const args = ['node_modules/mocha/bin/mocha.js', '--exit', '--timeout', '20000', ...reporter];
  const mocha = spawn(process.execPath, [...args, '--ignore', 'test/encryption/**/*.test.js', ...chosen], {
    cwd: folder,
    env: {
      ...process.env,
      MONGOOSE_TEST_URI: url.replace('/?', '/mongoose_test?'),
      MONGOOSE_REPLSET_URI: url,
      START_REPLICA_SET: '1',
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  await once(mocha, 'exit');
  try {
    return JSON.parse(readFileSync(output, 'utf8'));
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function main([folder = '', ...files]: string[]): Promise<number> {
  if (!existsSync(join(folder, 'node_modules', 'mocha'))) {
    console.error(`mocha is not installed in '${folder}'`);
    return 1;
  }
  const engine = await new EngineProcess().start();
  try {
    const { stats, passes, failures } = await runTests(resolve(folder), engine.url, files);
    const reasons: Record<string, string> = JSON.parse(readFileSync(LIST, 'utf8'));
    const isUnexplained = ({ fullTitle }: Outcome): boolean => !(fullTitle in reasons);
    const unexplained: Outcome[] = [];
    for (const file of new Set(failures.filter(isUnexplained).map((outcome) => outcome.file)))
      unexplained.push(...(await runTests(resolve(folder), engine.url, [file])).failures.filter(isUnexplained));
    const mustNotPass = ({ fullTitle }: Outcome): boolean => reasons[fullTitle]?.startsWith(EITHER_WAY) === false;
    const passed = passes.filter(mustNotPass);
    for (const { fullTitle, err } of unexplained) console.log(`does not pass: ${fullTitle}\n  ${err.message}`);
    for (const { fullTitle } of passed) console.log(`passes, though listed: ${fullTitle}`);
    console.log(`${stats.passes} pass, ${stats.failures} do not, ${stats.pending} are skipped by their authors`);
    return unexplained.length + passed.length > 0 || !engine.running ? 1 : 0;
  } finally {
    await engine.remove();
  }
}

process.exitCode = await main(operands);
