import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';

const options = { name: 'test', limit: 2, maxWaiting: 16 };
const patient = () => ({ deadline: Date.now() + 60_000, signal: new AbortController().signal });

/** A task that takes until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { task: () => promise, end: () => resolve('done') };
}

test('keys take turns, those of one key in the order they came', async () => {
  const turns = new FairQueue({ ...options, limit: 1 });
  const begun: string[] = [];
  const run = (key: string, name: string) =>
    turns.run(key, patient(), async () => {
      begun.push(name);
      await new Promise(setImmediate);
    });
  const names = ['b1', 'b2', 'b3', 'a1', 'a2', 'c1'];
  await Promise.all(names.map((name) => run(name.charAt(0), name)));
  expect(begun).toEqual(['b1', 'a1', 'c1', 'b2', 'a2', 'b3']);
});

test('of a key as many run as each may have, and places that it may not have are for others', async () => {
  const turns = new FairQueue({ ...options, limit: 3, each: 2 });
  const { task, end } = held();
  const running: string[] = [];
  const run = (key: string) =>
    turns.run(key, patient(), () => {
      running.push(key);
      return task();
    });
  const all = ['a', 'a', 'a', 'b', 'b'].map(run);
  await new Promise(setImmediate);
  expect(running).toEqual(['a', 'a', 'b']);
  end();
  await Promise.all(all);
  expect(running).toEqual(['a', 'a', 'b', 'b', 'a']);
});

test('one more than may wait of a key is refused; other keys are not', async () => {
  const turns = new FairQueue({ ...options, maxWaiting: 1 });
  const { task, end } = held();
  const b = [turns.run('b', patient(), task), turns.run('b', patient(), task)];
  await expect(turns.run('b', patient(), task)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 });
  expect(await turns.run('a', patient(), async () => 'served')).toBe('served');
  end();
  expect(await Promise.all(b)).toEqual(['done', 'done']);
});

test('who has no time left, or whose caller has gone, leaves the queue and is never begun', async () => {
  const turns = new FairQueue({ ...options, maxWaiting: 1 });
  const { task, end } = held();
  const never = () => Promise.reject(new Error('was begun'));
  const first = turns.run('b', patient(), task);
  const late = turns.run('b', { ...patient(), deadline: Date.now() + 20 }, never);
  await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
  const caller = new AbortController();
  const gone = turns.run('b', { ...patient(), signal: caller.signal }, never);
  caller.abort();
  await expect(gone).rejects.toMatchObject({ code: 'deadline_exceeded' });
  const next = turns.run('b', patient(), async () => 'served');
  end();
  expect([await first, await next]).toEqual(['done', 'served']);
  for (const spent of [
    { ...patient(), deadline: 0 },
    { ...patient(), signal: AbortSignal.abort() },
  ]) {
    await expect(turns.run('b', spent, never)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  }
});

test('a task that fails hands its turn on', async () => {
  const turns = new FairQueue(options);
  const failing = turns.run('a', patient(), () => Promise.reject(new Error('broken')));
  const next = turns.run('a', patient(), async () => 'served');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('served');
});

test('a task waits for maxWait at most, and the next task of its key is served', async () => {
  const queue = new FairQueue({
    name: 'test',
    limit: 1,
    maxWait: 1,
    full: { code: 'upstream_unavailable', message: 'Full' },
  });
  const { task, end } = held();
  const first = queue.run('a', undefined, task);
  const never = queue.run('b', undefined, async () => 'never');
  await expect(never).rejects.toMatchObject({ code: 'upstream_unavailable', message: 'Full', retryAfter: 1 });
  const third = queue.run('b', undefined, async () => 'served');
  end();
  expect([await first, await third]).toEqual(['done', 'served']);
});

test('tasks of all keys together have a maximum of waiting tasks', async () => {
  const queue = new FairQueue({ name: 'test', limit: 1, maxWaitingInAll: 1 });
  const { task, end } = held();
  const kept = [queue.run('a', undefined, task), queue.run('b', undefined, task)];
  await expect(queue.run('c', undefined, task)).rejects.toMatchObject({ code: 'rate_limited' });
  end();
  await Promise.all(kept);
});

test('a slot that is given back twice is free once', async () => {
  const queue = new FairQueue({ name: 'test', limit: 1 });
  const release = await queue.acquire('a');
  release();
  release();
  await queue.acquire('a');
  const second = queue.acquire('b', { deadline: Date.now() + 20 });
  await expect(second).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('whatever aborts, both limits hold, a free slot is taken at once, none is lost, and all others are served', async () => {
  const key = fc.constantFrom('a', 'b', 'c');
  const tasks = fc.array(fc.record({ key, steps: fc.nat(3), aborts: fc.boolean() }), { maxLength: 20 });
  const limits = fc.record({ limit: fc.integer({ min: 1, max: 6 }), each: fc.integer({ min: 1, max: 2 }) });
  await fc.assert(
    fc.asyncProperty(tasks, limits, async (all, { limit, each }) => {
      const queue = new FairQueue({ name: 'test', limit, each });
      const waiting = new Set(all);
      const running = new Set<(typeof all)[number]>();
      const runningOf = (key: string) => [...running].filter((task) => task.key === key).length;
      const mayStart = () => running.size < limit && [...waiting].some((task) => runningOf(task.key) < each);
      const settled = all.map(async (task) => {
        const caller = new AbortController();
        const done = queue.run(task.key, { signal: caller.signal }, async () => {
          waiting.delete(task);
          running.add(task);
          expect(running.size).toBeLessThanOrEqual(limit);
          expect(runningOf(task.key)).toBeLessThanOrEqual(each);
          for (let step = 0; step <= task.steps; step++) {
            await new Promise(setImmediate);
            expect(mayStart()).toBe(false);
          }
          running.delete(task);
        });
        if (!task.aborts) return done;
        setImmediate(() => caller.abort());
        return done.catch((error) => {
          waiting.delete(task);
          expect(error).toMatchObject({ code: 'deadline_exceeded' });
        });
      });
      await Promise.all(settled);
      expect(waiting.size).toBe(0);
      // All room is free again.
      await Promise.all(Array.from({ length: limit }, (_, key) => queue.acquire(String(key))));
    }),
  );
});
