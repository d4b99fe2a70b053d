import { OrgUser, UserInput, UserPatch, userFilters, userSorts } from '#proto/identity/v1/contract.ts';
import { deleted, record } from '../answers.ts';
import { json, patch } from '../bodies.ts';
import { listRoute } from '../list.ts';
import { route } from '../route.ts';

const tag = 'Users';
const resource = 'User';
const path = '/api/v1/users';
const role = 'admin';

/** No scope: API keys never reach users (decisions 3: Scopes). */
export const userRoutes = [
  listRoute({
    path,
    operationId: 'listUsers',
    tag,
    summary: "List the org's users",
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
      'An email that is known to the system is invited and keeps its password. The role `client` needs a `client_id`. Who has no password, or none of its own, is mailed a link to set one.',
    role,
    refusals: ['conflict'],
    body: json(UserInput, OrgUser),
    answer: record(OrgUser),
    creates: true,
    handle: ({ users }, { body, call }) => users.createUser({ user: onWire(body) }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getUser',
    tag,
    summary: 'Read a user of the org',
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
      'A change of role, client, email, password or to inactive ends all of its sessions. The email and password of a user who has another org too are its own: 403. The last active admin stays one: 409.',
    role,
    resource,
    refusals: ['conflict'],
    body: patch(UserPatch, OrgUser),
    answer: record(OrgUser),
    handle: ({ users }, { target, body, call }) =>
      users.updateUser({ ...target, patch: onWire(body.patch), fields: body.fields }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    operationId: 'deleteUser',
    tag,
    summary: 'Take a user out of the org',
    description: 'Ends all of its sessions, and the account with its last org. The last active admin stays: 409.',
    role,
    resource,
    refusals: ['conflict'],
    answer: deleted(resource),
    handle: ({ users }, { target, call }) => users.deleteUser(target, call),
  }),
];

/** A free-form object travels as JSON text. */
function onWire<Body extends UserPatch>({ user_metadata: metadata, ...body }: Body) {
  return { ...body, ...(metadata && { user_metadata: JSON.stringify(metadata) }) };
}
