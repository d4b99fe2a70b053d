import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { withBroker } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { type System, startSystem } from '../support/system/system.ts';

const backends = shareBackends();
let system: System;
beforeAll(async () => {
  system = await startSystem({ env: backends.env });
}, 120_000);
afterAll(async () => {
  await system.stop();
  await backends.cleanUp();
}, 60_000);

/** What `npm run dead-letters` prints, and how it ends. */
async function run(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, stdout } = await system.runScript('dead-letters', ...args);
  return { code, lines: stdout.trim().split('\n') };
}

test('what no service understands is listed, replayed by number, and removed, beside the running system', async () => {
  expect(await run('list')).toEqual({ code: 0, lines: ['0 dead letters'] });
  await withBroker(system, async (connection) => {
    await jetstream(connection).publish('events.product.style.updated', 'poison');
  });
  // Finance, identity and notification are brought product's events.
  const [letter = ''] = await eventually(async () => {
    const { lines } = await run('list');
    return lines.at(-1) === '3 dead letters' && lines;
  }, 30_000);
  await eventually(async () => {
    const metrics = await (await fetch(`${system.run.topology.adminUrl}/metrics`)).text();
    for (const consumer of ['finance', 'identity', 'notification'])
      expect(metrics).toContain(`dead_letters_waiting{consumer="${consumer}"} 1\n`);
  });
  expect(letter).toMatch(/^\d+ {2}2\S+Z {2}\w+ {2}events\.product\.style\.updated {2}Error: Message is not JSON$/);
  const [number = ''] = letter.split(' ');
  expect(await run('replay', number)).toEqual({ code: 0, lines: [`${number}: replayed`] });
  expect(await run('show', number)).toEqual({ code: 1, lines: [`${number}: there is no such letter`] });
  // All three have been brought it once more.
  const numbers = await eventually(async () => {
    const { lines } = await run('list');
    return lines.at(-1) === '5 dead letters' && lines.slice(0, -1).map((line) => line.split(' ')[0] ?? '');
  }, 30_000);
  expect((await run('remove', ...numbers)).code).toBe(0);
  expect(await run()).toEqual({ code: 0, lines: ['0 dead letters'] });
}, 90_000);
