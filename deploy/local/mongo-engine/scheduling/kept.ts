import { MongoError } from '../values/error.ts';

/** Bytes that one may keep in any case: who keeps little is not refused for what others keep. */
const ALWAYS_KEPT = 1024 * 1024;

/** Bytes that are kept for all clients together, of whom some may never come for theirs. */
export class Room {
  readonly most: number;
  readonly all = new Set<Kept>();
  bytes = 0;

  constructor(most: number) {
    this.most = most;
  }

  get isFull(): boolean {
    return this.bytes > this.most;
  }

  /**
   * Ends what rests and has kept the most for the longest, bytes times milliseconds: who comes for what is theirs is the last to lose
   * it, and who keeps little loses it for nobody. @returns whether there was anything of that size
   */
  endResting(least = 1): boolean {
    return this.end(least, (kept) => kept.isResting);
  }

  /** The same of as many as it takes until all together keep no more than these bytes. */
  endRestingAbove(bytes: number): void {
    const now = performance.now();
    const resting = [...this.all].filter((kept) => kept.isResting).sort((a, b) => a.cost(now) - b.cost(now));
    for (let worst = resting.pop(); worst && this.bytes > bytes; worst = resting.pop()) worst.end();
  }

  /** Ends so what is at work: no newcomer is refused for as long as others like to work. */
  endWorking(): boolean {
    return this.end(ALWAYS_KEPT, (kept) => !kept.isResting);
  }

  private end(least: number, isMeant: (kept: Kept) => boolean): boolean {
    const now = performance.now();
    let worst: Kept | undefined;
    for (const kept of this.all)
      if (kept.bytes >= least && isMeant(kept) && (!worst || kept.cost(now) > worst.cost(now))) worst = kept;
    worst?.end();
    return worst !== undefined;
  }
}

/** What commands keep, and the cursors that they have opened. */
export const RESULTS = new Room(256 * 1024 * 1024);
/** Requests, from their first byte until they are answered. */
export const REQUESTS = new Room(256 * 1024 * 1024);
/** Replies that their clients have not read. */
export const REPLIES = new Room(256 * 1024 * 1024);

/** What is kept for one client. */
export class Kept {
  bytes = 0;
  private readonly room: Room;
  private since = performance.now();
  private close: (() => void) | undefined;
  private isEnded = false;

  constructor(room: Room) {
    this.room = room;
  }

  /** Fewer where some are handed out. @throws MongoError 146 where there is no room, and it is this one that has to end */
  add(bytes: number): void {
    if (this.isEnded) return;
    this.bytes += bytes;
    this.room.bytes += bytes;
    if (this.bytes > 0) this.room.all.add(this);
    else this.room.all.delete(this);
    if (bytes > 0) while (this.room.isFull && (this.room.endResting() || this.room.endWorking()));
    this.check();
  }

  /** @throws MongoError 146 when it has ended for others */
  check(): void {
    if (this.isEnded)
      throw new MongoError(146, 'ExceededMemoryLimit', `all commands keep more than ${this.room.most} bytes`);
  }

  /** It waits for its client. `close` lets go of what it is. */
  rest(close: () => void): void {
    this.since = performance.now();
    this.close = close;
  }

  goOn(): void {
    this.since = performance.now();
    this.close = undefined;
  }

  get isResting(): boolean {
    return this.close !== undefined;
  }

  release(): void {
    this.add(-this.bytes);
  }

  end(): void {
    this.release();
    this.isEnded = true;
    this.close?.();
  }

  cost(now: number): number {
    return this.bytes * (now - this.since);
  }
}
