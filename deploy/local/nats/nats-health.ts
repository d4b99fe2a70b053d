import type { ChildProcess } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { get } from '#chassis/runtime/http.ts';
import { hasEnded } from '../supervision/supervised-process.ts';

const CHECK_EVERY = 5000;
const ANSWER_MS = 2000;
/** Number of failed checks in sequence. A server that starts, or creates a consumer, is also unhealthy for a moment. */
const FAILED_CHECKS = 3;
/** Free bytes that a restart needs: on a full disk, a new server would stop storing, too. */
const ROOM = 32 * 1024 * 1024;

export interface HealthOptions {
  /** Port of the monitoring endpoint, on the loopback interface. */
  port: number;
  /** The folder of the streams. */
  folder: string;
  say(line: string): void;
}

/**
 * Ends a nats-server that has stopped storing, as soon as its disk has space again. A stream that has met a full disk
 * accepts no messages until the server is restarted, and the supervisor restarts it. A server that does not answer is
 * not ended.
 */
export async function endWhenDead(child: ChildProcess, { port, folder, say }: HealthOptions): Promise<void> {
  let failedChecks = 0;
  while (!hasEnded(child)) {
    await delay(CHECK_EVERY, undefined, { ref: false });
    const fault = await faultOf(port);
    failedChecks = fault === undefined ? 0 : failedChecks + 1;
    if (hasEnded(child) || failedChecks < FAILED_CHECKS || (await freeBytes(folder)) < ROOM) continue;
    say(`nats stores nothing and is ended: ${fault}`);
    child.kill('SIGTERM');
    return;
  }
}

/** The fault that the server reports; undefined if it is healthy or does not answer. */
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

/** Free bytes on the disk of the folder; 0 if they cannot be read. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize;
}
