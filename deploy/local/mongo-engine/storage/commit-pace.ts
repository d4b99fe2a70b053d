import type { DiskRoom } from './disk-room.ts';

/**
 * Milliseconds. If commits take longer on average, lmdb's thread waits for the disk, not this thread. A batch may block
 * this thread for 5 ms anyway.
 */
const QUICK_MS = 2;
/** Weight of the newest commit in the average. */
const WEIGHT = 1 / 8;
/** Bytes that must be free for a commit on this thread: more than other processes can write during the commit. */
const SPARE = 64 * 1024 * 1024;

/** Decides if a commit may run on the thread that answers all clients. */
export class CommitPace {
  private readonly room: DiskRoom;
  private average: number | undefined;

  constructor(room: DiskRoom) {
    this.room = room;
  }

  /** Records how many milliseconds a commit has taken. */
  note(ms: number): void {
    this.average = this.average === undefined ? ms : this.average + (ms - this.average) * WEIGHT;
  }

  /**
   * True while the disk is fast and not nearly full. When a write fails, lmdb 3.5 prints a message with uninitialized
   * stack values into a buffer of 100 bytes (mdb_page_flush, last_error; ADR 42). On this thread, that has crashed the
   * process, or stopped it.
   */
  mayBlock(now = performance.now()): boolean {
    return this.average !== undefined && this.average < QUICK_MS && this.room.hasMoreThan(SPARE, now);
  }
}
