import { statfsSync } from 'node:fs';

/** Bytes. If more are free, nobody can fill the disk within PLENTY_MS milliseconds. */
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

  /**
   * True if more than `bytes` are free. After the disk had plenty of free bytes, it is not asked again for PLENTY_MS.
   */
  hasMoreThan(bytes: number, now = performance.now()): boolean {
    if (bytes <= PLENTY && now < this.plentyUntil) return true;
    const free = this.free();
    if (free > PLENTY) this.plentyUntil = now + PLENTY_MS;
    return free > bytes;
  }
}
