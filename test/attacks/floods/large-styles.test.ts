import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { type System, startSystem } from '../../support/system.ts';
import { type Battlefield, prepare, SETTINGS } from '../load/battlefield.ts';
import { type Sample, workHonestly } from '../load/honest.ts';
import { watchMemory } from '../load/memory.ts';
import { damage } from '../load/verdict.ts';

/** A style of 2,000 SKUs comes of a body of a few kilobytes: imports of them took product past its heap. */
const HOSTILE = 20;
const HONEST = 5;
/** Of each flood. */
const MILLISECONDS = 4_000;
/** Of an answer: some are gigabytes. */
const LONGEST = 12_000;
/** After a 429: what is to be shown is what the turns let through. */
const DETERRED = 100;

const names = (prefix: string, count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(length, '.'));
const styleOf = (length: number) => ({ name: 'Parka', colors: names('c', 45, length), sizes: names('s', 44, length) });
const csvOf = (lines: number, length: number) => {
  const { colors, sizes } = styleOf(length);
  const cell = (list: string[]) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;
  return ['name,colors,sizes', ...Array(lines).fill(`Parka,${cell(colors)},${cell(sizes)}`)].join('\n');
};

interface Shot {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
  type?: string;
}

let system: System;
let battlefield: Battlefield;
let pool: Pool;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  battlefield = await prepare(system, HONEST);
  const { url, ca } = battlefield;
  pool = new Pool(url, { connections: HOSTILE, connect: { ca, servername: 'localhost' } });
}, 120_000);
afterAll(async () => {
  await pool.destroy();
  await system.stop();
}, 60_000);

async function send({ method, path, body, type = 'application/json' }: Shot, signal?: AbortSignal) {
  const headers = { authorization: `Bearer ${battlefield.hostile.token}`, 'content-type': type };
  const request = { method, path: `/api/v1/styles${path}`, headers, body: body ?? null, ...(signal && { signal }) };
  const { statusCode: status, body: answer } = await pool.request(request);
  return { status, answer };
}

async function drain(answer: AsyncIterable<Buffer> = Readable.from([])): Promise<void> {
  for await (const _ of answer);
}

/** All connections fire, beside honest callers of another org. */
async function flood(shot: Shot): Promise<{ samples: Sample[]; statuses: Set<number> }> {
  const end = Date.now() + MILLISECONDS;
  const ending = AbortSignal.timeout(LONGEST);
  const statuses = new Set<number>();
  const fire = async () => {
    while (Date.now() < end) {
      const { status, answer } = await send(shot, ending).catch(() => ({ status: 0, answer: undefined }));
      statuses.add(status);
      // One that is read too slowly is broken off, which is one way to keep within the memory.
      await drain(answer).catch(() => undefined);
      if (status === 429) await delay(DETERRED);
    }
  };
  const firing = Array.from({ length: HOSTILE }, fire);
  const samples = await workHonestly(battlefield, end);
  await Promise.all(firing);
  return { samples, statuses };
}

test('no flood of large styles takes a process past its memory, or keeps others from theirs', async () => {
  const memory = watchMemory(system);
  const csv = (lines: number, length: number): Shot => ({
    ...{ method: 'POST', path: '/import', type: 'text/csv' },
    body: csvOf(lines, length),
  });
  const tooLarge = { method: 'POST', path: '', body: JSON.stringify(styleOf(250)) } as const;
  for (const shot of [csv(25, 250), csv(100, 3), tooLarge]) {
    const { status, answer } = await send(shot);
    await drain(answer);
    expect(status).toBe(413);
  }
  const large: Shot = { method: 'POST', path: '', body: JSON.stringify(styleOf(45)) };
  const { id } = (await (await send(large)).answer.json()) as { id: string };
  const samples: Sample[] = [];
  for (const shot of [
    csv(20, 3),
    large,
    { method: 'PATCH', path: `/${id}`, body: '{"description":"changed"}' },
    { method: 'GET', path: `/${id}` },
    { method: 'GET', path: '?limit=100' },
    { method: 'GET', path: '/export' },
  ] as const) {
    const result = await flood(shot);
    samples.push(...result.samples);
    expect([...result.statuses].filter((status) => status === 500)).toEqual([]);
  }
  expect(damage({ samples, tally: {}, memory: memory() })).toEqual([]);
}, 240_000);
