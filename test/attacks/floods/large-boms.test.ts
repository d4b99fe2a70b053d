import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system.ts';
import { SETTINGS } from '../load/battlefield.ts';
import { Flood, type Shot } from '../load/flood.ts';
import type { Sample } from '../load/honest.ts';
import { watchMemory } from '../load/memory.ts';
import { damage } from '../load/verdict.ts';

/** Answers of 11 MB each. */
const LINES = 2_000;
const HOSTILE = 40;
/** Of each flood. */
const MILLISECONDS = 6_000;

const bodyOf = (line: (index: number) => object) =>
  JSON.stringify({ lineItems: Array.from({ length: LINES }, (_, index) => line(index)) });
const option = { materialName: 'Twill', cost: 1.5, currency: 'EUR', leadTimeDays: 3 };
const optionsOf = (count: number) => ({ assignedMaterialOptions: Array.from({ length: count }, () => option) });
const manyOptions = bodyOf((index) => ({ category: `c${index % 7}`, grossConsumption: 1.5, ...optionsOf(10) }));
const longTexts = bodyOf((index) => ({ description: `${index}`.padEnd(2_400, '.') }));
const tooMuch = bodyOf(() => optionsOf(22));

let system: System;
let flood: Flood;
let styleId: string;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  flood = await Flood.prepare(system, HOSTILE);
  const { json } = await flood.send({ method: 'POST', path: '/api/v1/styles', body: '{"name":"Jeans","refId":"J"}' });
  styleId = json().id;
}, 120_000);
afterAll(async () => {
  await flood.close();
  await system.stop();
}, 60_000);

async function newBom(): Promise<string> {
  const { json } = await flood.send({ method: 'POST', path: '/api/v1/bom', body: JSON.stringify({ styleId }) });
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
  for (const shot of shots) expect((await flood.send(shot)).status).toBe(200);
  return bom;
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
    const result = await flood.fire(shots, MILLISECONDS);
    samples.push(...result.samples);
    expect([...result.statuses.keys()]).toContain(most);
    expect([...result.statuses.keys()].filter((status) => status === 500)).toEqual([]);
  }
  expect(damage({ samples, tally: {}, memory: memory() })).toEqual([]);
}, 240_000);
