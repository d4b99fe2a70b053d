import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import { membershipKey } from '#proto/identity/v1/contract.ts';
import type { SessionRepository } from '../sessions/session-repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { RevocationRepository } from './repository.ts';

/** Sessions that one revocation names: as a message it has to fit the broker, which takes 1 MiB. */
const CHUNK = 1_000;

/** Takes back what gateways have been told to believe, with the change that is the reason for it. */
export interface AccessChanges {
  /**
   * In the transaction: ends the user's sessions, or the one. Touches the user's record, so that of a login at the same
   * moment and the change one waits for the other.
   */
  endSessions(session: ClientSession, userId: string, now: Date, only?: string): Promise<void>;
  /**
   * In the transaction: every gateway asks anew who the user is in the org, and the sessions go on. Touches the user's
   * record, so that of two orgs that end its last memberships at once one sees the other.
   */
  changeMembership(session: ClientSession, membership: { userId: string; orgId: string }, now: Date): Promise<void>;
  /** In the transaction: every gateway forgets what it knows of the key. */
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
  /** After the commit: tells the gateways at once; a sweep tells them within a second anyway. */
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
