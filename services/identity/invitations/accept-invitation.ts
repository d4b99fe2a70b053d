import { AppError, Outdated } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Transaction, WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import type { AccessChanges } from '../access/access-changes.ts';
import type { AccountAudit } from '../audit/account-audit.ts';
import type { OrgRepository } from '../orgs/repository.ts';
import { tokenHash } from '../password-resets/token.ts';
import { createUser, endInvitation, isUnproven, joinOrg, type Membership, type User } from '../users/domain/user.ts';
import { assertAcceptable } from '../users/password-rule.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { retryWhenCreated } from '../users/retry-when-created.ts';
import type { InvitationLink } from './domain/invitation.ts';
import type { ProveOwner } from './prove-owner.ts';
import type { InvitationLinkRepository } from './repository.ts';

export interface AcceptInvitationParts {
  writer: Pick<Writer, 'writePrepared'>;
  links: Pick<InvitationLinkRepository, 'find' | 'remove'>;
  users: Pick<UserRepository, 'findByEmail' | 'findInvitation' | 'insert' | 'addMembership' | 'removeMembership'>;
  orgs: Pick<OrgRepository, 'names'>;
  passwords: Pick<Passwords, 'hash'>;
  proveOwner: ProveOwner;
  access: Pick<AccessChanges, 'changeMembership' | 'announce'>;
  audit: AccountAudit;
}

export interface Accepted {
  orgName: string;
  /** True if the sent password is now the password of the user. */
  passwordSet: boolean;
}

export type AcceptInvitation = (
  request: { token: string; password?: string | undefined; name?: string | undefined },
  call: WriteCall,
) => Promise<Accepted>;

/**
 * Accepts the invitation of a mailed link, and removes the link (decisions 3: Invitations). A user without a proven
 * password must send a new password. A user with one keeps it, and a sent password is ignored. Errors:
 * validation_failed at token if the link is unknown, used, expired or withdrawn; validation_failed at password, and the
 * link stays valid; rate_limited.
 */
export function createAcceptInvitation(parts: AcceptInvitationParts): AcceptInvitation {
  const { writer, links, users, orgs, access } = parts;
  return async (request, call) => {
    const link = await links.find(tokenHash(request.token), call.now);
    if (!link) throw refusedToken();
    const prepare = async () =>
      needsPassword(await users.findByEmail(link.email)) ? hashOf(parts, request.password) : undefined;
    const accepting = () =>
      writer.writePrepared(call, prepare, async (tx, passwordHash) => {
        const sent = { passwordHash, isSent: request.password !== undefined, name: request.name };
        await accept(parts, link, sent, call, tx);
        // The name is read within the transaction. A failure after the commit would look like a refusal, although the
        // link is used.
        const orgName = (await orgs.names([link.orgId], tx.session)).get(link.orgId) ?? '';
        return { orgName, passwordSet: passwordHash !== undefined };
      });
    const { value } = await retryWhenCreated(accepting);
    access.announce();
    return value;
  };
}

/** The password and name of the request. */
interface Sent {
  /** Whether the request has a password. */
  isSent: boolean;
  /** Undefined if the user did not need a password before the transaction. */
  passwordHash: string | undefined;
  /** Undefined: the name of the invitation. */
  name: string | null | undefined;
}

async function accept(
  parts: AcceptInvitationParts,
  link: InvitationLink,
  sent: Sent,
  call: WriteCall,
  tx: Transaction,
): Promise<void> {
  const { links, users, access, audit } = parts;
  const { session, now } = tx;
  const invitation = await users.findInvitation(link, session);
  if (!invitation || !(await links.find(link.tokenHash, now, session))) throw refusedToken();
  await links.remove(link, session);
  await users.removeMembership(invitation, session);
  tx.emit(endInvitation(invitation, now).event);
  const { user, membership, event } = await join(parts, invitation, sent, tx);
  await access.changeMembership(session, membership, now);
  tx.emit(event);
  await audit({ action: 'user.invitation_accepted', userId: user.id, orgId: link.orgId }, call, session);
  if (sent.passwordHash !== undefined) await audit({ action: 'user.password_reset', userId: user.id }, call, session);
}

/**
 * Stores the membership, and a new user if there is none. Errors: Outdated if the user needs the sent password now, but
 * did not before the transaction.
 */
async function join(
  { users, proveOwner }: AcceptInvitationParts,
  { orgId, email, name: given, role, clientId, metadata }: Membership,
  { isSent, passwordHash, name = given }: Sent,
  tx: Transaction,
) {
  const { session, now } = tx;
  const fields = { orgId, name, role, clientId, metadata };
  const known = await users.findByEmail(email, session);
  if (needsPassword(known) && passwordHash === undefined) throw isSent ? new Outdated() : missingPassword();
  if (!known) {
    const made = createUser({ ...fields, email, passwordHash: passwordHash ?? '' }, now, newId);
    await users.insert(made.user, made.membership, session);
    return made;
  }
  // The user may have proven the mailbox since the password was requested. Then the newer password replaces the older
  // one.
  const owner = passwordHash === undefined ? known : await proveOwner(tx, known, passwordHash);
  const joined = joinOrg(owner, fields, now, newId);
  await users.addMembership(joined.user, joined.membership, session);
  return joined;
}

const needsPassword = (user: User | undefined) => user === undefined || isUnproven(user);

async function hashOf({ passwords }: AcceptInvitationParts, password: string | undefined): Promise<string> {
  if (password === undefined) throw missingPassword();
  await assertAcceptable(password, 'password');
  return passwords.hash(password, 'reset');
}

function missingPassword(): AppError {
  const issue = { type: 'missing', loc: ['body', 'password'], msg: 'Field required' };
  return new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}

function refusedToken(): AppError {
  const error = 'this invitation was accepted or withdrawn, or its link has expired; ask for another invitation';
  const issue = { type: 'value_error', loc: ['body', 'token'], msg: `Value error, ${error}`, ctx: { error } };
  return new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}
