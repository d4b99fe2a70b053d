import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type System, startSystem } from '../../support/system.ts';
import { SETTINGS } from '../load/battlefield.ts';
import { Flood, type Shot } from '../load/flood.ts';
import type { Sample } from '../load/honest.ts';
import { watchMemory } from '../load/memory.ts';
import { damage } from '../load/verdict.ts';

/** A style of 2,000 SKUs comes of a body of a few kilobytes: imports of them took product past its heap. */
const HOSTILE = 20;
/** Of each flood. */
const MILLISECONDS = 4_000;
const PATH = '/api/v1/styles';

const names = (prefix: string, count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(length, '.'));
const styleOf = (length: number) => ({ name: 'Parka', colors: names('c', 45, length), sizes: names('s', 44, length) });
const csvOf = (lines: number, length: number) => {
  const { colors, sizes } = styleOf(length);
  const cell = (list: string[]) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;
  return ['name,colors,sizes', ...Array(lines).fill(`Parka,${cell(colors)},${cell(sizes)}`)].join('\n');
};
const csv = (lines: number, length: number): Shot => ({
  ...{ method: 'POST', path: `${PATH}/import`, type: 'text/csv' },
  body: csvOf(lines, length),
});
const post = (length: number): Shot => ({ method: 'POST', path: PATH, body: JSON.stringify(styleOf(length)) });

let system: System;
let flood: Flood;
beforeAll(async () => {
  system = await startSystem({ env: SETTINGS });
  flood = await Flood.prepare(system, HOSTILE);
}, 120_000);
afterAll(async () => {
  await flood.close();
  await system.stop();
}, 60_000);

test('no flood of large styles takes a process past its memory, or keeps others from theirs', async () => {
  const memory = watchMemory(system);
  for (const shot of [csv(25, 250), csv(100, 3), post(250)]) expect((await flood.send(shot)).status).toBe(413);
  const { id, documentId, skus } = (await flood.send(post(45))).json() as Style;
  // Of hundreds of styles, all of whose SKUs were read at once.
  const number = Number(documentId.split('-').at(-1));
  const others = Array.from({ length: 200 }, (_, index) => documentId.replace(/\d+$/, numberOf(number + 1 + index)));
  const kittedBundle = others.map((style) => ({ skuId: `${style}-1`, quantity: 1 }));
  const samples: Sample[] = [];
  for (const shot of [
    csv(20, 3),
    post(45),
    { method: 'PUT', path: `${PATH}/${id}/skus/${skus[0]?.id}/kit`, body: JSON.stringify({ kittedBundle }) },
    { method: 'PATCH', path: `${PATH}/${id}`, body: '{"description":"changed"}' },
    { method: 'GET', path: `${PATH}/${id}` },
    { method: 'GET', path: `${PATH}?limit=100` },
    { method: 'GET', path: `${PATH}/export` },
  ] as const) {
    const fared = await flood.fire([shot], MILLISECONDS);
    samples.push(...fared.samples);
    expect(fared.statuses.get(500)).toBeUndefined();
  }
  expect(damage({ samples, tally: {}, memory: memory() })).toEqual([]);
}, 240_000);

interface Style {
  id: string;
  documentId: string;
  skus: { id: string }[];
}

const numberOf = (number: number) => String(number).padStart(6, '0');
