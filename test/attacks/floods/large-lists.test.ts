import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system.ts';
import { SETTINGS } from '../load/battlefield.ts';
import { Flood, type Shot } from '../load/flood.ts';
import type { Sample } from '../load/honest.ts';
import { watchMemory } from '../load/memory.ts';
import { damage } from '../load/verdict.ts';

/** A page of 100 records of 60 KB is 6 MB: 40 that were read at once ended product, of any resource and org. */
const HOSTILE = 40;
/** Of each flood. */
const MILLISECONDS = 4_000;
const RECORDS = 110;

const contact = { contactName: '\u0001'.repeat(198), email: 'a@b.example' };
const client = { name: 'Acme', country: 'DE', currency: 'EUR', maxAccountValue: 1, contacts: Array(60).fill(contact) };
const material = { name: 'Twill', type: 'plain', note: '\u0001'.repeat(10_000) };

let system: System;
let flood: Flood;
let webhook: string;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  flood = await Flood.prepare(system, HOSTILE);
  // It has as many as it may, which nobody answers.
  const { json } = await flood.send(get('webhooks?limit=1'));
  const { data } = json() as unknown as { data: { id: string }[] };
  webhook = String(data[0]?.id);
  for (let made = 0; made < RECORDS; made++) {
    for (const [path, body] of [
      ['materials', material],
      ['clients', client],
    ] as const)
      expect((await flood.send(post(path, body))).status).toBe(200);
  }
}, 240_000);
afterAll(async () => {
  await flood.close();
  await system.stop();
}, 60_000);

const post = (path: string, body: object): Shot => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify(body),
});
const get = (path: string): Shot => ({ method: 'GET', path: `/api/v1/${path}` });

test('no flood of lists takes a process past its memory, or keeps others from theirs', async () => {
  const memory = watchMemory(system);
  const samples: Sample[] = [];
  for (const path of [
    'materials?limit=100',
    'materials/export',
    'clients?limit=100',
    'clients/export',
    `webhooks/${webhook}/deliveries?limit=200`,
    'audit-log/export',
  ]) {
    const fared = await flood.fire([get(path)], MILLISECONDS);
    samples.push(...fared.samples);
    expect([path, fared.statuses.get(500)]).toEqual([path, undefined]);
    const { status, json } = await flood.send(get(path));
    expect([path, status]).toEqual([path, 200]);
    // Whole, however many messages it came in.
    if (path.endsWith('limit=100')) expect((json() as unknown as { data: unknown[] }).data).toHaveLength(100);
  }
  expect(damage({ samples, tally: {}, memory: memory() })).toEqual([]);
}, 240_000);
