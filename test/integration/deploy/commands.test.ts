import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };

interface Ended {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Runs what package.json calls `script`, without npm around it. */
function run(script: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  const [, command = ''] = (scripts[script] ?? '').split('bootstrap.mjs ');
  const options = { cwd: root, env, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...command.split(' '), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Much else may run on the machine. */
const SLOW_MS = 60_000;

test.each(Object.keys(scripts))(
  'npm run %s says what it takes',
  async (script) => {
    const help = await run(script, ['--help']);
    const name = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(
      new RegExp(`^Usage: ${name} \\[-- .*\\]\\n\\n[A-Z].*\\n(.*\\n)*  -h, --help +Print this\\.\\n`),
    );
  },
  SLOW_MS,
);

test.each([
  ['bench', ['--seconds', 'soon'], "--seconds takes SECONDS, and no 'soon'. What it takes: npm run bench -- --help"],
  ['config', ['--no-such-option'], "Unknown option '--no-such-option'. What it takes: npm run config -- --help"],
  ['config', ['stray'], "Unexpected argument 'stray'. What it takes: npm run config -- --help"],
])(
  'npm run %s %j is refused',
  async (script, args, fault) => {
    expect(await run(script, args)).toEqual({ code: 2, stdout: '', stderr: `selvedge: ${fault}\n` });
  },
  SLOW_MS,
);

test(
  'the help of a command names the variables that it reads, with their defaults',
  async () => {
    const { stdout } = await run('start', ['-h'], { ...process.env, BOOTSTRAP_ADMIN_PASSWORD: 'never-shown' });
    expect(stdout).toMatch(/^ {2}GATEWAY_PORT +8443 +HTTPS port; 0 = any\.$/m);
    expect(stdout).not.toContain('never-shown');
  },
  SLOW_MS,
);

test('npm run config prints every variable of every process, and no value of this one', async () => {
  const { stdout } = await run('config', [], { ...process.env, ENCRYPTION_KEY: 'never-shown', LOG_LEVEL: 'debug' });
  for (const title of ['npm start', 'identity', 'notification']) expect(stdout).toContain(`${title}\n\n`);
  expect(stdout).toMatch(/^ {2}LOG_LEVEL +info +Least severe log line that is written\.$/m);
  expect(stdout).toMatch(/^ {2}ENCRYPTION_KEY +required +.* Secret\.$/m);
  expect(stdout).toMatch(/^ {2}WEBHOOK_RETRY_SCHEDULE +0,5,300,1800,/m);
  expect(stdout).not.toContain('never-shown');
});

test(
  'npm test -- --quick runs rules and contracts, with no database and no broker',
  async () => {
    const { code, stdout } = await run('test', ['--quick', 'chassis/domain/']);
    expect(code).toBe(0);
    expect(stdout).toContain('no database and no broker');
    expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed$/m);
  },
  SLOW_MS,
);
