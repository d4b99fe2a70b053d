import { ACCESS_RELEVANT_MS, type AccessChange } from '#proto/identity/v1/contract.ts';

/** What has been taken back and could still be tried. */
export class Revoked {
  readonly #sessions = new Set<string>();
  /** Changes in the order of their arrival, and when that was. */
  readonly #changes = new Map<string, { sessions: string[]; arrived: number }>();

  isEnded(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** False for a change that has come before. */
  add({ id, sessions }: AccessChange, now: number): boolean {
    this.#forget(now - ACCESS_RELEVANT_MS);
    if (this.#changes.has(id)) return false;
    this.#changes.set(id, { sessions, arrived: now });
    for (const session of sessions) this.#sessions.add(session);
    return true;
  }

  #forget(before: number): void {
    for (const [id, { sessions, arrived }] of this.#changes) {
      if (arrived >= before) return;
      this.#changes.delete(id);
      for (const session of sessions) this.#sessions.delete(session);
    }
  }
}
