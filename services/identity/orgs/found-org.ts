import type { Call } from '#chassis/call.ts';
import { AppError } from '#chassis/errors.ts';
import { newId } from '#chassis/mongo.ts';
import type { Writer, Written } from '#chassis/write.ts';
import type { UserRepository } from '../users/repository.ts';
import { inviteUser } from '../users/user.ts';
import { createOrg, type NewOrg } from './org.ts';
import { type OrgRecord, type OrgRepository, recordOf } from './repository.ts';

export interface FoundOrgParts {
  writer: Writer;
  orgs: Pick<OrgRepository, 'insert'>;
  users: Pick<UserRepository, 'findById' | 'insertPlace'>;
}

export type FoundOrg = (call: Call, input: Omit<NewOrg, 'isOperator'>) => Promise<Written<OrgRecord>>;

/** A new org with the caller as its admin (decisions 3: Orgs). Errors: not_authenticated when the caller is gone. */
export function createFoundOrg({ writer, orgs, users }: FoundOrgParts): FoundOrg {
  return (call, input) =>
    writer.write(call, async ({ session, now, emit, count }) => {
      const founder = await users.findById(call.principal.id, session);
      if (!founder) throw new AppError('not_authenticated', 'Not authenticated');
      const { org, event } = createOrg({ ...input, isOperator: false }, now, newId);
      // Whoever is logged in has chosen to: nobody else's choice can be used against it here.
      const place = { orgId: org.id, role: 'admin', clientId: null, trusted: true } as const;
      const { user, membership, event: joined } = inviteUser(founder, place, now, newId);
      await orgs.insert(org, session);
      await users.insertPlace(user, membership, session);
      count('memberships', 1, org.id);
      emit(joined);
      // The last event is the one that the answer names.
      emit(event);
      return recordOf(org);
    });
}
