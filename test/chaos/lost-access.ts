import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type End, ownProcesses, takeDown } from '../support/system/outage.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { token as admin, system } from './system-of-outages.ts';

/** Milliseconds in which all gateways must refuse an ended session (decisions 3). */
const WITHIN = 5_000;
const PASSWORD = 'correct horse battery';
const env = { RATE_LIMIT_USER: '100000', RATE_LIMIT_ANONYMOUS: '100000' };
const withBroker = ownProcesses().includes('nats') ? describe : describe.skip;
let second: Replica;
/** A user who keeps all sessions and rights in all tests. */
let bystander: Person;
const outages: End[] = [];
let people = 0;

interface Person {
  id: string;
  token: string;
}

/** Creates a user and logs in. Both gateways accept the token. */
async function newPerson(role = 'staff'): Promise<Person> {
  people += 1;
  const email = `person-${people}@example.com`;
  const { id } = await system.json<Person>(admin, 'POST', '/api/v1/users', { email, password: PASSWORD, role });
  const token = await system.login({ email, password: PASSWORD });
  expect(await statuses(token)).toEqual([200, 200]);
  return { id, token };
}

const gateways = () => [system.run.gateway.url, second.address];
const statusAt = async (url: string, token: string) =>
  (await system.call(token, 'GET', `${url}/auth/test/staff`)).status;

/** The answers of both gateways to the token. */
const statuses = (token: string) => Promise.all(gateways().map((url) => statusAt(url, token)));

/**
 * Waits until the answer of each gateway is as expected. The gateways are polled separately, so that one that waits for
 * identity does not delay the other.
 */
async function everywhere(token: string, within: number, judge: (status: number) => void): Promise<void> {
  await Promise.all(gateways().map((url) => eventually(async () => judge(await statusAt(url, token)), within)));
}

/** Stops a process until the end of the test, or until `bringBack`. */
function takeAway(name: string): void {
  outages.push(takeDown(system, name));
}

async function bringBack(): Promise<void> {
  await Promise.all(outages.splice(0).map((end) => end()));
}

const refusedEverywhere = (token: string, within = WITHIN) =>
  everywhere(token, within, (status) => expect(status).toBe(401));

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

describe('access that was taken away', () => {
  beforeAll(async () => {
    second = await startReplica(system, 'gateway', env);
    bystander = await newPerson();
  }, 120_000);

  afterEach(bringBack);

  afterAll(async () => {
    await second?.stop();
  }, 60_000);

  test.each(ways)('after %s both gateways refuse the token within 5 s, and no other', async (_, act) => {
    const person = await newPerson();
    expect((await act(person)).status).toBe(200);
    await refusedEverywhere(person.token);
    expect(await statuses(bystander.token)).toEqual([200, 200]);
  });

  test('identity killed right after it ended a session: refused all the same', async () => {
    const { token } = await newPerson();
    await logOut(token);
    system.kill('identity');
    // While identity is down, the gateways cannot confirm the session, so they must not accept the token.
    await everywhere(token, WITHIN, (status) => expect(status).not.toBe(200));
    await refusedEverywhere(token, 20_000);
    await eventually(() => system.login(), 20_000);
  }, 60_000);

  test('identity killed right after it lowered a role: the higher role is refused all the same', async () => {
    const { id, token } = await newPerson('admin');
    const statusesOfAdmin = () =>
      Promise.all(gateways().map(async (url) => (await system.call(token, 'GET', `${url}/auth/test/admin`)).status));
    expect(await statusesOfAdmin()).toEqual([200, 200]);
    await system.call(admin, 'PATCH', `/api/v1/users/${id}`, { role: 'staff' });
    system.kill('identity');
    await eventually(async () => expect(await statusesOfAdmin()).toEqual([403, 403]), 20_000);
    expect(await statuses(token)).toEqual([200, 200]);
  }, 60_000);

  withBroker('without the broker', () => {
    test('the gateways ask identity, and refuse within 5 s', async () => {
      const person = await newPerson();
      takeAway('nats');
      await logOut(person.token);
      await refusedEverywhere(person.token);
      expect(await statuses(bystander.token)).toEqual([200, 200]);
    }, 60_000);

    test('and without identity: 503 naming it after 5 s, for every credential; what is public is served, what was ended stays so', async () => {
      const ended = await newPerson();
      const { token } = await newPerson();
      takeAway('nats');
      // The broker is down, so identity cannot publish the end of the session before it is killed.
      await logOut(ended.token);
      takeAway('identity');
      await Promise.all([
        everywhere(ended.token, WITHIN + 1_000, (status) => expect(status).not.toBe(200)),
        everywhere(token, WITHIN + 2_000, (status) => expect(status).toBe(503)),
      ]);
      const refusal = await system.call(token, 'GET', '/auth/test/staff');
      expect(refusal.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect(await refusal.json()).toMatchObject({
        code: 'upstream_unavailable',
        detail: expect.stringMatching(/identity/),
      });
      for (const path of ['/openapi.json', '/.well-known/jwks.json'])
        expect((await system.fetch(path)).status).toBe(200);

      await bringBack();
      await refusedEverywhere(ended.token, 20_000);
      await eventually(async () => expect(await statuses(token)).toEqual([200, 200]), 20_000);
    }, 60_000);

    test('a gateway starts by asking identity; without identity too it is not ready', async () => {
      const { token } = await newPerson();
      await logOut(token);
      takeAway('nats');
      const third = await startReplica(system, 'gateway', env);
      await eventually(() => isReady(third));
      expect((await system.call(token, 'GET', `${third.address}/auth/test/staff`)).status).toBe(401);
      expect((await system.call(admin, 'GET', `${third.address}/auth/test/staff`)).status).toBe(200);
      await third.stop();

      takeAway('identity');
      const fourth = await startReplica(system, 'gateway', env);
      expect(await isReady(fourth)).toBe(false);
      expect((await system.call(admin, 'GET', `${fourth.address}/auth/test/staff`)).status).toBe(503);
      await bringBack();
      await eventually(() => isReady(fourth), 20_000);
      await fourth.stop();
    }, 90_000);
  });

  async function isReady({ adminUrl }: Replica): Promise<boolean> {
    return (await fetch(`${adminUrl}/readyz`)).ok;
  }
});
