import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PAUSE, type Steps } from '#engine/scheduling/scheduler.ts';
import { Store } from '#engine/storage/store.ts';
import type { Writer } from '#engine/storage/writer.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

let store: Store;
// Must come before the folder: hooks run in their order, and a store without its folder cannot write.
afterEach(() => store.close());
const inFolder = temporaryFolder();
beforeEach(() => {
  store = new Store(inFolder());
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

test('of a job that fails nothing remains, and all remains of other jobs and of what is written at the end of a batch', async () => {
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

test('a job in steps is seen when all of it is written, and is known to be in flight until then', async () => {
  const slow = function* (writer: Writer): Steps<string> {
    writer.put(key, Buffer.from('early'));
    writer.touched.push('key');
    for (let i = 0; i < 3; i++) {
      const end = performance.now() + 6;
      while (performance.now() < end);
      yield PAUSE;
    }
    writer.put(other, Buffer.from('late'));
    return 'done';
  };
  for (let round = 0; round < 10; round++) {
    let isDone = false;
    const before = store.write((writer) => writer.touched.push('before'));
    const written = store.writeInSteps(slow, 'grows', false).finally(() => (isDone = true));
    const seen = new Set<string>();
    for (; !isDone; await turn()) {
      const inFlight = ['before', 'key'].filter((name) => store.isInFlight(name));
      seen.add([...inFlight, text(key), text(other)].join());
    }
    expect(await written).toBe('done');
    await before;
    // In the beginning nothing has run; then all is in flight until it is visible.
    expect([...seen].filter((state) => !['before,key,,', 'early,late', ','].includes(state))).toEqual([]);
    expect(seen).toContain('before,key,,');
    expect([text(key), text(other)]).toEqual(['early', 'late']);
    await store.write((writer) => [key, other].map((one) => writer.remove(one)));
  }
});
