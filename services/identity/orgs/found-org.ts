import { AppError } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Writer, Written } from '#chassis/unit-of-work/write.ts';
import { joinOrg, type User } from '../users/domain/user.ts';
import type { UserRepository } from '../users/repository.ts';
import { createOrg, type NewOrg } from './domain/org.ts';
import { type OrgRecord, type OrgRepository, recordOf } from './repository.ts';

export interface FoundOrgParts {
  writer: Writer;
  orgs: Pick<OrgRepository, 'insert'>;
  users: Pick<UserRepository, 'findById' | 'activeMembership' | 'addMembership'>;
}

export type FoundOrg = (call: Call, input: Omit<NewOrg, 'isOperator'>) => Promise<Written<OrgRecord>>;

/**
 * Creates an org with the caller as its admin (decisions 3: Orgs). Errors: not_authenticated if the caller was deleted;
 * insufficient_permissions if the caller has not proven the mailbox.
 */
export function createFoundOrg({ writer, orgs, users }: FoundOrgParts): FoundOrg {
  return (call, input) =>
    writer.write(call, async (tx) => {
      const { session, now } = tx;
      const founder = await users.findById(call.principal.id, session);
      if (!founder) throw new AppError('not_authenticated', 'Not authenticated');
      refuseUnproven(founder);
      const founded = createOrg({ ...input, isOperator: false }, now, newId);
      const { state: org } = founded;
      const here = await users.activeMembership(founder.id, call.principal.orgId, session);
      const fields = { orgId: org.id, name: here?.name ?? null, role: 'admin', clientId: null } as const;
      const { user, membership, event: joined } = joinOrg(founder, fields, now, newId);
      await users.addMembership(user, membership, session);
      tx.count('memberships', 1, org.id);
      tx.emit(joined);
      // The org is inserted last, because the answer names the last event.
      await orgs.insert(tx, [founded]);
      return recordOf(org);
    });
}

/**
 * Somebody who chose the founder's password or email could enter the new org. So the founder must first set a password
 * by a mailed link (ADR 8). Errors: insufficient_permissions.
 */
function refuseUnproven({ passwordSetBy }: User): void {
  if (passwordSetBy === null) return;
  const reason =
    'your password or email was set without a link that was mailed to you; ask for one (POST /api/v1/auth/reset-password-request)';
  throw new AppError('insufficient_permissions', `Insufficient permissions: ${reason}`);
}
