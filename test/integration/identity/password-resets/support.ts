import type { Call } from '#chassis/rpc/context.ts';
import { passwordHandlers } from '../../../../services/identity/password-resets/handlers.ts';
import { passwordResetRepository } from '../../../../services/identity/password-resets/repository.ts';
import { createResetPassword } from '../../../../services/identity/password-resets/reset-password.ts';
import { createWriteMails } from '../../../../services/identity/password-resets/write-mails.ts';
import { aCall, later, publicUrl, type Replica, writtenMails } from '../support.ts';

/** The functions of a replica for forgotten passwords. */
export function passwordRoom(replica: Replica) {
  const { store, writer, users, mails, proveOwner, passwords, access, audit } = replica;
  const resets = passwordResetRepository(store);
  const resetPassword = createResetPassword({ writer, resets, users, proveOwner, passwords, access, audit });
  const rpcs = passwordHandlers({ store, resets, resetPassword }).methods;
  const writeMails = createWriteMails({ store, resets, users, mails, publicUrl });
  return {
    mails,
    resets,
    writeMails,
    /** Requests a link. `ms`: time since the start of the test. */
    request: async (email: string, ms: number) => rpcs.RequestReset?.answer({ email }, callAt(ms)),
    /** Sets a new password. `ms`: time since the start of the test. */
    reset: async (token: string, password: string, ms = 0) =>
      rpcs.ResetPassword?.answer({ token, password }, callAt(ms)),
    /** Takes all mails out of the queue, and returns them, the oldest first. */
    written: () => writtenMails(replica),
  };
}

const callAt = (ms: number): Call => Object.create(aCall(), { now: { value: later(ms) } });

export function tokenOf({ text }: { text: string }): string {
  const token = /^https:\/\/selvedge\.example\/reset-password#([\w-]{43})$/m.exec(text)?.[1];
  if (!token) throw new Error(`No link in: ${text}`);
  return token;
}
