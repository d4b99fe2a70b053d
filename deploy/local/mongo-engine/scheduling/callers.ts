/** Milliseconds: who has called within them may well call again at once. */
const RECENT_MS = 10;

/** Whether the thread works for one connection alone. */
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
