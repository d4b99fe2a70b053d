import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** The log file and the environment of a process. */
export interface LaunchOptions {
  log: string;
  env: NodeJS.ProcessEnv;
}

/** True for an IPC message of our own processes: `ready` when they serve, `exit` when they exit. */
export const isOf = (type: 'ready' | 'exit', message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** A shell script that runs a program, and ends it when standard input ends, because then the supervisor is gone. */
const END_WITH_INPUT = 'exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null) & exec "$@" 3<&- </dev/null';

/** Starts a process of our own, with an IPC channel: it ends when the channel closes. `args`: Node's arguments. */
export function launchOwn(args: string[], options: LaunchOptions): ChildProcess {
  return launch(process.execPath, args, options, 'ipc');
}

/** Starts any other program. */
export function launchProgram(program: string, args: string[], options: LaunchOptions): ChildProcess {
  return launch('/bin/sh', ['-c', END_WITH_INPUT, 'sh', program, ...args], options);
}

function launch(program: string, args: string[], { log, env }: LaunchOptions, channel?: 'ipc'): ChildProcess {
  const output = openSync(log, 'a', 0o600);
  try {
    return spawn(program, args, {
      env,
      // A separate process group: Ctrl-C only reaches the supervisor, which stops the processes in order.
      detached: true,
      stdio: channel ? ['ignore', output, output, channel] : ['pipe', output, output],
    });
  } finally {
    closeSync(output);
  }
}
