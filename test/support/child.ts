import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Message = Record<string, unknown>;

/** Milliseconds until SIGKILL. A service drains its requests for at most 10 s, and then closes within 5 s. */
const LONGEST_STOP = 20_000;

/** A forked process of the project. Collects its messages and its output. */
export class Child {
  readonly process: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  readonly messages: Message[] = [];
  output = '';

  constructor(file: string, env: Record<string, string>) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.process = fork(path, { env: { PATH, NODE_COMPILE_CACHE, ...env }, execArgv: [], silent: true });
    this.exited = once(this.process, 'exit').then(([code, signal]) => code ?? signal);
    this.process.on('message', (message: Message) => this.messages.push(message));
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (bytes) => {
        this.output += bytes;
      });
    }
  }

  /** The first message that has `field`; waits for it if it has not come yet. Rejects if the process ends before. */
  async message(field: string): Promise<Message> {
    let ended: Promise<never> | undefined;
    for (;;) {
      const found = this.messages.find((message) => field in message);
      if (found) return found;
      ended ??= this.exited.then(() => {
        throw new Error(`The process ended:\n${this.output}`);
      });
      await Promise.race([once(this.process, 'message'), ended]);
    }
  }

  /**
   * Sends the signal, and SIGKILL after LONGEST_STOP. Otherwise a process that does not end would block its test for
   * ever.
   */
  async kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), LONGEST_STOP);
    return this.exited.finally(() => clearTimeout(timer));
  }
}
