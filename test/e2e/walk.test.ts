import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTestSettings } from '../config.ts';
import { eventually } from '../support/eventually.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';
import { sendAnyRequest } from '../support/walk/any-request.ts';
import { judgeAudit } from '../support/walk/audit.ts';
import { judgeEventSchemas, judgeLoggedEvents, judgeSentEvents, makeOtherEvents } from '../support/walk/events.ts';
import { judgeForeignOrg } from '../support/walk/foreign-org.ts';
import { judgeKeptFields } from '../support/walk/kept-fields.ts';
import { judgeOwnClient } from '../support/walk/own-client.ts';
import { judgeSchemas } from '../support/walk/schema.ts';
import { judgeAccess } from '../support/walk/scopes.ts';
import { callAll, openWalk, type Walk } from '../support/walk/walk.ts';

/** A walk over all operations of the API reference. Each test is a judge of the same calls: a fault names the operation. */

const { FUZZ_SECONDS } = loadTestSettings();

let system: Tenant;
let walk: Walk;

beforeAll(async () => {
  system = await openTenant();
  walk = await openWalk(system);
  await callAll(walk);
}, 300_000);
afterAll(async () => {
  await walk?.receiver.close();
  await system?.close();
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
}, 30_000);

test('every field that is changed is kept', async () => {
  expect(await judgeKeptFields(walk)).toEqual([]);
}, 60_000);

test(
  'whatever is asked is answered as the reference says, and never with a 5xx',
  () => sendAnyRequest(walk, FUZZ_SECONDS),
  120_000 + FUZZ_SECONDS * 1000,
);
