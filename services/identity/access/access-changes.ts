import type { ClientSession } from 'mongoose';
import type { Revocation } from './revocation.ts';

/** Takes back what gateways have been told to believe, with the change that is the reason for it. */
export interface AccessChanges {
  /**
   * In the transaction: ends the user's sessions, or the one. Touches the user's record, so that of a login at the same
   * moment and the change one waits for the other.
   */
  endSessions(session: ClientSession, userId: string, now: Date, only?: string): Promise<void>;
  /** In the transaction: every gateway forgets what it knows of the key. */
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
  /** After the commit: tells the gateways at once; a sweep tells them within a second anyway. */
  announce(): void;
}

export interface AccessChangesParts {
  users: { touch(userId: string, session: ClientSession): Promise<boolean> };
  sessions: { remove(userId: string, session: ClientSession, only?: string): Promise<string[]> };
  revocations: { insert(revocation: Revocation, session: ClientSession): Promise<void> };
  announce: () => void;
  newId: () => string;
}

export function createAccessChanges(parts: AccessChangesParts): AccessChanges {
  const { users, sessions, revocations, announce, newId } = parts;
  return {
    async endSessions(session, userId, now, only) {
      await users.touch(userId, session);
      const ended = await sessions.remove(userId, session, only);
      if (ended.length > 0) await revocations.insert({ id: newId(), sessions: ended, keys: [], at: now }, session);
    },
    async forgetKey(session, keyId, now) {
      await revocations.insert({ id: newId(), sessions: [], keys: [keyId], at: now }, session);
    },
    announce,
  };
}
