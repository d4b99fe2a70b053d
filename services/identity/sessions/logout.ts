import type { Store } from '#chassis/mongo/mongo.ts';
import type { AccessChanges } from '../access/access-changes.ts';
import type { AccountAudit } from '../audit/account-audit.ts';
import { type OwnCall, ownUser } from './own-call.ts';

export interface LogoutParts {
  store: Pick<Store, 'transaction'>;
  access: AccessChanges;
  audit: AccountAudit;
}

/** Ends the caller's session (decisions 3: Sessions end early). Errors: insufficient_permissions for an API key. */
export function createLogout({ store, access, audit }: LogoutParts): (call: OwnCall) => Promise<void> {
  return async (call) => {
    const userId = ownUser(call);
    const { principal, deadline, now } = call;
    await store.transaction(async (transaction) => {
      await access.endSessions(transaction, userId, now, principal.sessionId);
      await audit({ action: 'session.ended', userId }, call, transaction);
    }, deadline);
    access.announce();
  };
}
