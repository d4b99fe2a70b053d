import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { TargetCache } from '../../../../../services/notification/deliveries/target-cache.ts';
import { targetAt } from './support.ts';

const target = (rest: Partial<Target> = {}) => targetAt('https://example.com', rest);

let stored: Target | undefined;
let reads: string[][];
let targets: TargetCache;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  stored = target({ isActive: false });
  reads = [];
  targets = new TargetCache({
    find: async (ids) => {
      reads.push(ids);
      return new Map(stored ? [['w1', stored]] : []);
    },
    findSubscribers: async () => () => [],
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('what was read a moment ago is not read again', async () => {
  targets.note(target(), performance.now());
  jest.advanceTimersByTime(250);
  expect(await targets.get('w1')).toEqual(target());
  expect(reads).toEqual([]);
});

test('what is older is read again though the clock of the machine was set back', async () => {
  targets.note(target(), performance.now());
  jest.setSystemTime(Date.now() - 300_000);
  jest.advanceTimersByTime(251);
  expect(await targets.get('w1')).toEqual(stored);
  stored = target({ isActive: false, url: 'https://example.org' });
  jest.advanceTimersByTime(251);
  expect(await targets.get('w1')).toEqual(stored);
});

test('what is older is read again, once for all that wait', async () => {
  targets.note(target(), performance.now());
  jest.advanceTimersByTime(251);
  const found = await Promise.all([1, 2, 3].map(() => targets.get('w1')));
  expect(found).toEqual([stored, stored, stored]);
  expect(reads).toEqual([['w1']]);
  expect(await targets.get('w1')).toEqual(stored);
  expect(reads).toHaveLength(1);
});

test('what is asked for, and is to be read again soon, is read with another', async () => {
  for (const id of ['w1', 'used', 'unused']) targets.note(target({ id }), performance.now());
  await targets.get('used');
  jest.advanceTimersByTime(200);
  targets.note(target({ id: 'young' }), performance.now());
  await targets.get('young');
  jest.advanceTimersByTime(51);
  await targets.get('w1');
  expect(reads).toEqual([['w1', 'used']]);
  expect(await targets.get('used')).toBeUndefined();
  expect(reads).toHaveLength(1);
});

test('a reading that ends late does not undo a newer one', async () => {
  const late = Promise.withResolvers<void>();
  const before = target({ events: ['client.*'] });
  targets = new TargetCache({
    async find() {
      await late.promise;
      return new Map([['w1', before]]);
    },
    findSubscribers: async () => () => [],
  });
  const reading = targets.get('w1');
  await new Promise(setImmediate);
  jest.advanceTimersByTime(40);
  const changed = target({ events: ['client.*', 'order.*'] });
  targets.note(changed, performance.now());
  late.resolve();
  expect(await reading).toEqual(changed);
  expect(await targets.get('w1')).toEqual(changed);
});

test('a webhook that is gone stays gone, though an older reading comes late', async () => {
  stored = undefined;
  const before = performance.now() - 1;
  expect(await targets.get('w1')).toBeUndefined();
  targets.note(target(), before);
  expect(await targets.get('w1')).toBeUndefined();
});

test('of more webhooks than are remembered, none is taken for gone', async () => {
  const ids = Array.from({ length: 1500 }, (_, index) => `w${index}`);
  const many = new TargetCache({
    find: async (asked) => new Map(asked.map((id) => [id, target({ id })])),
    findSubscribers: async () => () => [],
  });
  const found = await Promise.all(ids.map((id) => many.get(id)));
  expect(found.map((one) => one?.id)).toEqual(ids);
});
