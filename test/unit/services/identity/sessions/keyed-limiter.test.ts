import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KeyedLimiter } from '../../../../../services/identity/sessions/keyed-limiter.ts';

const { signal } = new AbortController();

test('never runs more than its bound, nor two of one key, and runs every task', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), ticks: fc.integer({ min: 0, max: 3 }) })),
      async (concurrency, tasks) => {
        const queue = new KeyedLimiter({ concurrency, limit: tasks.length, patience: 5000 });
        const running: string[] = [];
        const done = tasks.map(({ key, ticks }) =>
          queue.run(key, signal, async () => {
            running.push(key);
            expect(running.length).toBeLessThanOrEqual(concurrency);
            expect(running.filter((other) => other === key)).toHaveLength(1);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            running.splice(running.indexOf(key), 1);
            return key;
          }),
        );
        expect(await Promise.all(done)).toEqual(tasks.map(({ key }) => key));
      },
    ),
  );
});

test('one more than may wait is refused at once, and what waits is served', async () => {
  const queue = new KeyedLimiter({ concurrency: 1, limit: 1, patience: 5000 });
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', signal, () => gate.promise);
  const second = queue.run('b', signal, async () => 'served');
  await expect(queue.run('c', signal, async () => 'never')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: 1,
  });
  gate.resolve();
  await first;
  expect(await second).toBe('served');
});

test('a task that fails frees its place', async () => {
  const queue = new KeyedLimiter({ concurrency: 1, limit: 1, patience: 5000 });
  const failing = queue.run('a', signal, async () => Promise.reject(new Error('broken')));
  const next = queue.run('a', signal, async () => 'served');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('served');
});

test('does no work for a caller who has gone while waiting', async () => {
  const queue = new KeyedLimiter({ concurrency: 1, limit: 1, patience: 5000 });
  const gate = Promise.withResolvers<void>();
  const caller = new AbortController();
  const first = queue.run('a', signal, () => gate.promise);
  let worked = false;
  const second = queue.run('b', caller.signal, async () => {
    worked = true;
  });
  caller.abort();
  gate.resolve();
  await first;
  await expect(second).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect(worked).toBe(false);
});

test('what has waited too long is refused, and what comes after it is served', async () => {
  const queue = new KeyedLimiter({ concurrency: 1, limit: 1, patience: 1 });
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', signal, () => gate.promise);
  await expect(queue.run('b', signal, async () => 'never')).rejects.toMatchObject({ code: 'rate_limited' });
  const third = queue.run('c', signal, async () => 'served');
  gate.resolve();
  await first;
  expect(await third).toBe('served');
});
