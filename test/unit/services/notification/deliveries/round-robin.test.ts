import { expect, test } from '@jest/globals';
import { RoundRobin } from '../../../../../services/notification/deliveries/round-robin.ts';

test('so many run at a time, and keys take turns', async () => {
  const robin = new RoundRobin(2);
  const begun: string[] = [];
  let running = 0;
  let most = 0;
  const run = (key: string, name: string) =>
    robin.run(key, async () => {
      begun.push(name);
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      return name;
    });
  const flood = ['b1', 'b2', 'b3', 'b4', 'b5'].map((name) => run('b', name));
  expect(await run('a', 'a1')).toBe('a1');
  await Promise.all(flood);
  expect(begun).toEqual(['b1', 'b2', 'b3', 'a1', 'b4', 'b5']);
  expect(most).toBe(2);
});

test('work that fails makes room like any other', async () => {
  const robin = new RoundRobin(1);
  const failing = robin.run('a', async () => Promise.reject(new Error('broken')));
  const other = robin.run('b', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await other).toBe('done');
  expect(await robin.run('a', async () => 'again')).toBe('again');
});
