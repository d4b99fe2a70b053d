import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OrgUser } from '#proto/identity/v1/contract.ts';
import { eventually } from '../support/eventually.ts';
import { mailsTo } from '../support/system/mail.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/**
 * Milliseconds in which both gateways must refuse an ended session (decisions 3: Sessions end early). The tests prove
 * that the admin of an org can do nothing to users of another org.
 */
const SOON = 5_000;
const OWN = 'what only the owner knows';
const KNOWN = 'what mallory has chosen';
/** Emails of this file alone: the shared system knows users of other files. */
const emailOf = (name: string) => `${name}@${system.orgId}.example`;
const env = { RATE_LIMIT_USER: '100000', RATE_LIMIT_ANONYMOUS: '100000' };

let system: Tenant;
let second: Replica;
/** Token of the admin of both orgs. `orgA` or `orgB` in a request selects the org. */
let admin: string;
let orgA: string;
let orgB: string;
beforeAll(async () => {
  system = await openTenant();
  second = await startReplica(system, 'gateway', env);
  admin = await system.login();
  const org = async (name: string) => (await send<{ id: string }>(admin, 'POST', '/api/v1/orgs', { name })).body.id;
  [orgA, orgB] = [await org('Alpha Mill'), await org('Beta Mill')];
}, 120_000);
afterAll(async () => {
  await second?.stop();
  await system?.close();
}, 60_000);

async function send<Body = Record<string, unknown>>(
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
  orgId?: string,
) {
  const response = await system.fetch(path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(orgId !== undefined && { 'x-org-id': orgId }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Statuses that both gateways answer in this org. */
const statuses = (token: string, orgId: string, path = '/auth/test/staff') =>
  Promise.all(
    [system.run.gateway.url, second.address].map(
      async (url) => (await send(token, 'GET', `${url}${path}`, undefined, orgId)).status,
    ),
  );

async function takeIn(orgId: string, user: object): Promise<OrgUser> {
  const { status, body } = await send<OrgUser>(admin, 'POST', '/api/v1/users', { role: 'staff', ...user }, orgId);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Accepts the newest invitation to the org that was mailed to this address. Returns the status. */
async function accept(email: string, orgName: string, password?: string): Promise<number> {
  const mail = await eventually(() => mailsTo(system, email).findLast((text) => text.includes(orgName)) ?? false);
  const token = /accept-invitation#([\w-]{43})/.exec(String(mail))?.[1];
  return (await send(undefined, 'POST', '/api/v1/auth/accept-invitation', { token, ...(password && { password }) }))
    .status;
}

const me = async (token: string) =>
  (await send<{ id: string; org_id: string | null; orgs: { id: string }[] }>(token, 'GET', '/api/v1/auth/me')).body;

test('an admin elsewhere neither logs a user out, nor sees whether an email is known, nor binds its own admin', async () => {
  const email = emailOf('ann');
  const { id } = await takeIn(orgA, { email, password: OWN });
  const token = await system.login({ email, password: OWN });
  const invited = await takeIn(orgB, { email, password: KNOWN });
  const unknown = await takeIn(orgB, { email: emailOf('nobody') });
  expect(invited).toEqual({ ...unknown, ...pick(invited, 'id', 'email', 'created_at', 'updated_at') });
  expect([invited.is_pending, invited.id === id]).toEqual([true, false]);
  expect((await me(token)).orgs.map((org) => org.id)).toEqual([orgA]);

  expect((await send(admin, 'PATCH', `/api/v1/users/${invited.id}`, { role: 'admin' }, orgB)).status).toBe(200);
  expect((await send(admin, 'DELETE', `/api/v1/users/${invited.id}`, undefined, orgB)).status).toBe(200);
  await takeIn(orgB, { email });
  const { body } = await send<{ detail: string }>(token, 'GET', '/auth/test/client', undefined, orgB);
  // A user who has not proven the ownership of the email does not learn that there is an invitation.
  expect(body.detail).toBe('Insufficient permissions');
  expect((await send(admin, 'PATCH', `/api/v1/users/${id}`, { password: 'set by its own admin' }, orgA)).status).toBe(
    200,
  );
  await eventually(async () => (await statuses(token, orgA)).every((status) => status === 401), SOON);
});

const pick = (user: OrgUser, ...names: (keyof OrgUser)[]) =>
  Object.fromEntries(names.map((name) => [name, user[name]]));

test('what an org does with its membership is felt there within 5 s, at every gateway, and nowhere else', async () => {
  const email = emailOf('eve');
  await takeIn(orgA, { email });
  expect(await accept(email, 'Alpha Mill', OWN)).toBe(200);
  await takeIn(orgB, { email });
  expect(await accept(email, 'Beta Mill')).toBe(200);
  const token = await system.login({ email, password: OWN });
  const { id } = await me(token);
  const inB = (status: number, path?: string) =>
    eventually(async () => expect(await statuses(token, orgB, path)).toEqual([status, status]), SOON);
  await inB(200);

  await send(admin, 'PATCH', `/api/v1/users/${id}`, { role: 'admin' }, orgB);
  await inB(200, '/auth/test/admin');
  await send(admin, 'PATCH', `/api/v1/users/${id}`, { role: 'staff' }, orgB);
  await inB(403, '/auth/test/admin');
  await send(admin, 'PATCH', `/api/v1/users/${id}`, { is_active: false }, orgB);
  await inB(403);
  await send(admin, 'PATCH', `/api/v1/users/${id}`, { is_active: true }, orgB);
  await inB(200);
  await send(admin, 'DELETE', `/api/v1/users/${id}`, undefined, orgB);
  await inB(403);
  const third = await startReplica(system, 'gateway', env);
  expect((await send(token, 'GET', `${third.address}/auth/test/staff`, undefined, orgB)).status).toBe(403);
  await third.stop();
  expect(await statuses(token, orgA)).toEqual([200, 200]);

  await send(admin, 'DELETE', `/api/v1/users/${id}`, undefined, orgA);
  await eventually(async () => expect(await statuses(token, orgA, '/api/v1/auth/me')).toEqual([401, 401]), SOON);
}, 60_000);
