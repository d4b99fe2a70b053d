import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system/system.ts';
import { ATTACKS } from '../load/attacks.ts';
import { prepare, prepareHostile, SETTINGS, seedClients, WEBHOOKS, type Workplace } from '../load/battlefield.ts';
import { type FloodKind, runFlood } from '../load/flood.ts';
import { BOMS } from '../load/floods/boms.ts';
import { lists } from '../load/floods/lists.ts';
import { styles } from '../load/floods/styles.ts';
import { watchMemory } from '../load/memory.ts';
import { CALLERS, runLoad } from '../load/run-load.ts';
import { damage } from '../load/verdict.ts';

/** The load: each connection makes half of the attacks, so that about ten make each. */
const LOAD = { seconds: 60, strikes: Math.ceil(ATTACKS.length / 2) };
/** A flood: it lasts until each kind of its shots was done, and honest callers have done four calls each beside them. */
const BRIEF = { firing: 60_000, reading: 60_000, enough: 20, together: true };
/** Records of an org that all of its searches at once find. */
const MANY = 4_000;
const SEARCHES = 20;
/** Milliseconds that each test, and the start, may take on a busy machine. */
jest.setTimeout(180_000);

/** The system of all tests, since a start costs as much as a flood. Each test has a hostile org of its own. */
let system: System;
let workplace: Workplace;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  workplace = await prepare(system, CALLERS);
});
afterAll(() => system.stop());

async function statusOf(asked: ReturnType<System['fetch']>): Promise<number> {
  const response = await asked;
  await response.arrayBuffer();
  return response.status;
}

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

test('searches of an org that find all of its clients are all answered, and hold up no read of another', async () => {
  const { token } = await prepareHostile(system, 'searcher');
  await seedClients(system, token, MANY);
  const { honestKeys, knownClient } = workplace;
  const read = () =>
    system.fetch(`/api/v1/clients/${knownClient}`, { headers: { 'x-api-key': honestKeys[0] as string } });
  const found: unknown[] = [];
  const search = async () => {
    const response = await system.call(token, 'GET', '/api/v1/clients?search=client&sort=name');
    const { pagination } = (await response.json()) as { pagination?: { total: number } };
    found.push([response.status, pagination?.total]);
  };
  const searches = Promise.all(Array.from({ length: SEARCHES }, search));
  // Reads come one after another, for as long as the searches last.
  const reads: number[] = [];
  while (found.length < SEARCHES) reads.push(await statusOf(read()));
  await searches;
  expect(found).toEqual(Array(SEARCHES).fill([200, MANY]));
  expect(new Set(reads)).toEqual(new Set([200]));
  // No read waits for all of them. That they take turns is proved where a turn can be held: `search.test.ts`.
  expect(reads.length).toBeGreaterThan(1);
});

test.each([
  ['large BOMs', BOMS],
  ['large styles', styles(1)],
  ['lists', lists(5)],
])('no flood of %s takes a process past its memory, or keeps others from theirs', async (_, kind) => {
  const results = await run(kind);
  expect(results.flatMap(damage)).toEqual([]);
});
