import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@jest/globals';

/** Why no small disk can be made here; undefined where it can. */
const hindrance =
  process.platform !== 'linux' ? 'needs Linux' : process.getuid?.() !== 0 ? 'needs root, to mount a disk' : undefined;

/** A test of a small disk; skipped, with the reason, where none can be mounted. */
export function testOnSmallDisk(name: string, run: () => Promise<void>, timeout?: number): void {
  if (hindrance === undefined) test(name, run, timeout);
  else test.skip(`${name} (${hindrance})`, run, timeout);
}

/** A file system of its own, in memory, that can be filled to its last byte. */
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

  /** Takes what is free, but for `spare` bytes. */
  fill(spare = 0): void {
    const file = openSync(join(this.#filler, String(process.hrtime.bigint())), 'w');
    const chunk = Buffer.alloc(1024 * 1024);
    try {
      for (let left = this.free - spare; left > 0; left = this.free - spare) {
        if (writeSync(file, chunk, 0, Math.min(left, chunk.length)) === 0) return;
      }
    } catch (error) {
      // Others write meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Gives back what was taken. */
  clear(): void {
    rmSync(this.#filler, { recursive: true, force: true });
    mkdirSync(this.#filler);
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
