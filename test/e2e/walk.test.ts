import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTestSettings } from '../config.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';
import { sendAnyRequest } from '../support/walk/any-request.ts';
import { judgeSchemas } from '../support/walk/schema.ts';
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
afterAll(() => system?.close(), 60_000);

test('every request that the reference shows is answered as it says', () => {
  expect(walk.targets.length).toBeGreaterThan(150);
  expect(judgeSchemas(walk)).toEqual([]);
});

test(
  'whatever is asked is answered as the reference says, and never with a 5xx',
  () => sendAnyRequest(walk, FUZZ_SECONDS),
  120_000 + FUZZ_SECONDS * 1000,
);
