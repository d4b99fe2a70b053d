import { ACCESS_RELEVANT_MS, type AccessChange, membershipOf } from '#proto/identity/v1/contract.ts';
import { ChangedMemberships } from './changed-memberships.ts';
import { Recent } from './recent.ts';

/** What has been taken back and could still be tried. Of a membership the last change alone costs memory, beside the ids. */
export class Revoked {
  readonly memberships = new ChangedMemberships();
  readonly #sessions = new Recent();
  readonly #changes = new Recent();

  isEnded(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** False for a change that has come before. */
  add({ id, sessions, keys }: AccessChange, now: number): boolean {
    for (const recent of [this.#changes, this.#sessions, this.memberships]) recent.forget(now - ACCESS_RELEVANT_MS);
    if (this.#changes.has(id)) return false;
    this.#changes.add(id, now);
    const memberships = keys.filter((key) => membershipOf(key) !== undefined);
    for (const key of memberships) this.memberships.add(key, now);
    // The sessions beside a membership go on (AccessChange).
    if (memberships.length === 0) for (const session of sessions) this.#sessions.add(session, now);
    return true;
  }
}
