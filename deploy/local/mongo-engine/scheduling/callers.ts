/** Milliseconds. A connection that has sent a message within this time may soon send another one. */
const RECENT_MS = 10;

/** Finds out whether only one connection uses the engine. */
export class Callers {
  private newest = 0;
  private changedAt = Number.NEGATIVE_INFINITY;

  note(connectionId: number, now: number): void {
    if (connectionId === this.newest) return;
    this.newest = connectionId;
    this.changedAt = now;
  }

  isOne(now: number): boolean {
    return now - this.changedAt > RECENT_MS;
  }
}
