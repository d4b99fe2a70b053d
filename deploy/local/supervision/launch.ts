import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Where a process writes, and what it reads. */
export interface LaunchOptions {
  log: string;
  env: NodeJS.ProcessEnv;
}

/** Whether a process of our own says by IPC that it serves, or that it exits. */
export const isOf = (type: 'ready' | 'exit', message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** Reads its standard input in the background: it ends when the supervisor is gone, and then the program must not stay. */
const END_WITH_INPUT = 'exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null) & exec "$@" 3<&- </dev/null';

/** A process of our own, with an IPC channel: it ends when that closes. `args`: node's. */
export function launchOwn(args: string[], options: LaunchOptions): ChildProcess {
  return launch(process.execPath, args, options, 'ipc');
}

/** Any other program. */
export function launchProgram(program: string, args: string[], options: LaunchOptions): ChildProcess {
  return launch('/bin/sh', ['-c', END_WITH_INPUT, 'sh', program, ...args], options);
}

function launch(program: string, args: string[], { log, env }: LaunchOptions, channel?: 'ipc'): ChildProcess {
  const output = openSync(log, 'a', 0o600);
  try {
    return spawn(program, args, {
      env,
      // A group of its own: Ctrl-C reaches the supervisor alone, which stops the processes in order.
      detached: true,
      stdio: channel ? ['ignore', output, output, channel] : ['pipe', output, output],
    });
  } finally {
    closeSync(output);
  }
}
