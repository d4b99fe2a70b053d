import { write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DestinationStream } from 'pino';
import { Counter } from 'prom-client';
import { registry } from './metrics.ts';

const writeTo = promisify<number, Uint8Array, number>((descriptor, bytes, done) => write(descriptor, bytes, done));
/** Maximum bytes that wait for a slow reader. */
const MOST_WAITING = 4 * 1024 * 1024;
/**
 * Default milliseconds between two writes. Lines of this time share a write: a write for each line took a sixth of the gateway's
 * CPU. Kill -9 loses them.
 */
const PAUSE = 10;
/** Milliseconds until the next write to a full pipe. */
const FULL_PIPE_PAUSE = 20;

const dropped = new Counter({
  name: 'log_lines_dropped_total',
  help: 'Lines that could not be written: the disk is full, or nobody reads them.',
  registers: [registry],
});

/**
 * Writes log lines to a file descriptor, a lone line at once. Never blocks or throws. Lines that cannot be written are dropped and counted:
 * a process must survive a full log disk. (pino's own destination ends the process, and then waits forever for its last
 * line.)
 */
export class LogSink implements DestinationStream {
  readonly #descriptor: number;
  readonly #pauseMs: number;
  #waiting: string[] = [];
  #bytes = 0;
  #torn = false;
  #writing: Promise<void> | undefined;
  #pause: AbortController | undefined;
  #flushes = 0;

  /** @param pauseMs milliseconds between two writes */
  constructor(descriptor: number, pauseMs = PAUSE) {
    this.#descriptor = descriptor;
    this.#pauseMs = pauseMs;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > MOST_WAITING) {
      dropped.inc();
      return;
    }
    this.#bytes += bytes;
    this.#waiting.push(line);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when every line so far is written or dropped. */
  async flush(): Promise<void> {
    this.#flushes += 1;
    this.#pause?.abort();
    await this.#writing;
    this.#flushes -= 1;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      this.#bytes = 0;
      await this.#writeLines(lines).catch(() => dropped.inc(lines.length));
      if (this.#flushes === 0) await this.#gatherLines();
    }
  }

  /** Waits for more lines, until a flush ends the wait. */
  async #gatherLines(): Promise<void> {
    this.#pause = new AbortController();
    await delay(this.#pauseMs, undefined, { signal: this.#pause.signal }).catch(() => undefined);
    this.#pause = undefined;
  }

  async #writeLines(lines: string[]): Promise<void> {
    // A line that a failure has cut gets a line feed, so that the next line is complete.
    let rest = Buffer.from(`${this.#torn ? '\n' : ''}${lines.join('')}`);
    while (rest.length > 0) {
      const written = await this.#writeSome(rest);
      if (written > 0) this.#torn = written < rest.length || rest.at(-1) !== NEWLINE;
      rest = rest.subarray(written);
    }
  }

  async #writeSome(bytes: Buffer): Promise<number> {
    try {
      return await writeTo(this.#descriptor, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await delay(FULL_PIPE_PAUSE);
      return 0;
    }
  }
}

const NEWLINE = '\n'.charCodeAt(0);
