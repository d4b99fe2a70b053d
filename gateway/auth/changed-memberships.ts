import type { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { membershipOf } from '#proto/identity/v1/contract.ts';
import { Recent } from './recent.ts';

/** Who a user is in an org now, or why it may do nothing there. */
export type Standing = { principal: Principal } | { refusal: AppError };

/** What is known of a membership since it has changed. */
export interface ChangedMembership {
  standing?: Standing | Promise<Standing>;
}

/** Memberships that tokens may name as they were. */
export class ChangedMemberships {
  /** By user, so that of the many who have none a look is all. */
  readonly #byUser = new Map<string, Map<string, ChangedMembership>>();
  /** By `membershipKey`. */
  readonly #recent = new Recent();

  find(userId: string, orgId: string): ChangedMembership | undefined {
    return this.#byUser.get(userId)?.get(orgId);
  }

  /**
   * By its `membershipKey`. What was known is forgotten, and what is being asked for serves those who wait for it and
   * nobody after.
   */
  add(key: string, now: number): void {
    const { userId, orgId } = membershipOf(key) ?? {};
    if (userId === undefined || orgId === undefined) return;
    const orgs = this.#byUser.get(userId) ?? new Map<string, ChangedMembership>();
    this.#byUser.set(userId, orgs);
    orgs.set(orgId, {});
    this.#recent.add(key, now);
  }

  /** Those whose last change was before: no token is as old. */
  forget(before: number): void {
    for (const key of this.#recent.forget(before)) {
      const { userId = '', orgId = '' } = membershipOf(key) ?? {};
      const orgs = this.#byUser.get(userId);
      orgs?.delete(orgId);
      if (orgs?.size === 0) this.#byUser.delete(userId);
    }
  }
}
