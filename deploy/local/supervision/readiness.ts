import type { ChildProcess } from 'node:child_process';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { get } from '#chassis/runtime/http.ts';
import { isOf } from './launch.ts';
import { hasEnded } from './supervised-process.ts';

const POLL_MS = 20;
const ANSWER_MS = 2000;

/** Resolves when the process has sent `ready` by IPC. */
export function untilMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (isOf('ready', message)) resolve();
    });
  });
}

/** Resolves when a process listens on the loopback port, or when the child has ended. */
export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (!hasEnded(child) && !(await accepts(port))) await delay(POLL_MS);
}

/** Resolves when /readyz answers 200. Throws an error with its reasons after `timeout` (ms). */
export async function untilReady(adminUrl: string, timeout: number): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const reasons = await unreadyReasons(adminUrl);
    if (reasons === undefined) return;
    if (Date.now() > deadline) throw new Error(reasons);
    await delay(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function unreadyReasons(adminUrl: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get(`${adminUrl}/readyz`, { timeout: ANSWER_MS }, async (response) => {
      const text = (await response.toArray()).join('').trim();
      resolve(response.statusCode === 200 ? undefined : text);
    });
    request.once('timeout', () => request.destroy(new Error('It does not answer')));
    request.once('error', (error) => resolve(error.message));
  });
}
