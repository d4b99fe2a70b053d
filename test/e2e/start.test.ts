import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunFile } from '../../deploy/local/run-file.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { codeBelow } from '../support/code-blocks.ts';
import { eventually } from '../support/eventually.ts';
import { System, startSystem } from '../support/system/system.ts';

const SERVICES = ['identity', 'product', 'finance', 'notification'];
/** With all that means something to a shell or in a form. */
const PASSWORD = `it's a $HOME & "odd" pass%20word; \`really\``;
const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-start-'));
const backends = shareBackends();
let system: System;

beforeAll(async () => {
  system = await startSystem({ byNpm: true, dataDir, env: { ...backends.env, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD } });
}, 120_000);

afterAll(async () => {
  if (system.starter.exitCode === null) await system.stop();
  await backends.cleanUp();
  rmSync(dataDir, { recursive: true });
}, 60_000);

describe('npm start', () => {
  test('ends in the ready line, the admin and where to go next', () => {
    const { url } = system.run.gateway;
    const lines = system.output.split('\n');
    expect(lines).toContain(`ready ${url}`);
    for (const word of [system.admin.email, system.admin.password, `${url}/docs`, 'curl --cacert']) {
      expect(system.output).toContain(word);
    }
  });

  test('its line for logging in is one that a shell runs, whatever the password', () => {
    const line = system.output.split('\n').find((text) => text.includes('Log in')) ?? '';
    const command = line.slice(line.indexOf('curl '));
    const printed = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
      encoding: 'utf8',
    });
    const fields = [`username=${system.admin.email}`, `password=${PASSWORD}`];
    expect(printed.split('\n').slice(-5)).toEqual(['--data-urlencode', fields[0], '--data-urlencode', fields[1], '']);
  });

  test('the five calls of the README, as they stand there, are answered with JSON, each on a line of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selvedge-five-calls-'));
    symlinkSync(dataDir, join(folder, '.data'));
    const code = codeBelow('README.md', 'Five calls').replaceAll('https://localhost:8443', system.run.gateway.url);
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', code], {
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    const lines = stdout.split('\n');
    expect([lines.pop(), stderr]).toEqual(['', '']);
    const client = { name: 'Vestra Apparel', country: 'Denmark', maxAccountValue: 50_000, currency: 'EUR' };
    const hook = { url: 'https://example.com/hooks', events: ['client.*'], is_active: true };
    const [me, created, found, webhook, ...more] = lines.map((line) => JSON.parse(line));
    expect(more).toEqual([]);
    expect(me).toMatchObject({ email: system.admin.email, role: 'admin' });
    expect(created).toMatchObject({ id: expect.any(String), ...client });
    expect(found).toMatchObject({ data: [{ id: created.id, ...client }], pagination: { page: 1, total: 1 } });
    expect(webhook).toMatchObject({ id: expect.any(String), ...hook });
    // Nobody is to be sent what later tests write.
    expect((await system.call(await system.login(), 'DELETE', `/api/v1/webhooks/${webhook.id}`)).status).toBe(200);
  });

  test('tells callers the version of every service', async () => {
    const { services } = (await (await system.fetch('/api/v1/meta')).json()) as { services: object };
    expect(services).toEqual(Object.fromEntries(['gateway', ...SERVICES].map((name) => [name, expect.any(String)])));
  });

  test('writes run.json with every process, and each says that it is ready', async () => {
    const run = system.run;
    expect(Object.keys(run).sort()).toEqual(['gateway', 'mongodb', 'nats', 'services', 'supervisor', 'topology']);
    expect(Object.keys(run.services)).toEqual(SERVICES);
    for (const { grpc } of Object.values(run.services)) expect(grpc).toMatch(/^localhost:\d+$/);
    for (const { adminUrl, pid } of [run.gateway, run.topology, ...Object.values(run.services)]) {
      expect(await statusOf(`${adminUrl}/readyz`)).toBe(200);
      expect(isRunning(pid)).toBe(true);
    }
    expect(isRunning(run.supervisor.pid)).toBe(true);
  });

  test('keeps keys, secrets and run.json from other users', () => {
    const keys = readdirSync(join(dataDir, 'tls')).map((name) => join('tls', name));
    for (const file of ['secrets.json', 'run.json', ...keys]) expect(modeOf(join(dataDir, file))).toBe(0o600);
  });

  test('keeps a log for each process, and a folder for mails', () => {
    const logs = readdirSync(join(dataDir, 'log'));
    expect(logs).toEqual(expect.arrayContaining(['gateway.log', ...SERVICES.map((name) => `${name}.log`)]));
    expect(existsSync(join(dataDir, 'mail'))).toBe(true);
  });

  test('refuses a data folder that is in use', async () => {
    const second = new System({ dataDir });
    expect(await second.exited).toBe(1);
    expect(second.output).toContain(`in use by another instance (pid ${system.pid('supervisor')})`);
  }, 30_000);

  test('says that the port is taken', async () => {
    const { port } = new URL(system.run.gateway.url);
    const second = new System({ env: { GATEWAY_PORT: port } });
    expect(await second.exited).toBe(1);
    expect(second.output).toContain(`Port ${port} is taken`);
    await second.stop();
  }, 30_000);

  test('runs beside a second instance, of which nothing is left when its npm is killed', async () => {
    const second = await startSystem({ byNpm: true });
    try {
      expect(second.run.gateway.url).not.toBe(system.run.gateway.url);
      await Promise.all([system.login(), second.login()]);
      const { run } = second;
      second.starter.kill('SIGKILL');
      await eventually(() => pidsOf(run).every((pid) => !isRunning(pid)), 30_000);
      await system.login();
    } finally {
      await second.stop();
    }
  }, 120_000);

  test('ends everything when its supervisor is killed, and the next start has the data', async () => {
    const client = { name: 'Keeps', country: 'PT', maxAccountValue: 1, currency: 'EUR' };
    const { id } = await system.json<{ id: string }>(await system.login(), 'POST', '/api/v1/clients', client);
    const { run, admin } = system;
    system.kill('supervisor');
    await eventually(() => pidsOf(run).every((pid) => !isRunning(pid)), 30_000);
    system = await startSystem({ byNpm: true, dataDir, env: backends.env });
    expect(system.admin).toEqual(admin);
    expect(await system.json(await system.login(), 'GET', `/api/v1/clients/${id}`)).toMatchObject({ name: 'Keeps' });
  }, 180_000);

  // A clean stop keeps its data, as the rotation of keys shows.
  test('stops cleanly: nothing is left of it', async () => {
    const { run } = system;
    expect(await system.stop()).toBe(0);
    await eventually(() => pidsOf(run).every((pid) => !isRunning(pid)));
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  }, 60_000);
});

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, (response) => resolve(response.resume().statusCode)).once('error', () => resolve(undefined));
  });
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

function pidsOf(run: RunFile): number[] {
  const entries = [run.gateway, run.topology, run.mongodb, run.nats, run.supervisor, ...Object.values(run.services)];
  return entries.flatMap(({ pid }) => pid ?? []);
}

/** Ended processes that nobody has waited for yet (zombies, where process 1 waits for nobody) do not run. */
function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).path !== undefined && process.platform !== 'linux';
  }
}
