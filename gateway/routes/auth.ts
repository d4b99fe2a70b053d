import { z } from 'zod';
import {
  LoginForm,
  LoginResponse,
  Me,
  type Membership,
  Role,
  roles,
  SelfPatch,
  User,
} from '#proto/identity/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { form, patch } from '../payload/bodies.ts';
import { publicFormOf } from '../payload/record-form.ts';
import { plain, written } from '../routing/answers.ts';
import { type Request, route } from '../routing/route.ts';

const tag = 'Authentication';

const login = route({
  method: 'POST',
  path: '/auth/login',
  operationId: 'login',
  tag,
  summary: 'Log in',
  description:
    'Exchanges email and password for a bearer token. It is valid for 3600 seconds. After that, or after a 401, log in again.',
  role: 'public',
  idempotent: false,
  refusals: ['invalid_credentials'],
  body: form(LoginForm),
  answer: plain(LoginResponse, { 'Cache-Control': 'no-store' }),
  async handle({ auth }, { body, call }) {
    const request = { ...body, address: call.context.address ?? '' };
    const { access_token, expires_in, user } = await auth.login(request, call);
    return { access_token, token_type: 'bearer', expires_in, user: loginUser(user) };
  },
});

const myself = { path: '/api/v1/auth/me', tag, role: 'client' } as const;

const me = route({
  ...myself,
  method: 'GET',
  operationId: 'getMe',
  summary: 'Read the caller',
  description: 'Returns the caller as it is in this org, and the rest of its rate limit. An API key has no email.',
  keys: 'any',
  withoutOrg: true,
  answer: plain(Me),
  handle: shown,
});

const updateMe = route({
  ...myself,
  method: 'PATCH',
  operationId: 'updateMe',
  summary: 'Change the caller',
  description: 'Changes the name of the calling user in this org. Null clears it.',
  resource: 'User',
  body: patch(SelfPatch, Me),
  answer: written(Me),
  async handle(services, request) {
    const { body, call } = request;
    const { expectedRevision } = request.target;
    const change = { ...body, ...(expectedRevision !== undefined && { expectedRevision }) };
    const { eventId, replayed } = await services.users.updateSelf(change, call);
    return { message: await shown(services, request), eventId, replayed };
  },
});

const roleTests = roles.map(roleTest);

export const authRoutes = [login, me, updateMe, ...roleTests];

/** 200 only if the caller's role is at least the one in the path. */
function roleTest(role: Role) {
  return route({
    method: 'GET',
    path: `/auth/test/${role}`,
    operationId: `test${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    tag,
    summary: `Test for the role ${role}`,
    description: `200 if the caller's role is at least ${role}, else 403.`,
    role,
    // Keys never pass the role test of admin (decisions 3, Scopes).
    ...(role !== 'admin' && { keys: 'any' }),
    answer: plain(z.strictObject({ status: z.literal('ok').describe('It may.'), role: Role })),
    handle: (_, { principal }) => ({ status: 'ok', role: principal.role }),
  });
}

type Caller = Pick<Request<'client', string, unknown, unknown>, 'principal' | 'call' | 'rate'>;

async function shown(services: Services, request: Caller): Promise<z.output<typeof Me>> {
  const { id, orgId, role, clientId, scopes = [] } = request.principal;
  const { limit, remaining, reset } = request.rate;
  const rate_limit = { limit, remaining, reset };
  const here = orgId === '' ? { role: null, org_id: null } : { role, org_id: orgId };
  return { id, ...(await described(services, request)), ...here, client_id: clientId ?? null, scopes, rate_limit };
}

/** Facts about the caller that its credential does not contain. */
async function described({ auth, apiKeys }: Services, { principal, call }: Caller) {
  const { kind, id, orgId, role } = principal;
  if (kind === 'key') {
    const { org_name } = await apiKeys.getCallingKey({}, call);
    return { email: null, name: null, orgs: [{ id: orgId, name: org_name, role }] };
  }
  const { email, name, orgs } = publicUser(await auth.getUser({ id, org_id: orgId }, call));
  return { email, name, orgs: orgs.map(withoutClient) };
}

const publicUser = publicFormOf(User);

function loginUser(message: unknown): z.output<typeof LoginResponse>['user'] {
  const { id, email, name, role, org_id, client_id, orgs, user_metadata } = publicUser(message);
  const app_metadata = { org_id: org_id || null, client_id, orgs: orgs.map(withoutClient) };
  return { id, email, name, role: role || null, app_metadata, user_metadata: JSON.parse(user_metadata || '{}') };
}

const withoutClient = ({ id, name, role }: z.output<typeof Membership>) => ({ id, name, role });
