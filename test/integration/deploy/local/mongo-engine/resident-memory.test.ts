import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '../../../../support/eventually.ts';
import { EngineProcess } from './server.ts';

const MEBIBYTE = 1024 * 1024;
const DOCUMENTS = 64;

/** A text of 1 MiB that differs for each id. */
const textOf = (id: number): string => createHash('sha512').update(String(id)).digest('hex').repeat(8192);

const engine = await new EngineProcess().start();
afterAll(() => engine.remove());

/** Bytes of the engine's file that are in memory. */
function resident(): number {
  const smaps = readFileSync(`/proc/${engine.pid}/smaps`, 'utf8');
  const [, kibibytes] = /\/data\.mdb\n(?:.*\n)*?Rss:\s+(\d+) kB/.exec(smaps) ?? [];
  return Number(kibibytes) * 1024;
}

test(
  'pages of a large file are given back, and read again as they were, also by a cursor that is open',
  () =>
    engine.connected(async (client) => {
      const items = client.db('d').collection<{ _id: number; text: string }>('items');
      for (let _id = 0; _id < DOCUMENTS; _id++) await items.insertOne({ _id, text: textOf(_id) });
      expect(statSync(join(engine.dir, 'data.mdb')).size).toBeGreaterThan(DOCUMENTS * MEBIBYTE);
      const cursor = items.find().sort({ _id: 1 }).batchSize(1);
      for (let _id = 0; _id < DOCUMENTS; _id++) {
        expect((await cursor.next())?.text === textOf(_id)).toBe(true);
        if (_id === DOCUMENTS / 2) await eventually(async () => expect(resident()).toBeLessThan(32 * MEBIBYTE));
      }
      await eventually(async () => expect(resident()).toBeLessThan(32 * MEBIBYTE));
      for await (const { _id, text } of items.find()) expect(text === textOf(_id)).toBe(true);
    }),
  60_000,
);
