import { notFound } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { inSearchTurn } from '#chassis/records/search.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import type { Writer, Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateUserRequest,
  ListMembersRequest,
  ListNamesRequest,
  ListUsersRequest,
  UpdateSelfRequest,
  UpdateUserRequest,
  type UserPatch,
} from '#proto/identity/v1/contract.ts';
import { ownUser } from '../sessions/own-call.ts';
import {
  canonicalEmail,
  createUser,
  endInvitation,
  invite,
  type Membership,
  memberView,
  publicUser,
  removeUser,
  type UserChanges,
  type UserView,
  updateInvitation,
  updateUser,
} from './domain/user.ts';
import type { FindClient } from './find-client.ts';
import type { MemberRepository } from './member-repository.ts';
import type { NameReader } from './names-repository.ts';
import { assertAcceptable } from './password-rule.ts';
import type { Passwords } from './passwords.ts';
import { retryWhenCreated } from './retry-when-created.ts';

export interface UserHandlerParts {
  writer: Writer;
  members: MemberRepository;
  names: NameReader;
  findClient: FindClient;
  passwords: Pick<Passwords, 'hash'>;
  /** Makes the publisher tell the gateways now about changed access. */
  announce(): void;
}

/**
 * Only admins manage users. Staff reads names, and a user changes its own (decisions 3: Users). API keys can do none of
 * this, because there is no scope for it.
 */
const forAdmins = { role: 'admin' } as const;

export function userHandlers({ writer, members, names, passwords, findClient, announce }: UserHandlerParts) {
  return implement('identity', 'UserService', {
    CreateUser: unary(
      CreateUserRequest,
      async ({ user: input }, call) => {
        const { id: passwordSetBy, orgId } = call.principal;
        const email = canonicalEmail(input.email);
        const prepare = async () => ({
          clientId: input.client_id === undefined ? null : await findClient(input.client_id, call),
          // The password is always hashed, even if it will be ignored, so that the time does not show whether a user
          // exists.
          passwordHash: input.password === undefined ? null : await hashPassword(input.password, call),
        });
        const create = () =>
          writer.writePrepared(call, prepare, async (tx, { clientId, passwordHash }) => {
            // The same queries run for known and unknown emails.
            const isKnown = await members.isKnown(tx, email);
            const invited = await members.findInvitation(tx, email);
            if (invited) {
              await members.inviteAgain(tx, invited);
              return recordOf(invited);
            }
            const { role, name = null } = input;
            const fields = { ...fieldsOf(input), name, role, clientId, orgId, email };
            const decision =
              passwordHash === null || isKnown
                ? invite(fields, tx.now, newId)
                : createUser({ ...fields, passwordHash, passwordSetBy }, tx.now, newId);
            await members.add(tx, decision);
            return recordOf(decision.membership);
          });
        return replyOf(await retryWhenCreated(create));
      },
      forAdmins,
    ),
    GetUser: unary(
      RecordRequest,
      async ({ id }, { principal }) => {
        const user = await members.get(principal.orgId, id);
        return { record: messageOf(publicUser(user)), revision: user.revision, eventId: '', replayed: false };
      },
      forAdmins,
    ),
    ListUsers: unary(
      ListUsersRequest,
      async ({ query, role, is_active, client_id }, call) => {
        const { orgId } = call.principal;
        const filters = { role, isActive: is_active, clientId: client_id };
        const page = await inSearchTurn(orgId, query, call, () => members.list(orgId, { ...query, ...filters }, call));
        return { ...page, data: page.data.map((user) => messageOf(publicUser(user))) };
      },
      forAdmins,
    ),
    UpdateUser: unary(
      UpdateUserRequest,
      async ({ patch, fields, ...key }, call) => {
        const { id: by, orgId } = call.principal;
        const prepare = async () => changesOf(patch, new Set(fields), await members.get(orgId, key.id), call);
        const written = await writer.writePrepared(call, prepare, async (tx, changes) => {
          const before = await members.load(tx, key);
          if (before.user) {
            const after = updateUser(before, { changes, by, isSoleOrg: before.isSoleOrg, now: tx.now });
            return recordOf(await members.save(tx, before, after));
          }
          const after = updateInvitation(before.membership, changes, tx.now);
          return recordOf(await members.saveInvitation(tx, before.membership, after));
        });
        announce();
        return replyOf(written);
      },
      forAdmins,
    ),
    DeleteUser: unary(
      RecordRequest,
      async (request, call) => {
        const { value, ...written } = await writer.write(call, async (tx) => {
          const before = await members.load(tx, request);
          if (before.user) return members.remove(tx, before, removeUser(before, tx.now));
          return members.removeInvitation(tx, endInvitation(before.membership, tx.now));
        });
        announce();
        return { deletedId: value, ...written };
      },
      forAdmins,
    ),
    ListMembers: unary(
      ListMembersRequest,
      async ({ query, role, is_active: isActive }, call) => {
        const { orgId } = call.principal;
        const wanted = { ...query, role, isActive, isMember: true } as const;
        const page = await inSearchTurn(orgId, query, call, () => members.list(orgId, wanted, call));
        return { ...page, data: page.data.map(memberView) };
      },
      { role: 'staff' },
    ),
    ListNames: unary(
      ListNamesRequest,
      async ({ ids }, { principal }) => {
        const found = await names.namesOf(principal.orgId, ids);
        return { data: [...found].map(([id, name]) => ({ id, name })) };
      },
      // finance and product show the names beside the ids of their records (decisions 1: Names).
      { role: 'staff', peers: ['finance', 'product'] },
    ),
    UpdateSelf: unary(
      UpdateSelfRequest,
      async ({ patch, fields, expectedRevision }, call) => {
        const id = ownUser(call);
        const changes = fields.includes('name') ? { name: patch.name ?? null } : {};
        const written = await writer.write(call, async (tx) => {
          const before = await members.load(tx, { id, ...(expectedRevision !== undefined && { expectedRevision }) });
          if (!before.user) throw notFound('User');
          const after = updateUser(before, { changes, by: id, isSoleOrg: before.isSoleOrg, now: tx.now });
          return recordOf(await members.save(tx, before, after));
        });
        return replyOf(written);
      },
      { role: 'client' },
    ),
  });

  async function hashPassword(password: string, { principal }: Call): Promise<string> {
    await assertAcceptable(password, 'password');
    return passwords.hash(password, 'create', principal.orgId);
  }

  /**
   * The changes of a PATCH. null clears the client and the name; for other fields null means unchanged (decisions 1:
   * Null).
   */
  async function changesOf(
    patch: UserPatch,
    fields: Set<string>,
    before: Membership,
    call: Call,
  ): Promise<UserChanges> {
    const { email, password, client_id: clientId } = patch;
    const isNewClient = clientId !== undefined && clientId !== before.clientId;
    return {
      ...fieldsOf(patch),
      ...(fields.has('name') && { name: patch.name ?? null }),
      ...(fields.has('client_id') && { clientId: isNewClient ? await findClient(clientId, call) : (clientId ?? null) }),
      ...(email !== undefined && { email }),
      ...(password !== undefined && { passwordHash: await hashPassword(password, call) }),
    };
  }
}

function fieldsOf({ role, is_active: isActive, user_metadata: metadata }: UserPatch) {
  return { ...(role && { role }), ...(isActive !== undefined && { isActive }), ...(metadata && { metadata }) };
}

/** The value of a write, which the Idempotency-Key stores. */
interface MemberRecord {
  record: UserView;
  revision: number;
}

const recordOf = (membership: Membership): MemberRecord => ({
  record: publicUser(membership),
  revision: membership.revision,
});

/** Free-form objects are sent as JSON text. */
function messageOf(view: UserView) {
  return { ...view, user_metadata: JSON.stringify(view.user_metadata) };
}

function replyOf({ value, eventId, replayed }: Written<MemberRecord>) {
  return { record: messageOf(value.record), revision: value.revision, eventId, replayed };
}
