import {
  Member,
  memberFilters,
  memberSorts,
  OrgUser,
  UserInput,
  UserPatch,
  userFilters,
  userRanges,
  userSorts,
} from '#proto/identity/v1/contract.ts';
import { json, patch } from '../payload/bodies.ts';
import { deleted, record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';

const tag = 'Users';
const resource = 'User';
const path = '/api/v1/users';
const role = 'admin';

/** These routes have no scope: no API key may manage users or read their names (decisions 3: Scopes). */
export const userRoutes = [
  ...listRoutes({
    path,
    operationId: 'listUsers',
    tag,
    names: "the org's users",
    about: 'The list includes users whose invitation is pending.',
    role,
    item: OrgUser,
    filters: userFilters,
    sorts: userSorts,
    ranges: userRanges,
    searches: 'email and name',
    fetch: ({ users }, request, call) => users.listUsers(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createUser',
    tag,
    summary: 'Add a user to the org',
    description:
      'With a password, and an email that no user of the system has, creates the user immediately. In all other cases invites the owner of the email: it gets a link by mail, and can accept within 7 days. Until then the entry is pending. It has an id of its own, and does not reveal whether the system knows the email. Another invitation of the same email returns the unchanged entry, and sends another mail, at most once a minute. The role `client` needs a `client_id`.',
    role,
    body: json(UserInput, OrgUser),
    answer: record(OrgUser),
    creates: true,
    handle: ({ users }, { body, call }) => users.createUser({ user: body }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getUser',
    tag,
    summary: 'Read a user of the org',
    description: 'Returns the user as it is in this org, without its other orgs.',
    role,
    resource,
    query: reading(OrgUser),
    answer: record(OrgUser),
    handle: async ({ users }, { target, query: { fields: chosen }, call }) => ({
      ...(await users.getUser({ id: target.id }, call)),
      chosen,
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateUser',
    tag,
    summary: 'Change a user of the org',
    description:
      'A new role, a new client or `is_active: false` takes effect in this org within 5 seconds, and in no other org. Sessions do not end, unless the user can no longer use any org. A new email or password ends all sessions. An admin cannot set them for a user who has another org too, or whose invitation is pending (403). The last active admin cannot lose its role (409).',
    role,
    resource,
    body: patch(UserPatch, OrgUser),
    answer: record(OrgUser),
    handle: ({ users }, { target, body, call }) => users.updateUser({ ...target, ...body }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    operationId: 'deleteUser',
    tag,
    summary: 'Remove a user from the org',
    description:
      'Removes the user from this org. Within 5 seconds its requests in this org are a 403. If it was its last org, its sessions end and its account is removed. If the entry is pending, the invitation is withdrawn. The last active admin cannot be removed (409).',
    role,
    resource,
    answer: deleted(resource),
    handle: ({ users }, { target, call }) => users.deleteUser(target, call),
  }),
  ...listRoutes({
    path: '/api/v1/members',
    operationId: 'listMembers',
    tag,
    names: "the org's members",
    about: 'Has the names of all users of the org, for callers who may not manage users. Invitations are left out.',
    role: 'staff',
    item: Member,
    filters: memberFilters,
    sorts: memberSorts,
    order: 'name',
    searches: 'name',
    fetch: ({ users }, request, call) => users.listMembers(request, call),
  }),
];
