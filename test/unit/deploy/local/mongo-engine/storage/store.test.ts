import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PAUSE, type Steps } from '#engine/scheduling/scheduler.ts';
import { Store } from '#engine/storage/store.ts';
import type { Writer } from '#engine/storage/writer.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const inFolder = temporaryFolder();
let store: Store;
beforeEach(() => {
  store = new Store(inFolder());
});
afterEach(() => store.close());

const [key, other] = ['key', 'other'].map((text) => Buffer.from(`\u0001${text}`)) as [Buffer, Buffer];
const text = (of: Buffer) => store.latest.get(of)?.toString();

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
