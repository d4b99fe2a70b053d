import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@jest/globals';

/** Reason why this machine cannot mount a small disk; undefined: it can. */
const hindrance =
  process.platform !== 'linux' ? 'needs Linux' : process.getuid?.() !== 0 ? 'needs root, to mount a disk' : undefined;

/**
 * A test that needs a small disk. If the machine cannot mount one, the test is skipped, and its name shows the reason.
 */
export function testOnSmallDisk(name: string, run: () => Promise<void>, timeout?: number): void {
  if (hindrance === undefined) test(name, run, timeout);
  else test.skip(`${name} (${hindrance})`, run, timeout);
}

/** A separate file system in memory that a test can fill completely. */
export class SmallDisk {
  readonly folder: string;
  readonly #filler: string;

  constructor(megabytes: number) {
    this.folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder]);
    this.#filler = join(this.folder, 'filler');
    mkdirSync(this.#filler);
  }

  get free(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Fills the disk except for `spare` bytes. */
  fill(spare = 0): void {
    const file = openSync(join(this.#filler, String(process.hrtime.bigint())), 'w');
    const chunk = Buffer.alloc(1024 * 1024);
    try {
      for (let left = this.free - spare; left > 0; left = this.free - spare) {
        if (writeSync(file, chunk, 0, Math.min(left, chunk.length)) === 0) return;
      }
    } catch (error) {
      // Other processes may write at the same time and take the last bytes.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that `fill` took. */
  clear(): void {
    rmSync(this.#filler, { recursive: true, force: true });
    mkdirSync(this.#filler);
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
