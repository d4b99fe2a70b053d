import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import { membershipKey } from '#proto/identity/v1/contract.ts';
import type { SessionRepository } from '../sessions/session-repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { RevocationRepository } from './repository.ts';

/**
 * Maximum number of session ids in one revocation. A revocation is one message, and the broker accepts at most 1 MiB.
 */
const CHUNK = 1_000;

/** Writes the revocations of credentials and memberships, in the transaction of the change that is their reason. */
export interface AccessChanges {
  /**
   * Ends all sessions of the user, or only the session `only`. Writes the user's document, so that a concurrent login
   * conflicts with the change.
   */
  endSessions(session: ClientSession, userId: string, now: Date, only?: string): Promise<void>;
  /**
   * Makes every gateway ask identity again for the user's rights in the org. Sessions do not end. Writes the user's
   * document, so that two orgs which remove the user's last memberships at the same time conflict.
   */
  changeMembership(session: ClientSession, membership: { userId: string; orgId: string }, now: Date): Promise<void>;
  /** Makes every gateway drop the API key from its cache. */
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
  /**
   * Makes the publisher send the new revocations now. Call it after the commit. Without the call, they are sent within
   * a second.
   */
  announce(): void;
}

export interface AccessChangesParts {
  users: Pick<UserRepository, 'touch'>;
  sessions: Pick<SessionRepository, 'nameOnce' | 'remove'>;
  revocations: Pick<RevocationRepository, 'insert'>;
  announce: () => void;
  newId: () => string;
}

export function createAccessChanges(parts: AccessChangesParts): AccessChanges {
  const { users, sessions, revocations, announce, newId } = parts;

  async function revoke(session: ClientSession, all: string[], keys: string[], now: Date): Promise<void> {
    for (let from = 0; from < all.length || (from === 0 && keys.length > 0); from += CHUNK) {
      const sessions = all.slice(from, from + CHUNK);
      await revocations.insert({ id: newId(), sessions, keys, at: now }, session);
    }
  }

  return {
    async endSessions(session, userId, now, only) {
      await users.touch(userId, session);
      const removed = await sessions.remove(userId, session, only);
      // A session that is no longer stored may still have a valid token.
      await revoke(session, only === undefined ? removed : [only], [], now);
    },
    async changeMembership(session, { userId, orgId }, now) {
      await users.touch(userId, session);
      const going = await sessions.nameOnce(userId, session);
      await revoke(session, going, [membershipKey(userId, orgId)], now);
    },
    forgetKey: (session, keyId, now) => revoke(session, [], [keyId], now),
    announce,
  };
}
