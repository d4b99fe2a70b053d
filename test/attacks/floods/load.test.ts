import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system.ts';
import { prepare, SETTINGS } from '../load/battlefield.ts';
import { CALLERS, runLoad } from '../load/run-load.ts';
import { damage } from '../load/verdict.ts';

/** Long enough for each attack to be struck by each connection that gets answers. */
const SECONDS = 8;

let system: System;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
}, 120_000);
afterAll(() => system.stop(), 60_000);

test('honest callers are served beside a load of hostile requests, and no process passes its memory limit', async () => {
  const result = await runLoad(system, await prepare(system, CALLERS), SECONDS);
  expect(result.samples.length).toBeGreaterThan(0);
  expect(damage(result)).toEqual([]);
}, 120_000);
