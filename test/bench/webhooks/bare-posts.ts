import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuOfEach } from '../cpu.ts';
import type { Measured } from '../load.ts';
import type { Cost } from './cost.ts';
import type { CountingReceiver } from './receiver.ts';

const CONNECTIONS = 32;
const SECONDS = 2;

/** Costs of posts of undici alone, from a process of their own, of bodies of `size` characters. */
export async function barePosts(receiver: CountingReceiver, size: number): Promise<Cost> {
  const file = join(import.meta.dirname, 'bare-posts-process.ts');
  const child = fork(file, [receiver.url, size, CONNECTIONS, SECONDS].map(String));
  const pids = { poster: child.pid as number, receiver: receiver.pid };
  await once(child, 'message');
  const before = cpuOfEach(pids);
  child.send('go');
  const [{ perSecond }] = (await once(child, 'message')) as [Measured];
  const after = cpuOfEach(pids);
  child.disconnect();
  const spent = after.poster - before.poster + after.receiver - before.receiver;
  return { perSecond, cpu: spent / (perSecond * SECONDS) };
}
