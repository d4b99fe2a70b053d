import { rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readJson } from './files.ts';
import { errorCode, StartError } from './start-error.ts';

const lockFile = z.object({ pid: z.number(), port: z.number() });
const ANSWER_MS = 1000;

/**
 * Locks the folder until `release`, or until the end of this process. The holder answers on a loopback port with the
 * folder's path. So the lock file of a killed process has no effect, even if another process now has its pid.
 */
export async function lockDataDir(path: string): Promise<() => void> {
  const file = join(path, 'supervisor.lock');
  const holder = await holderOf(file, path);
  if (holder !== undefined) {
    throw new StartError(
      `The data folder ${path} is in use by another instance (pid ${holder}). Stop it, or set DATA_DIR and GATEWAY_PORT for a second one.`,
    );
  }
  rmSync(file, { force: true });
  const server = await answer(path);
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, port: portOf(server) }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    server.close();
    if (errorCode(error) === 'EEXIST') throw new StartError(`Another instance is starting on the data folder ${path}.`);
    throw error;
  }
  return () => {
    rmSync(file, { force: true });
    server.close();
  };
}

/** True if an instance runs on the folder. `run.json` does not show it, because a killed instance may have left it. */
export const isHeld = async (path: string): Promise<boolean> =>
  (await holderOf(join(path, 'supervisor.lock'), path)) !== undefined;

async function holderOf(file: string, path: string): Promise<number | undefined> {
  const lock = readLock(file);
  if (lock === undefined) return undefined;
  const socket = createConnection({ host: '127.0.0.1', port: lock.port });
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  const said = await text(socket).catch(() => '');
  return said === path ? lock.pid : undefined;
}

/** Undefined if the lock file was not written completely: on a full disk, or by a killed process. */
function readLock(file: string): z.output<typeof lockFile> | undefined {
  try {
    return readJson(file, lockFile);
  } catch {
    return undefined;
  }
}

function answer(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).end(path));
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server does not listen on TCP.');
  return address.port;
}
