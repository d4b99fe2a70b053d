import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { type System, startSystem } from '../../support/system.ts';
import { type Battlefield, prepare, SETTINGS } from '../load/battlefield.ts';
import { type Sample, workHonestly } from '../load/honest.ts';
import { watchMemory } from '../load/memory.ts';
import { damage } from '../load/verdict.ts';

/** Answers of 11 MB each. Bodies are made once: what costs time is to be the system's. */
const LINES = 2_000;
const HOSTILE = 40;
const HONEST = 5;
/** Of each flood. */
const MILLISECONDS = 6_000;
/** After a 429: what is to be shown is what the turns let through. */
const DETERRED = 100;

const bodyOf = (line: (index: number) => object) =>
  JSON.stringify({ lineItems: Array.from({ length: LINES }, (_, index) => line(index)) });
const option = { materialName: 'Twill', cost: 1.5, currency: 'EUR', leadTimeDays: 3 };
const optionsOf = (count: number) => ({ assignedMaterialOptions: Array.from({ length: count }, () => option) });
const manyOptions = bodyOf((index) => ({ category: `c${index % 7}`, grossConsumption: 1.5, ...optionsOf(10) }));
const longTexts = bodyOf((index) => ({ description: `${index}`.padEnd(2_400, '.') }));
const tooMuch = bodyOf(() => optionsOf(22));

interface Shot {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: string;
}

let system: System;
let battlefield: Battlefield;
let pool: Pool;
let styleId: string;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  battlefield = await prepare(system, HONEST);
  const { url, ca } = battlefield;
  pool = new Pool(url, { connections: HOSTILE, connect: { ca, servername: 'localhost' } });
  const { json } = await send({ method: 'POST', path: '/api/v1/styles', body: '{"name":"Jeans","refId":"J"}' });
  styleId = json().id;
}, 120_000);
afterAll(async () => {
  await pool.destroy();
  await system.stop();
}, 60_000);

async function send({ method, path, body }: Shot) {
  const headers = { authorization: `Bearer ${battlefield.hostile.token}`, 'content-type': 'application/json' };
  const answer = await pool.request({ method, path, headers, body: body ?? null });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const text = () => Buffer.concat(chunks).toString();
  return { status: answer.statusCode, json: () => JSON.parse(text()) as { id: string } };
}

async function newBom(): Promise<string> {
  const { json } = await send({ method: 'POST', path: '/api/v1/bom', body: JSON.stringify({ styleId }) });
  return `/api/v1/bom/${json().id}`;
}

const put = (bom: string, version: number, body: string): Shot => ({
  method: 'PUT',
  path: `${bom}/versions/${version}/line-items`,
  body,
});

/** A BOM of two such versions. */
async function largeBom(lines: string): Promise<string> {
  const bom = await newBom();
  const shots: Shot[] = [put(bom, 1, lines), { method: 'POST', path: `${bom}/versions` }, put(bom, 2, lines)];
  for (const shot of shots) expect((await send(shot)).status).toBe(200);
  return bom;
}

const CUT = 0;

/** All connections fire, beside honest callers of another org. Returns how those fared, and how often what came of the shots. */
async function flood(shots: readonly Shot[]): Promise<{ samples: Sample[]; statuses: Map<number, number> }> {
  const end = Date.now() + MILLISECONDS;
  const statuses = new Map<number, number>();
  const fire = async (_: unknown, lane: number) => {
    for (let round = lane; Date.now() < end; round++) {
      // An answer that is read too slowly is broken off, which is one way to keep within the memory.
      const { status } = await send(shots[round % shots.length] as Shot).catch(() => ({ status: CUT }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) await delay(DETERRED);
    }
  };
  const firing = Array.from({ length: HOSTILE }, fire);
  const samples = await workHonestly(battlefield, end);
  await Promise.all(firing);
  return { samples, statuses };
}

test('no flood of large BOMs takes a process past its memory, or keeps others from theirs', async () => {
  const memory = watchMemory(system);
  const boms = [await largeBom(manyOptions), await largeBom(longTexts)];
  const reads = boms.flatMap((bom) =>
    ['', '/versions/1', '/versions/2/line-items', '/versions/1/compare/2'].map(
      (path): Shot => ({ method: 'GET', path: `${bom}${path}` }),
    ),
  );
  const drafts = await Promise.all(Array.from({ length: 6 }, newBom));
  const writes = [
    ...drafts.map((bom, index) => put(bom, 1, index % 2 === 0 ? manyOptions : longTexts)),
    ...boms.map((bom): Shot => ({ method: 'POST', path: `${bom}/versions` })),
  ];
  const refused = drafts.map((bom) => put(bom, 1, tooMuch));
  const samples: Sample[] = [];
  for (const [shots, most] of [
    [reads, 200],
    [writes, 200],
    [refused, 413],
  ] as const) {
    const result = await flood(shots);
    samples.push(...result.samples);
    expect([...result.statuses.keys()]).toContain(most);
    expect([...result.statuses.keys()].filter((status) => status === 500)).toEqual([]);
  }
  expect(damage({ samples, tally: {}, memory: memory() })).toEqual([]);
}, 240_000);
