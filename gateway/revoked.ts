import { ACCESS_RELEVANT_MS, type AccessChange, membershipOf } from '#proto/identity/v1/contract.ts';
import { ChangedMemberships } from './changed-memberships.ts';

interface Known {
  sessions: string[];
  memberships: { userId: string; orgId: string }[];
  arrived: number;
}

/** What has been taken back and could still be tried. */
export class Revoked {
  readonly memberships = new ChangedMemberships();
  readonly #sessions = new Set<string>();
  /** Changes in the order of their arrival, and when that was. */
  readonly #changes = new Map<string, Known>();

  isEnded(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** False for a change that has come before. */
  add({ id, sessions, keys }: AccessChange, now: number): boolean {
    this.#forget(now - ACCESS_RELEVANT_MS);
    if (this.#changes.has(id)) return false;
    const memberships = keys.flatMap((key) => membershipOf(key) ?? []);
    // The sessions beside a membership go on (AccessChange).
    const known = { sessions: memberships.length > 0 ? [] : sessions, memberships, arrived: now };
    this.#changes.set(id, known);
    for (const session of known.sessions) this.#sessions.add(session);
    for (const { userId, orgId } of memberships) this.memberships.add(userId, orgId);
    return true;
  }

  #forget(before: number): void {
    for (const [id, { sessions, memberships, arrived }] of this.#changes) {
      if (arrived >= before) return;
      this.#changes.delete(id);
      for (const session of sessions) this.#sessions.delete(session);
      for (const { userId, orgId } of memberships) this.memberships.remove(userId, orgId);
    }
  }
}
