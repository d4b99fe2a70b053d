import type { Principal } from '#chassis/context.ts';
import type { AppError } from '#chassis/errors.ts';

/** Who a user is in an org now, or why it may do nothing there. */
export type Standing = { principal: Principal } | { refusal: AppError };

/** What is known of a membership since it has changed. */
export interface ChangedMembership {
  /** Changes that still count: tokens that are older than the last may be about. */
  changes: number;
  standing?: Standing | Promise<Standing>;
}

/** Memberships that tokens may name as they were. */
export class ChangedMemberships {
  /** By user, so that of the many who have none a look is all. */
  readonly #byUser = new Map<string, Map<string, ChangedMembership>>();

  find(userId: string, orgId: string): ChangedMembership | undefined {
    return this.#byUser.get(userId)?.get(orgId);
  }

  /** What was known is forgotten, and what is being asked for serves those who wait for it and nobody after. */
  add(userId: string, orgId: string): void {
    const orgs = this.#byUser.get(userId) ?? new Map<string, ChangedMembership>();
    this.#byUser.set(userId, orgs);
    orgs.set(orgId, { changes: (orgs.get(orgId)?.changes ?? 0) + 1 });
  }

  /** One change matters no more: no token is as old. */
  remove(userId: string, orgId: string): void {
    const orgs = this.#byUser.get(userId);
    const known = orgs?.get(orgId);
    if (!orgs || !known) return;
    known.changes -= 1;
    if (known.changes === 0) orgs.delete(orgId);
    if (orgs.size === 0) this.#byUser.delete(userId);
  }
}
