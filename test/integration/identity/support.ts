import { randomBytes } from 'node:crypto';
import { afterAll } from '@jest/globals';
import type { Relay } from '#chassis/messaging/relay.ts';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import type { Call, Principal } from '#chassis/rpc/context.ts';
import { createLogger, type Logger } from '#chassis/runtime/logger.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { createAccessChanges } from '../../../services/identity/access/access-changes.ts';
import { revocationRepository } from '../../../services/identity/access/repository.ts';
import { createAccountAudit } from '../../../services/identity/audit/account-audit.ts';
import { createLoginAudit } from '../../../services/identity/audit/failed-login.ts';
import { auditLog } from '../../../services/identity/audit/repository.ts';
import { unauditedLoginRepository } from '../../../services/identity/audit/unaudited-login-repository.ts';
import { createWriteAttempts } from '../../../services/identity/audit/write-attempts.ts';
import { createAcceptInvitation } from '../../../services/identity/invitations/accept-invitation.ts';
import { createMailInvitation } from '../../../services/identity/invitations/mail-invitation.ts';
import { createProveOwner } from '../../../services/identity/invitations/prove-owner.ts';
import { invitationLinkRepository } from '../../../services/identity/invitations/repository.ts';
import { type ClaimedMail, mailRepository } from '../../../services/identity/mail/repository.ts';
import { createBootstrap } from '../../../services/identity/orgs/bootstrap.ts';
import { orgRepository } from '../../../services/identity/orgs/repository.ts';
import { passwordResetRepository } from '../../../services/identity/password-resets/repository.ts';
import { createChangePassword } from '../../../services/identity/sessions/change-password.ts';
import { createLogin } from '../../../services/identity/sessions/login.ts';
import { createLogout } from '../../../services/identity/sessions/logout.ts';
import { createPasswordCheck } from '../../../services/identity/sessions/password-check.ts';
import { failureRepository } from '../../../services/identity/sessions/repository.ts';
import { sessionRepository } from '../../../services/identity/sessions/session-repository.ts';
import { createKeyRing } from '../../../services/identity/signing-keys/key-ring.ts';
import { signingKeyRepository } from '../../../services/identity/signing-keys/repository.ts';
import { createAccounts } from '../../../services/identity/users/accounts.ts';
import { createPasswords } from '../../../services/identity/users/passwords.ts';
import { userRepository } from '../../../services/identity/users/repository.ts';

export const admin = { email: 'Admin@Example.com', password: 'a long enough passphrase' };
export const publicUrl = 'https://selvedge.example/';
export const config = {
  BOOTSTRAP_ADMIN_EMAIL: admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_LOGIN: 4,
  LOGIN_CONCURRENCY: 2,
  LOGIN_QUEUE: 100,
  ARGON2_MEMORY_KIB: 19_456,
  ARGON2_PASSES: 2,
  SIGNING_KEY_ROTATION_SECONDS: 30 * 86_400,
  SIGNING_KEY_AHEAD_SECONDS: 3600,
};
/** Near the current time. MongoDB removes expired rows by its own clock, and must not remove rows that a test reads. */
export const now = new Date(Math.floor(Date.now() / 1000) * 1000);
export const later = (ms: number) => new Date(now.getTime() + ms);

const relay: Relay = { name: 'relay', publish() {}, start: async () => {}, stop: async () => {} };
export const encryptionKey = randomBytes(32).toString('base64');
const silent = createLogger('test', 'silent');
const url = process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017';

/** Opens a process of identity with this database. */
export async function openReplica(database: string, logger: Logger = silent) {
  const replica = await buildReplica(await openStore({ url, database, encryptionKeys: [encryptionKey], logger }));
  await replica.store.start();
  return replica;
}

/** Opens a process of identity for the tests of a file, with a new database. */
export async function openIdentity(logger: Logger = silent) {
  const identity = await openReplica(newDatabase(), logger);
  afterAll(() => dropDatabase(identity.store));
  return identity;
}

interface Attempt {
  address?: string;
  at?: Date;
}

/** Logs in at this process. */
export const logIn = (
  { login }: Replica,
  username: string,
  password: string,
  { address = '192.0.2.1', at = now }: Attempt = {},
) => login({ username, password, address, requestId: 'req-1' }, at, new AbortController().signal);

/** Builds the parts of an identity process. */
async function buildReplica(store: Store) {
  const writer = createWriter({ store, service: 'identity', relay });
  const [users, orgs, failures] = [userRepository(store), orgRepository(store), failureRepository(store)];
  const keys = createKeyRing(signingKeyRepository(store), config);
  const passwords = await createPasswords(config);
  const accounts = createAccounts(users, orgs);
  const log = auditLog(store);
  const audit = createAccountAudit({ log, users, newId });
  const attempts = unauditedLoginRepository(store);
  const loginAudit = createLoginAudit({ attempts, users, newId });
  const [sessions, revocations] = [sessionRepository(store), revocationRepository(store)];
  const access = createAccessChanges({ users, sessions, revocations, announce: () => undefined, newId });
  const [mails, links] = [mailRepository(store), invitationLinkRepository(store)];
  const mailInvitation = createMailInvitation({ links, mails, orgs, publicUrl });
  const proveOwner = createProveOwner({ users, orgs, access, failures, mailInvitation });
  const check = createPasswordCheck({ store, users, failures, passwords, audit: loginAudit, logger: silent, config });
  return {
    ...{ store, log, audit, access, sessions, revocations, users, orgs, failures, keys, accounts, passwords, writer },
    ...{ mails, links, mailInvitation, proveOwner },
    writeAttempts: createWriteAttempts({ attempts, log, users, orgs }),
    accept: createAcceptInvitation({ writer, links, users, orgs, passwords, proveOwner, access, audit }),
    bootstrap: createBootstrap({ writer, orgs, users, passwords, config }),
    login: createLogin({ store, users, accounts, sessions, check, passwords, keys }),
    logout: createLogout({ store, access, audit }),
    changePassword: createChangePassword({
      ...{ store, users, check, passwords, access, audit },
      resets: passwordResetRepository(store),
    }),
  };
}
export type Replica = Awaited<ReturnType<typeof openReplica>>;

export const newDatabase = () => `test_identity_${newId()}`;

/** Drops the database that the stores share, and closes them. */
export async function dropDatabase(...stores: Store[]): Promise<void> {
  await stores[0]?.connection.dropDatabase();
  await Promise.all(stores.map((store) => store.close()));
}

/** A call in the form that a handler receives. */
export function aCall(principal?: Principal): Call {
  return {
    context: { requestId: 'req-1', ...(principal && { principal }) },
    get principal() {
      if (!principal) throw new Error('Nobody calls');
      return principal;
    },
    deadline: Date.now() + 8000,
    signal: new AbortController().signal,
    now,
    logger: silent,
  };
}

/** Takes all mails out of the queue, and returns them, the oldest first. */
export async function writtenMails({ mails }: Pick<Replica, 'mails'>): Promise<ClaimedMail[]> {
  const taken: ClaimedMail[] = [];
  for (;;) {
    const mail = await mails.claim(new Date('2100-01-01'), new Date('2200-01-01'));
    if (!mail) return taken;
    taken.push(mail);
    await mails.remove(mail.id);
  }
}

/** The contents of all collections as text, in an order that does not depend on the server. */
export async function dump({ connection }: Store): Promise<string> {
  const collections = (await connection.db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const names = collections.map(({ name }) => name).sort();
  const contents = await Promise.all(
    names.map(async (name) => [name, await connection.collection(name).find().sort({ _id: 1 }).toArray()]),
  );
  return JSON.stringify(contents);
}
