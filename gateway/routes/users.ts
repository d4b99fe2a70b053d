import { OrgUser, UserInput, UserPatch, userFilters, userSorts } from '#proto/identity/v1/contract.ts';
import { json, patch } from '../payload/bodies.ts';
import { deleted, record } from '../routing/answers.ts';
import { listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';

const tag = 'Users';
const resource = 'User';
const path = '/api/v1/users';
const role = 'admin';

/** These routes have no scope: no API key may manage users (decisions 3: Scopes). */
export const userRoutes = [
  ...listRoutes({
    path,
    operationId: 'listUsers',
    tag,
    names: "the org's users",
    about: 'Invitations that wait are among them.',
    role,
    item: OrgUser,
    filters: userFilters,
    sorts: userSorts,
    searches: 'email',
    fetch: ({ users }, request, call) => users.listUsers(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createUser',
    tag,
    summary: 'Take a user into the org',
    description:
      'With a password, an email that is new to the system is a user at once. Any other is invited: its owner is mailed a link by which it accepts, within 7 days. Until then the entry is pending, with an id of its own, and says nothing of whether the email is known; inviting it again answers with the entry as it is, and mails again, at most once a minute. The role `client` needs a `client_id`.',
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
    description: 'As it is in this org; says nothing of others.',
    role,
    resource,
    answer: record(OrgUser),
    handle: ({ users }, { target, call }) => users.getUser({ id: target.id }, call),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateUser',
    tag,
    summary: 'Change a user of the org',
    description:
      'A change of role or client, or to inactive, is felt in this org within 5 seconds, and touches no other: sessions go on, unless it was the last org that the user could act in. A new email or password ends all sessions; those of a user who has another org too, or is only invited, are its own: 403. The last active admin stays one: 409.',
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
    summary: 'Take a user out of the org',
    description:
      'Its requests in this org are a 403 within 5 seconds; its sessions, and the account, end with its last org. Of a pending entry: withdraws the invitation. The last active admin stays: 409.',
    role,
    resource,
    answer: deleted(resource),
    handle: ({ users }, { target, call }) => users.deleteUser(target, call),
  }),
];
