import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Store } from '../../../../../deploy/mongo-engine/storage/store.ts';

let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-store-'));
  store = new Store(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const [key, other, count] = ['key', 'other', 'count'].map((text) => Buffer.from(`\u0001${text}`)) as [
  Buffer,
  Buffer,
  Buffer,
];
const text = (of: Buffer) => store.latest.get(of)?.toString();
const failing = () =>
  store.write((writer) => {
    writer.put(key, Buffer.from('never'));
    writer.put(other, Buffer.from('never'));
    writer.remove(key);
    throw new Error('no');
  });

test('of a job that fails nothing remains: neither of what it added, nor of what it changed and removed', async () => {
  await store.write((writer) => writer.put(key, Buffer.from('before')));
  await expect(failing()).rejects.toThrow('no');
  expect([text(key), text(other)]).toEqual(['before', undefined]);
});

test('a job that fails takes back nothing of other jobs, nor of what is written at the end of a batch', async () => {
  let written = 0;
  store.beforeCommit = (writer) => {
    if (written < 2) writer.put(count, Buffer.from(String(++written)));
  };
  await store.write((writer) => writer.put(key, Buffer.from('first')));
  await store.write((writer) => writer.put(key, Buffer.from('second')));
  await expect(failing()).rejects.toThrow('no');
  expect([text(key), text(count)]).toEqual(['second', '2']);
  const together = [store.write((writer) => writer.put(key, Buffer.from('third'))), failing()];
  expect((await Promise.allSettled(together)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect([text(key), text(other), text(count)]).toEqual(['third', undefined, '2']);
});
