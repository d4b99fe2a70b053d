import { newId } from '#chassis/mongo/mongo.ts';
import { inSearchTurn } from '#chassis/records/search-concurrency.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { CreateUserRequest, ListUsersRequest, UpdateUserRequest, type UserPatch } from '#proto/identity/v1/contract.ts';
import {
  canonicalEmail,
  createUser,
  endInvitation,
  invite,
  type Membership,
  publicUser,
  removeUser,
  type UserChanges,
  type UserView,
  updateInvitation,
  updateUser,
} from './domain/user.ts';
import type { FindClient } from './find-client.ts';
import type { MemberKey, MemberRecord, MemberRepository } from './member-repository.ts';
import { assertAcceptable } from './password-rule.ts';
import type { Passwords } from './passwords.ts';

export interface UserHandlerParts {
  members: MemberRepository;
  findClient: FindClient;
  passwords: Pick<Passwords, 'hash'>;
}

/** decisions 3: Users. No scope: keys never reach them. */
const forAdmins = { role: 'admin' } as const;

export function userHandlers({ members, passwords, findClient }: UserHandlerParts) {
  return implement('identity', 'UserService', {
    CreateUser: unary(
      CreateUserRequest,
      async ({ user: input }, call) => {
        const { id: vouchedBy, orgId } = call.principal;
        const email = canonicalEmail(input.email);
        const written = await members.create(call, { orgId, email }, async () => {
          const clientId = input.client_id === undefined ? null : await findClient(input.client_id, call);
          const place = { ...placeOf(input), role: input.role, clientId, orgId };
          // Before it is known whether the password counts, so that the time does not tell who has an account.
          const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
          return (isKnown) =>
            passwordHash === null || isKnown
              ? invite({ ...place, email }, call.now, newId)
              : createUser({ ...place, email, passwordHash, vouchedBy }, call.now, newId);
        });
        return replyOf(written);
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
      async ({ patch, fields, ...request }, call) => {
        const key = keyOf(request, call);
        const before = await members.get(key.orgId, key.id);
        const changes = await changesOf(patch, new Set(fields), before, call);
        const { id: by } = call.principal;
        return replyOf(
          await members.update(call, key, {
            invitation: (invitation) => updateInvitation(invitation, changes, call.now),
            user: (member, isSoleOrg) => updateUser(member, { changes, by, isSoleOrg, now: call.now }),
          }),
        );
      },
      forAdmins,
    ),
    DeleteUser: unary(
      RecordRequest,
      async (request, call) => {
        const { value, ...written } = await members.remove(call, keyOf(request, call), {
          invitation: (invitation) => endInvitation(invitation, call.now),
          user: (member) => removeUser(member, call.now),
        });
        return { deletedId: value, ...written };
      },
      forAdmins,
    ),
  });

  async function hashPassword(password: string): Promise<string> {
    await assertAcceptable(password, 'password');
    return passwords.hash(password);
  }

  /** null clears the client, and leaves all else as it is (decisions 1: Null). */
  async function changesOf(
    patch: UserPatch,
    fields: Set<string>,
    before: Membership,
    call: Call,
  ): Promise<UserChanges> {
    const { email, password, client_id: clientId } = patch;
    const isNewClient = clientId !== undefined && clientId !== before.clientId;
    return {
      ...placeOf(patch),
      ...(fields.has('client_id') && { clientId: isNewClient ? await findClient(clientId, call) : (clientId ?? null) }),
      ...(email !== undefined && { email }),
      ...(password !== undefined && { passwordHash: await hashPassword(password) }),
    };
  }
}

function placeOf({ role, is_active: isActive, user_metadata: metadata }: UserPatch) {
  return { ...(role && { role }), ...(isActive !== undefined && { isActive }), ...(metadata && { metadata }) };
}

function keyOf({ id, expectedRevision }: RecordRequest, { principal }: Call): MemberKey {
  return { orgId: principal.orgId, id, expectedRevision };
}

/** Free-form objects travel as JSON text. */
function messageOf(view: UserView) {
  return { ...view, user_metadata: JSON.stringify(view.user_metadata) };
}

function replyOf({ value, eventId, replayed }: Written<MemberRecord>) {
  return { record: messageOf(value.record), revision: value.revision, eventId, replayed };
}
