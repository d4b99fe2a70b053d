import { afterEach, describe, expect, test } from '@jest/globals';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';
import { createLimiter, type Limiter } from '../../../../gateway/rate-limits/limits.ts';
import { eventually } from '../../../support/eventually.ts';

/** A broker in this process, which delivers in a later turn of the event loop and may be away. */
class Hub {
  isAway = false;
  readonly sent: Record<string, unknown>[] = [];
  readonly #listeners: ((payload: Uint8Array) => void)[] = [];

  transport(): Broadcast {
    return {
      broadcast: (_, payload) => {
        if (this.isAway) return false;
        this.say(payload);
        return true;
      },
      listen: (_, handle) => void this.#listeners.push(handle),
    };
  }

  say(payload: Uint8Array): void {
    const text = new TextDecoder().decode(payload);
    if (text.startsWith('{"from"')) this.sent.push(JSON.parse(text));
    for (const listener of this.#listeners) setImmediate(listener, payload);
  }
}

const NOW = 60_000 * 7 + 1000;
const limiters: Limiter[] = [];
afterEach(() => Promise.all(limiters.splice(0).map((limiter) => limiter.stop())));

async function gateway(hub: Hub, now = () => NOW): Promise<Limiter> {
  const limiter = createLimiter({ clock: now, broadcast: hub.transport() });
  limiters.push(limiter);
  await limiter.start();
  return limiter;
}

/** Gateways that have heard of each other. */
async function gateways(hub: Hub, count: number): Promise<Limiter[]> {
  const all = await Promise.all(Array.from({ length: count }, () => gateway(hub)));
  await turns();
  return all;
}

async function turns(count = 10): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
}

async function accepted(limiters: Limiter[], limit: number, requests: number, holder = 'user 1'): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: requests }, (_, i) => limiters[i % limiters.length]?.consume(holder, limit)),
  );
  return rates.filter((rate) => rate?.allowed).length;
}

describe('three gateways', () => {
  test.each([30, 60, 100, 600, 3000])('share a limit of %i in a burst that comes at once', async (limit) => {
    const three = await gateways(new Hub(), 3);
    const total = await accepted(three, limit, limit * 3);
    expect(total).toBeGreaterThanOrEqual(limit * 0.9);
    expect(total).toBeLessThanOrEqual(limit * 1.1);
  });

  test('share a limit though one of them stands still for a moment', async () => {
    const three = await gateways(new Hub(), 3);
    const total = accepted(three, 60, 180);
    // They have asked each other, and the answers are under way.
    await turns(1);
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect(await total).toBeLessThanOrEqual(66);
  });

  test.each([1, 2, 5])('are a request each away from a limit of %i', async (limit) => {
    const total = await accepted(await gateways(new Hub(), 3), limit, 30);
    expect(total).toBeGreaterThanOrEqual(limit);
    expect(total).toBeLessThanOrEqual(limit + 2);
  });

  test('give all of a limit to who asks one of them alone', async () => {
    const [one] = await gateways(new Hub(), 3);
    expect(await accepted([one as Limiter], 100, 300)).toBe(100);
  });

  test('ask nobody while there is plenty', async () => {
    const [one] = await gateways(new Hub(), 3);
    for (let i = 0; i < 700; i++) expect(one?.consume('user 1', 3000)).not.toBeInstanceOf(Promise);
  });
});

test('what one has accepted is known to the others within 250 ms, however little', async () => {
  const [one, other] = await gateways(new Hub(), 2);
  await one?.consume('user 1', 1_000_000);
  await eventually(() => other?.peek('user 1', 1_000_000).remaining === 999_999);
});

test('one that starts is told what was used', async () => {
  const hub = new Hub();
  const [one] = await gateways(hub, 1);
  await one?.consume('user 1', 10);
  await turns();
  const late = await gateway(hub);
  await turns();
  expect(late.peek('user 1', 10).remaining).toBe(9);
});

test('a message that comes twice, or late, counts once', async () => {
  const hub = new Hub();
  const [one, other] = await gateways(hub, 2);
  await accepted([one as Limiter], 10, 4);
  await eventually(() => other?.peek('user 1', 10).remaining === 6);
  const [window, holder] = [7, 'user 1'];
  for (const own of [4, 2, 4]) hub.say(encode({ from: fromOf(hub, holder), counts: [[window, holder, own]] }));
  await turns();
  expect(other?.peek('user 1', 10).remaining).toBe(6);
});

test('a clock a little ahead or behind is understood', async () => {
  const hub = new Hub();
  let now = 60_000 * 8 - 500;
  const one = await gateway(hub, () => now);
  await turns();
  hub.say(encode({ from: 'ahead', counts: [[8, 'user 1', 3]] }));
  await turns();
  expect(one.peek('user 1', 10).remaining).toBe(10);
  now += 500;
  expect(one.peek('user 1', 10).remaining).toBe(7);
  hub.say(encode({ from: 'behind', counts: [[7, 'user 1', 2]] }));
  await turns();
  expect(one.peek('user 1', 10).remaining).toBe(6);
});

describe('without the broker', () => {
  test('each holds its own limit, and nobody waits', async () => {
    const hub = new Hub();
    const three = await gateways(hub, 3);
    hub.isAway = true;
    expect(await accepted(three, 30, 180)).toBeGreaterThanOrEqual(30);
    expect(await accepted(three, 40, 300, 'user 2')).toBe(120);
  });

  test('what was counted meanwhile is told when it is back', async () => {
    const hub = new Hub();
    const [one, other] = await gateways(hub, 2);
    hub.isAway = true;
    expect(await accepted([one as Limiter], 10, 4)).toBe(4);
    expect(await accepted([other as Limiter], 10, 3)).toBe(3);
    await turns();
    hub.isAway = false;
    await eventually(() => one?.peek('user 1', 10).remaining === 3 && other?.peek('user 1', 10).remaining === 3);
  });
});

test('a gateway that does not answer is waited for once, and not for long', async () => {
  const hub = new Hub();
  const [one] = await gateways(hub, 1);
  hub.say(encode({ from: 'frozen', counts: [] }));
  await turns();
  expect(await accepted([one as Limiter], 100, 120)).toBe(100);
});

test.each([
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['another shape', '{"from": 5}'],
  ['counts that are none', '{"from":"x","counts":[[7,"user 1",-5],[7,"user 1","many"]]}'],
  ['too many windows ahead', '{"from":"x","counts":[[9,"user 1",5]]}'],
  ['a prototype', '{"from":"x","counts":[[7,"__proto__",5]],"__proto__":{"isNew":true}}'],
])('a message that is %s changes nothing', async (_, text) => {
  const hub = new Hub();
  const one = await gateway(hub);
  hub.say(new TextEncoder().encode(text));
  await turns();
  expect(one.peek('user 1', 10).remaining).toBe(10);
});

const encode = (message: object) => new TextEncoder().encode(JSON.stringify(message));

function fromOf(hub: Hub, holder: string): string {
  const message = hub.sent.find(({ counts }) => (counts as [number, string, number][]).some(([, of]) => of === holder));
  return String(message?.from);
}
