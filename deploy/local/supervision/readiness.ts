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

/** The reason of a service that turns data of an earlier version into its form. It takes as long as there are data. */
const UPGRADING = 'upgrades of the data: not done yet';

/** Milliseconds that a process may take. */
interface Patience {
  timeout: number;
  /** While it upgrades its data. */
  upgrade: number;
  /** Called once if it upgrades its data for longer than `timeout`. */
  onUpgrade(): void;
}

/** Resolves when /readyz answers 200. Throws an error with its reasons when the time is over. */
export async function untilReady(adminUrl: string, { timeout, upgrade, onUpgrade }: Patience): Promise<void> {
  const start = Date.now();
  let isTold = false;
  for (;;) {
    const reasons = await unreadyReasons(adminUrl);
    if (reasons === undefined) return;
    const isUpgrading = reasons.includes(UPGRADING);
    const time = Date.now() - start;
    if (time > (isUpgrading ? upgrade : timeout)) throw new Error(reasons);
    if (time > timeout && !isTold) {
      isTold = true;
      onUpgrade();
    }
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
