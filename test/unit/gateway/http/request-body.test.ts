import { describe, expect, test } from '@jest/globals';
import { ByteBudget } from '../../../../gateway/http/request-body.ts';

/** Whether it was given by now. */
async function isGiven(reserved: Promise<unknown>): Promise<boolean> {
  await new Promise(setImmediate);
  return Promise.race([reserved.then(() => true), Promise.resolve(false)]);
}

describe('the memory that bodies share', () => {
  test('more than all may hold waits until it is given back', async () => {
    const budget = new ByteBudget({ total: 10, share: 10 });
    const { release } = await budget.reserve('a', 8);
    const waiting = budget.reserve('b', 4);
    expect(await isGiven(waiting)).toBe(false);
    release();
    await waiting;
    expect(await isGiven(budget.reserve('c', 7))).toBe(false);
  });

  test('who has its share waits for itself alone', async () => {
    const budget = new ByteBudget({ total: 10, share: 5 });
    const { release } = await budget.reserve('a', 5);
    const own = budget.reserve('a', 1);
    await budget.reserve('b', 5);
    expect(await isGiven(own)).toBe(false);
    release();
    await own;
  });

  test('what is large is not passed for ever by what is small', async () => {
    const budget = new ByteBudget({ total: 10, share: 10 });
    const { release } = await budget.reserve('a', 6);
    const large = budget.reserve('b', 8);
    const small = budget.reserve('c', 4);
    expect(await isGiven(small)).toBe(false);
    release();
    (await large).release();
    await small;
  });

  test('who has waited too long is refused, and lets those behind it pass', async () => {
    const budget = new ByteBudget({ total: 10, share: 10, waitLimit: 1 });
    await budget.reserve('a', 6);
    const refused = expect.objectContaining({ code: 'upstream_unavailable', retryAfter: expect.any(Number) });
    const large = budget.reserve('b', 8);
    const small = budget.reserve('c', 4);
    await expect(large).rejects.toEqual(refused);
    await small;
  });

  test('nobody queues without end', async () => {
    const budget = new ByteBudget({ total: 10, share: 5, waitLimit: 60_000 });
    const { release } = await budget.reserve('a', 5);
    const waiting = Array.from({ length: 50 }, () => budget.reserve('a', 5));
    await expect(budget.reserve('a', 5)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await budget.reserve('b', 5);
    release();
    for (const turn of waiting) (await turn).release();
  });

  test('who holds least is next, and then who came first', async () => {
    const budget = new ByteBudget({ total: 12, share: 8 });
    const [first, , third] = [await budget.reserve('a', 4), await budget.reserve('a', 4), await budget.reserve('b', 4)];
    const given: string[] = [];
    const ask = (holder: string) =>
      void budget.reserve(holder, 4).then(
        () => given.push(holder),
        () => undefined,
      );
    for (const holder of ['a', 'b', 'b', 'c', 'd']) ask(holder);
    first.release();
    await isGiven(Promise.resolve());
    expect(given).toEqual(['c']);
    third.release();
    await isGiven(Promise.resolve());
    expect(given).toEqual(['c', 'b']);
  });

  describe('what does not arrive', () => {
    test('is taken back for who holds less, the oldest first, and no more than is needed', async () => {
      const budget = new ByteBudget({ total: 12, share: 8, arrival: 0 });
      const held = [await budget.reserve('a', 4), await budget.reserve('a', 4), await budget.reserve('b', 4)];
      await budget.reserve('c', 4);
      expect(held.map(({ revoked }) => revoked.aborted)).toEqual([true, false, false]);
      expect(held[0]?.revoked.reason).toMatchObject({ code: 'upstream_unavailable', retryAfter: 5 });
    });

    test('is not taken back while nobody waits, from who holds no more, nor in vain', async () => {
      const budget = new ByteBudget({ total: 12, share: 12, arrival: 0, waitLimit: 1 });
      const [one, other] = [await budget.reserve('a', 6), await budget.reserve('b', 6)];
      for (const bytes of [7, 12]) await expect(budget.reserve('c', bytes)).rejects.toThrow();
      expect([one.revoked.aborted, other.revoked.aborted]).toEqual([false, false]);
    });

    test('has its time, and what has arrived stays', async () => {
      const budget = new ByteBudget({ total: 8, share: 8, arrival: 50 });
      const [arrived, late] = [await budget.reserve('a', 4), await budget.reserve('a', 4)];
      arrived.arrived(4);
      const begun = performance.now();
      const waiting = budget.reserve('b', 4);
      expect(await isGiven(waiting)).toBe(false);
      await waiting;
      expect(performance.now() - begun).toBeGreaterThan(45);
      expect([arrived.revoked.aborted, late.revoked.aborted]).toEqual([false, true]);
    });

    test('is given back as far as it is not needed', async () => {
      const budget = new ByteBudget({ total: 8, share: 8 });
      const held = await budget.reserve('a', 8);
      const waiting = budget.reserve('b', 5);
      held.arrived(3);
      await waiting;
      const third = budget.reserve('c', 3);
      expect(await isGiven(third)).toBe(false);
      held.release();
      await third;
      expect(await isGiven(budget.reserve('d', 1))).toBe(false);
    });

    test('is given back once, however it ends', async () => {
      const budget = new ByteBudget({ total: 4, share: 4, arrival: 0, waitLimit: 1 });
      const revoked = await budget.reserve('a', 4);
      const { release } = await budget.reserve('b', 2);
      expect(revoked.revoked.aborted).toBe(true);
      revoked.release();
      release();
      release();
      (await budget.reserve('c', 4)).arrived(4);
      await expect(budget.reserve('d', 1)).rejects.toThrow();
    });
  });
});
