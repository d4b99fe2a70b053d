import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pickPorts } from '../../../../../deploy/local/ports.ts';
import { launchProgram } from '../../../../../deploy/local/supervision/launch.ts';
import { untilListening } from '../../../../../deploy/local/supervision/readiness.ts';
import { SupervisedProcess } from '../../../../../deploy/local/supervision/supervised-process.ts';
import { eventually } from '../../../../support/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'selvedge-supervised-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that runs `script` and is ready when it listens on `port`. */
async function supervise(script: (port: number) => string) {
  const [port = 0] = await pickPorts(1);
  const log = join(folder, `${port}.log`);
  const said: string[] = [];
  let restarts = 0;
  const plan = {
    name: 'program',
    log,
    launch: () => launchProgram(process.execPath, ['-e', script(port)], { log, env: {} }),
    untilReady: (child: Parameters<typeof untilListening>[1]) => untilListening(port, child),
  };
  const onRestarted = () => {
    restarts += 1;
  };
  const supervised = new SupervisedProcess(plan, { say: (line) => said.push(line), onRestarted });
  return { supervised, said, restarts: () => restarts };
}

const serve = (port: number) => `require('net').createServer().listen(${port}, '127.0.0.1')`;

test('starts again what dies, and says so', async () => {
  const { supervised, said, restarts } = await supervise(serve);
  await supervised.start();
  const first = supervised.pid;
  process.kill(Number(first), 'SIGKILL');
  await eventually(() => restarts() === 1);
  expect(supervised.pid).not.toBe(first);
  expect(said).toEqual([
    'program ended (signal SIGKILL) and is started again',
    `program is back (pid ${supervised.pid})`,
  ]);
  await supervised.stop();
  expect(restarts()).toBe(1);
});

test('fails with the end of the log when a process ends before it is ready', async () => {
  const { supervised } = await supervise(() => `console.error('no such setting'); process.exit(3)`);
  await expect(supervised.start()).rejects.toThrow(
    /program ended before it was ready \(exit code 3\).*no such setting/s,
  );
});

test('keeps trying while a process fails after a restart', async () => {
  const flag = join(folder, 'broken');
  const { supervised, said, restarts } = await supervise(
    (port) => `if (require('fs').existsSync('${flag}')) process.exit(1); ${serve(port)}`,
  );
  await supervised.start();
  writeFileSync(flag, '');
  process.kill(Number(supervised.pid), 'SIGKILL');
  await eventually(() => said.filter((line) => line.includes('ended before it was ready')).length >= 2);
  rmSync(flag);
  await eventually(() => restarts() === 1);
  await supervised.stop();
});

test('stops while it waits to start again', async () => {
  const { supervised, restarts } = await supervise(serve);
  await supervised.start();
  const child = Number(supervised.pid);
  process.kill(child, 'SIGKILL');
  await supervised.stop();
  expect(restarts()).toBe(0);
});

test('a program that does not exist is a failure, not a hang', async () => {
  const log = join(folder, 'missing.log');
  const launch = () => launchProgram('/nowhere/program', [], { log, env: {} });
  const plan = { name: 'missing', log, launch, untilReady: () => new Promise(() => {}) };
  const supervised = new SupervisedProcess(plan, { say: () => {}, onRestarted: () => {} });
  await expect(supervised.start()).rejects.toThrow(/missing ended before it was ready \(exit code 127\)/);
});
