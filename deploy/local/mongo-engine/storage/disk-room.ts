import { statfsSync } from 'node:fs';

/** Bytes that nobody fills within so many milliseconds. */
const PLENTY = 1024 * 1024 * 1024;
const PLENTY_MS = 10;

/** Free bytes of the disk that holds a folder. */
export class DiskRoom {
  private readonly free: () => number;
  private plentyUntil = Number.NEGATIVE_INFINITY;

  constructor(free: () => number) {
    this.free = free;
  }

  static around(folder: string): DiskRoom {
    return new DiskRoom(() => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    });
  }

  /** Whether more than so many bytes are free. The disk is not asked again so soon after it had plenty. */
  hasMoreThan(bytes: number, now = performance.now()): boolean {
    if (bytes <= PLENTY && now < this.plentyUntil) return true;
    const free = this.free();
    if (free > PLENTY) this.plentyUntil = now + PLENTY_MS;
    return free > bytes;
  }
}
