import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTestSettings } from '../config.ts';
import { eventually } from '../support/eventually.ts';
import { leaks, type Written } from '../support/leaks.ts';
import { sendAnyRequest } from '../support/walk/any-request.ts';
import { judgeAudit } from '../support/walk/audit.ts';
import { judgeEventSchemas, judgeLoggedEvents, judgeSentEvents, makeOtherEvents } from '../support/walk/events.ts';
import { judgeForeignOrg } from '../support/walk/foreign-org.ts';
import { judgeKeptFields } from '../support/walk/kept-fields.ts';
import { judgeOwnClient } from '../support/walk/own-client.ts';
import { judgeSchemas } from '../support/walk/schema.ts';
import { judgeAccess } from '../support/walk/scopes.ts';
import { lookThrough, misuseSecrets, ownSecretsOf } from '../support/walk/secrets.ts';
import { callAll, openWalk, type Walk } from '../support/walk/walk.ts';
import { startWalked, type Walked } from '../support/walk/walked-system.ts';

/** A walk over all operations of the API reference. Each test is a judge of the same calls: a fault names the operation. */

const { FUZZ_SECONDS } = loadTestSettings();

let walked: Walked;
let walk: Walk;

beforeAll(async () => {
  walked = await startWalked();
  walk = await openWalk(walked);
  await callAll(walk);
}, 600_000);
afterAll(async () => {
  await walked?.close();
  await walk?.receiver.close();
}, 60_000);

test('every request that the reference shows is answered as it says', () => {
  expect(walk.targets.length).toBeGreaterThan(150);
  expect(judgeSchemas(walk)).toEqual([]);
});

test('every caller is let in or refused as the table of access says', async () => {
  expect(await judgeAccess(walk)).toEqual([]);
});

test('an admin of another org is shown nothing, and changes nothing', () => {
  expect(judgeForeignOrg(walk)).toEqual([]);
});

test('a client user finds the records of its own client alone', async () => {
  expect(await judgeOwnClient(walk)).toEqual([]);
}, 60_000);

/** decisions 1: Eventual facts. Milliseconds. */
const SOON = 5_000;

test('every write is in the audit log within 5 s, with who did what to which record', async () => {
  await eventually(async () => expect(await judgeAudit(walk)).toEqual([]), SOON);
}, 30_000);

test('the event of every write is in the log within 5 s, and events of all types are', async () => {
  await makeOtherEvents(walk);
  await eventually(async () => expect(await judgeLoggedEvents(walk)).toEqual([]), SOON);
}, 30_000);

test('a receiver of all events is sent each of them', async () => {
  await eventually(async () => expect(await judgeSentEvents(walk)).toEqual([]));
}, 30_000);

test('events are as their schemas say', async () => {
  expect(await judgeEventSchemas(walk)).toEqual([]);
}, 600_000);

test('every field that is changed is kept', async () => {
  expect(await judgeKeptFields(walk)).toEqual([]);
}, 600_000);

test(
  'whatever is asked is answered as the reference says, and never with a 5xx',
  () => sendAnyRequest(walk, FUZZ_SECONDS),
  300_000 + FUZZ_SECONDS * 1000,
);

test.each([0, 1, 2, 3])('a leak would be found, %i bytes into a base64 text too', (offset) => {
  const secret = 'admin+Passphrase/of=the~first&start';
  const text = Buffer.from(`${'x'.repeat(offset)}${secret} and more`).toString('base64');
  const found = leaks(new Map([['it', secret]]), [{ where: 'here', text }]);
  expect(found).toEqual(['it as base64 in here']);
});

// Last, since it stops the system.
test('no secret was written anywhere', async () => {
  const { system, token, callers } = walk;
  const secrets = ownSecretsOf(system).set('access token', token);
  secrets.set('used key', String(callers.mightyKey['x-api-key']));
  expect(await misuseSecrets(walk, secrets)).toEqual([]);
  await callDying(secrets);
  const pages = await adminPages();
  await system.stop();
  const written = lookThrough(walk, secrets, pages);
  expect(written.filter(({ where }) => where.startsWith('log/')).length).toBeGreaterThanOrEqual(5);
  expect(statSync(join(system.dataDir, 'secrets.json')).mode & 0o077).toBe(0);
  expect(secrets.size).toBeGreaterThan(40);
  const known = leaks(new Map([['email', 'staff@example.com']]), written);
  expect(known).toContain('email as text in message events.identity.user.created');
  expect(leaks(secrets, written)).toEqual([]);
}, 120_000);

/** A service that dies takes with it what it was told. */
async function callDying(secrets: Map<string, string>): Promise<void> {
  const { system, token } = walk;
  const password = 'what nobody took-Kq7~vZ';
  secrets.set('password of a failed call', password);
  const before = system.pid('identity');
  system.kill('identity');
  const statuses = new Set<number>();
  for (let i = 0; i < 5; i++) {
    const body = new URLSearchParams({ username: system.admin.email, password });
    statuses.add((await system.fetch('/auth/login', { method: 'POST', body })).status);
    const user = { email: `dying${i}@example.com`, role: 'staff', password };
    statuses.add((await system.call(token, 'POST', '/api/v1/users', user)).status);
  }
  expect(statuses).toContain(503);
  await eventually(async () => system.pid('identity') !== before && system.login(), 30_000);
}

/** The answers of each process about itself. */
async function adminPages(): Promise<Written[]> {
  const { gateway, topology, services } = walk.system.run;
  const urls = [gateway, topology, ...Object.values(services)].flatMap(({ adminUrl }) =>
    ['/metrics', '/readyz', '/livez'].map((path) => adminUrl + path),
  );
  return Promise.all(urls.map(async (where) => ({ where, text: await (await fetch(where)).text() })));
}
