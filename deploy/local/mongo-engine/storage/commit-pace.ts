import type { DiskRoom } from './disk-room.ts';

/** Milliseconds: where commits take longer, lmdb's thread waits for the disk. A batch may hold this one for 5. */
const QUICK_MS = 2;
/** Weight of the newest commit in the average. */
const WEIGHT = 1 / 8;
/** Bytes that must be free for a commit on this thread: more than others can write while it lasts. */
const SPARE = 64 * 1024 * 1024;

/** Whether a commit may be made on the thread that answers all clients. */
export class CommitPace {
  private readonly room: DiskRoom;
  private average: number | undefined;

  constructor(room: DiskRoom) {
    this.room = room;
  }

  /** A commit has taken so many milliseconds. */
  note(ms: number): void {
    this.average = this.average === undefined ? ms : this.average + (ms - this.average) * WEIGHT;
  }

  /**
   * While the disk is quick and not about to be full. Where a write fails, lmdb 3.5 prints what is left on its thread's stack
   * into 100 bytes (mdb_page_flush, last_error): from this thread's it has ended the process, or stopped it.
   */
  mayBlock(now = performance.now()): boolean {
    return this.average !== undefined && this.average < QUICK_MS && this.room.hasMoreThan(SPARE, now);
  }
}
