import type { ChildProcess } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { get } from '#chassis/runtime/http.ts';
import { hasEnded } from '../supervision/supervised-process.ts';

const LOOK_EVERY = 5000;
const ANSWER_MS = 2000;
/** A start, and a consumer that is being made, are not healthy for a moment either. */
const LOOKS = 3;
/** Bytes: on a disk that is still full a new start would end the same way. */
const ROOM = 32 * 1024 * 1024;

export interface HealthOptions {
  /** Port of the monitoring endpoint, on the loopback interface. */
  port: number;
  /** Where the streams are stored. */
  folder: string;
  say(line: string): void;
}

/**
 * Ends a nats-server that has stopped to store, when its disk has room again: a stream that met a full disk takes no more
 * messages until the server is started anew, which its supervisor does. One that does not answer is left alone.
 */
export async function endWhenDead(child: ChildProcess, { port, folder, say }: HealthOptions): Promise<void> {
  let sick = 0;
  while (!hasEnded(child)) {
    await delay(LOOK_EVERY, undefined, { ref: false });
    const fault = await faultOf(port);
    sick = fault === undefined ? 0 : sick + 1;
    if (hasEnded(child) || sick < LOOKS || (await freeBytes(folder)) < ROOM) continue;
    say(`nats stores nothing and is ended: ${fault}`);
    child.kill('SIGTERM');
    return;
  }
}

/** The fault that the server reports; undefined if it is well, or says nothing. */
function faultOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/healthz', timeout: ANSWER_MS }, async (response) => {
      const text = await response.toArray().catch(() => []);
      resolve(response.statusCode === 503 ? text.join('').trim() : undefined);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}

/** None where nobody can say. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize;
}
