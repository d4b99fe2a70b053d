import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { pickPorts } from '../../../../../deploy/local/ports.ts';
import { launchOwn, launchProgram } from '../../../../../deploy/local/supervision/launch.ts';
import { untilListening, untilMessage } from '../../../../../deploy/local/supervision/readiness.ts';
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

/** The exit of this process hangs, as Node's may. */
const HANGING =
  'data:text/javascript,process.reallyExit=()=>Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)';

test('kills what hangs in its exit, and starts it again', async () => {
  const log = join(folder, 'hanging.log');
  const tell = (type: string) => `process.send({ type: '${type}' })`;
  const script = `process.once('exit', () => ${tell('exit')}); process.once('SIGUSR2', () => process.exit(3)); ${tell('ready')}`;
  const children: ChildProcess[] = [];
  const launch = () => {
    const child = launchOwn(['--import', HANGING, '-e', `${script}; setInterval(() => {}, 1e6)`], { log, env: {} });
    children.push(child);
    return child;
  };
  const said: string[] = [];
  const plan = { name: 'own', log, launch, untilReady: untilMessage };
  const supervised = new SupervisedProcess(plan, { say: (line) => said.push(line), onRestarted: () => {} });
  await supervised.start();
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'performance', 'queueMicrotask'] });
  try {
    process.kill(Number(supervised.pid), 'SIGUSR2');
    for (const child of children) await once(child, 'message');
    jest.advanceTimersByTime(4999);
    expect(children.map(({ killed }) => killed)).toEqual([false]);
    jest.advanceTimersByTime(1);
  } finally {
    jest.useRealTimers();
  }
  await eventually(() => said.some((line) => line.includes('is back')));
  expect(said).toEqual(['own ended (signal SIGKILL) and is started again', `own is back (pid ${supervised.pid})`]);
  const stopped = supervised.stop();
  for (const child of children) child.kill('SIGKILL');
  await stopped;
});

test.each([
  ['the engine', 'deploy/local/mongo-engine/main.ts'],
  ['npm start', 'deploy/local/start.ts'],
])('%s tells that it exits', async (_name, entry) => {
  const settings = { DATA_DIR: '/dev/null/none', PORT: 'none' };
  const child = launchOwn(['--import', HANGING, entry], { log: join(folder, 'exit.log'), env: settings });
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'exit' });
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
