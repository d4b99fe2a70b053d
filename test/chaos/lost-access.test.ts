import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type FurtherGateway, startFurtherGateway } from '../support/further-gateway.ts';
import { type End, ownProcesses, takeDown } from '../support/outage.ts';
import { type System, startSystem } from '../support/system.ts';

/** decisions 3: every gateway refuses an ended session within 5 s. */
const WITHIN = 5_000;
const PASSWORD = 'correct horse battery';
const env = { RATE_LIMIT_USER: '100000', RATE_LIMIT_ANONYMOUS: '100000' };
const withBroker = ownProcesses().includes('nats') ? describe : describe.skip;
let system: System;
let second: FurtherGateway;
let admin: string;
let end: End | undefined;
let people = 0;

beforeAll(async () => {
  system = await startSystem({ env });
  second = await startFurtherGateway(system, env);
  admin = await system.login();
}, 120_000);

afterEach(async () => {
  await end?.();
  end = undefined;
});

afterAll(async () => {
  await second.stop();
  await system.stop();
}, 60_000);

interface Person {
  id: string;
  token: string;
}

/** Somebody who is logged in, and known to be at both gateways. */
async function newPerson(): Promise<Person> {
  people += 1;
  const email = `person-${people}@example.com`;
  const created = await system.call(admin, 'POST', '/api/v1/users', { email, password: PASSWORD, role: 'staff' });
  const { id } = (await created.json()) as { id: string };
  const token = await system.login({ email, password: PASSWORD });
  expect(await statuses(token)).toEqual([200, 200]);
  return { id, token };
}

/** What both gateways answer to the token. */
function statuses(token: string): Promise<number[]> {
  const urls = [system.run.gateway.url, second.url];
  return Promise.all(urls.map(async (url) => (await system.call(token, 'GET', `${url}/auth/test/staff`)).status));
}

async function refusedEverywhere(token: string, within = WITHIN): Promise<void> {
  await eventually(async () => expect(await statuses(token)).toEqual([401, 401]), within);
}

async function logOut(token: string): Promise<void> {
  expect((await system.call(token, 'POST', '/auth/logout')).status).toBe(200);
}

const ways: [string, (person: Person) => Promise<{ status: number }>][] = [
  ['logging out', ({ token }) => system.call(token, 'POST', '/auth/logout')],
  [
    'a change of password',
    ({ token }) =>
      system.call(token, 'POST', '/api/v1/auth/change-password', {
        current_password: PASSWORD,
        new_password: 'staple paper clip 42 ways',
      }),
  ],
  ['being disabled', ({ id }) => system.call(admin, 'PATCH', `/api/v1/users/${id}`, { is_active: false })],
  ['being deleted', ({ id }) => system.call(admin, 'DELETE', `/api/v1/users/${id}`)],
];

test.each(ways)('after %s both gateways refuse the token within 5 s, and no other', async (_, act) => {
  const [person, other] = [await newPerson(), await newPerson()];
  expect((await act(person)).status).toBe(200);
  await refusedEverywhere(person.token);
  expect(await statuses(other.token)).toEqual([200, 200]);
});

test('identity killed right after it ended a session: refused all the same', async () => {
  const { token } = await newPerson();
  await logOut(token);
  system.kill('identity');
  // Until identity is back, what cannot be confirmed is no yes.
  await eventually(async () => expect(await statuses(token)).not.toContain(200), WITHIN);
  await refusedEverywhere(token, 20_000);
  await eventually(() => system.login(), 20_000);
}, 60_000);

withBroker('without the broker', () => {
  test('the gateways ask identity, and refuse within 5 s', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    end = takeDown(system, 'nats');
    await logOut(person.token);
    await refusedEverywhere(person.token);
    expect(await statuses(other.token)).toEqual([200, 200]);
  }, 60_000);

  test('and identity killed before it could tell anyone, the session is over when both are back', async () => {
    const { token } = await newPerson();
    const endBroker = takeDown(system, 'nats');
    await logOut(token);
    const endIdentity = takeDown(system, 'identity');
    await eventually(async () => expect(await statuses(token)).not.toContain(200), WITHIN + 1_000);
    await Promise.all([endBroker(), endIdentity()]);
    await refusedEverywhere(token, 20_000);
  }, 60_000);

  test('and without identity: 503 naming it after 5 s, for every credential; what is public is served', async () => {
    const { token } = await newPerson();
    const ends = [takeDown(system, 'nats'), takeDown(system, 'identity')];
    end = async () => void (await Promise.all(ends.map((back) => back())));
    await eventually(async () => expect(await statuses(token)).toEqual([503, 503]), WITHIN + 2_000);
    const refusal = await system.call(token, 'GET', '/auth/test/staff');
    expect(refusal.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(await refusal.json()).toMatchObject({
      code: 'upstream_unavailable',
      detail: expect.stringMatching(/identity/),
    });
    for (const path of ['/openapi.json', '/.well-known/jwks.json']) expect((await system.fetch(path)).status).toBe(200);

    await end();
    end = undefined;
    await eventually(async () => expect(await statuses(token)).toEqual([200, 200]), 20_000);
  }, 60_000);

  test('a gateway starts by asking identity; without identity too it is not ready', async () => {
    const { token } = await newPerson();
    await logOut(token);
    const endBroker = takeDown(system, 'nats');
    const third = await startFurtherGateway(system, env);
    await eventually(() => isReady(third));
    expect((await system.call(token, 'GET', `${third.url}/auth/test/staff`)).status).toBe(401);
    expect((await system.call(admin, 'GET', `${third.url}/auth/test/staff`)).status).toBe(200);
    await third.stop();

    const endIdentity = takeDown(system, 'identity');
    end = async () => void (await Promise.all([endBroker(), endIdentity()]));
    const fourth = await startFurtherGateway(system, env);
    expect(await isReady(fourth)).toBe(false);
    expect((await system.call(admin, 'GET', `${fourth.url}/auth/test/staff`)).status).toBe(503);
    await end();
    end = undefined;
    await eventually(() => isReady(fourth), 20_000);
    await fourth.stop();
  }, 90_000);
});

async function isReady({ adminUrl }: FurtherGateway): Promise<boolean> {
  return (await fetch(`${adminUrl}/readyz`)).ok;
}
