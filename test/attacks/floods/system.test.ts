import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system/system.ts';
import { ATTACKS } from '../load/attacks.ts';
import { prepare, prepareHostile, SETTINGS, WEBHOOKS, type Workplace } from '../load/battlefield.ts';
import { type FloodKind, runFlood } from '../load/flood.ts';
import { BOMS } from '../load/floods/boms.ts';
import { lists } from '../load/floods/lists.ts';
import { styles } from '../load/floods/styles.ts';
import { watchMemory } from '../load/memory.ts';
import { CALLERS, runLoad } from '../load/run-load.ts';
import { damage } from '../load/verdict.ts';

/**
 * Length of the load. Each of the 20 connections makes half of the attacks, so that each attack is made about ten
 * times.
 */
const LOAD = { seconds: 60, strikes: Math.ceil(ATTACKS.length / 2) };
/**
 * Length of a flood: until each kind of shot has got its expected answer, and the honest callers have made 20 calls.
 */
const BRIEF = { firing: 60_000, reading: 60_000, enough: 20, together: true };
/** Timeout of each test and of the start, in milliseconds, for busy machines. */
jest.setTimeout(180_000);

/** The same system for all tests, because a start takes as long as a flood. Each test has its own hostile org. */
let system: System;
let workplace: Workplace;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  workplace = await prepare(system, CALLERS);
});
afterAll(() => system.stop());

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const run = (kind: FloodKind) => runFlood(kind, system, workplace, watchMemory(system), BRIEF);

test('honest callers are served beside a load of hostile requests, and no process passes its memory limit', async () => {
  const hostile = await prepareHostile(system, 'mallory', WEBHOOKS);
  const result = await runLoad({ ...workplace, hostile }, watchMemory(system), LOAD);
  for (const [name] of ATTACKS)
    expect([name, sum(Object.values(result.tally[name] ?? {})) >= LOAD.strikes]).toEqual([name, true]);
  expect(result.samples.length).toBeGreaterThan(0);
  expect(damage(result)).toEqual([]);
});

test.each([
  ['large BOMs', BOMS],
  ['large styles', styles(1)],
  ['lists', lists(5)],
])('no flood of %s takes a process past its memory, or keeps others from theirs', async (_, kind) => {
  const results = await run(kind);
  expect(results.flatMap(damage)).toEqual([]);
});
