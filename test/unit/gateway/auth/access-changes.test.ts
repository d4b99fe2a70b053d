import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { StreamSubscriberOptions } from '#chassis/messaging/stream-subscriber.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { ACCESS_RELEVANT_MS, type AccessChange, type AccessMessage } from '#proto/identity/v1/contract.ts';
import { type Access, createAccess, Revoked } from '../../../../gateway/auth/access-changes.ts';
import { createApiKeys } from '../../../../gateway/auth/api-keys.ts';

type Listed = { changes: AccessChange[]; as_of: string; next?: string };
type Asked = { since?: string; after: string };

const logger = createLogger('test', 'silent');
const list = jest.fn<(page: Asked) => Promise<Listed>>();
let now: number;
let say: (message: AccessMessage) => void;
let access: Access;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  now = 100_000;
  list.mockReset();
  list.mockRejectedValue(new Error('identity is away'));
  const follow = ({ handle }: StreamSubscriberOptions) => {
    say = (message) => handle({ subject: '', json: () => message });
    return { name: 'follower', start: async () => undefined, stop: async () => undefined };
  };
  access = createAccess({ bus: { subscriber: follow }, list, logger, clock: () => now });
  await access.start?.();
});

afterEach(async () => {
  await access.stop?.();
  jest.useRealTimers();
});

const revoked = (id: string, sessions: string[], keys: string[] = []): AccessMessage => ({
  kind: 'revoked',
  ...{ id, sessions, keys },
});

/** Two of them confirm what was known at the second. */
function heartbeat(): void {
  for (const looked of [now - 1000, now]) say({ kind: 'heartbeat', instance: 'i1', looked });
}

async function advance(ms: number): Promise<void> {
  now += ms;
  await jest.advanceTimersByTimeAsync(ms);
}

const refused = { code: 'upstream_unavailable', message: expect.stringContaining('identity') };

describe('readiness', () => {
  test('waits until somebody has said who has lost access, and stays', async () => {
    expect(access.ready?.()).not.toBe(true);
    heartbeat();
    expect(access.ready?.()).toBe(true);
    await advance(60_000);
    expect(access.ready?.()).toBe(true);
  });

  test('comes with the answer of identity where there is no stream', async () => {
    list.mockResolvedValue({ changes: [{ id: 'c1', sessions: ['s1'], keys: [] }], as_of: 't1' });
    await advance(250);
    expect(access.ready?.()).toBe(true);
    expect(access.isEnded('s1')).toBe(true);
  });
});

describe('what is known', () => {
  test('is enough for 5 s, without a promise, and then no yes', async () => {
    heartbeat();
    await advance(5_000);
    expect(access.confirm()).toBeUndefined();
    await advance(1);
    await expect(access.confirm()).rejects.toMatchObject(refused);
  });

  test('is asked for after 3 s without a heartbeat, since the last answer', async () => {
    list.mockClear();
    heartbeat();
    await advance(2_900);
    expect(list).not.toHaveBeenCalled();
    list.mockResolvedValue({ changes: [], as_of: 't2' });
    await advance(500);
    expect(list.mock.calls).toEqual([[{ after: '' }]]);
    await advance(3_500);
    expect(list.mock.calls).toEqual([[{ after: '' }], [{ since: 't2', after: '' }]]);
    expect(access.confirm()).toBeUndefined();
  });

  test('is asked for page by page, and confirmed by the last one as of the first', async () => {
    const { promise, resolve } = Promise.withResolvers<Listed>();
    const change = (id: string) => ({ id, sessions: [`s-${id}`], keys: [] });
    list.mockResolvedValueOnce({ changes: [change('c1')], as_of: 't1', next: 'p2' }).mockReturnValueOnce(promise);
    await advance(250);
    expect([access.isEnded('s-c1'), access.ready?.() === true]).toEqual([true, false]);
    resolve({ changes: [change('c2')], as_of: 't2' });
    await advance(0);
    expect([access.isEnded('s-c2'), access.ready?.()]).toEqual([true, true]);
    list.mockResolvedValue({ changes: [], as_of: 't3' });
    await advance(4_000);
    expect(list.mock.calls.slice(-3)).toEqual([[{ after: '' }], [{ after: 'p2' }], [{ since: 't1', after: '' }]]);
  });

  test('is not confirmed by a part of the pages', async () => {
    list.mockResolvedValueOnce({ changes: [], as_of: 't1', next: 'p2' });
    await advance(250);
    expect(access.ready?.()).not.toBe(true);
    await advance(250);
    expect(list.mock.lastCall).toEqual([{ after: '' }]);
  });

  test('is not asked for while heartbeats come', async () => {
    heartbeat();
    list.mockClear();
    for (let second = 0; second < 20; second++) {
      await advance(1000);
      heartbeat();
    }
    expect(list).not.toHaveBeenCalled();
  });

  test('is confirmed by the one question that all share', async () => {
    heartbeat();
    await advance(6_000);
    list.mockClear();
    const { promise, resolve } = Promise.withResolvers<Listed>();
    list.mockReturnValue(promise);
    const waiting = [access.confirm(), access.confirm(), access.confirm()];
    resolve({ changes: [{ id: 'c1', sessions: ['s1'], keys: [] }], as_of: 't1' });
    await Promise.all(waiting);
    expect(list).toHaveBeenCalledTimes(1);
    expect(access.isEnded('s1')).toBe(true);
    expect(access.confirm()).toBeUndefined();
  });

  test('is as old as the question, not as the answer', async () => {
    const { promise, resolve } = Promise.withResolvers<Listed>();
    list.mockReturnValue(promise);
    await advance(250);
    await advance(4_000);
    resolve({ changes: [], as_of: 't1' });
    await advance(0);
    list.mockRejectedValue(new Error('identity is away'));
    await advance(1_500);
    await expect(access.confirm()).rejects.toMatchObject(refused);
  });
});

test('ended sessions come by the stream', () => {
  say(revoked('c1', ['s1', 's2']));
  expect(['s1', 's2', 's3'].map((id) => access.isEnded(id))).toEqual([true, true, false]);
});

test('changed keys are told once, whoever says it', async () => {
  const told = jest.fn();
  access.onKeysChanged(told);
  say(revoked('c1', [], ['k1', 'k2']));
  say(revoked('c1', [], ['k1', 'k2']));
  say(revoked('c2', ['s1']));
  list.mockResolvedValue({ changes: [{ id: 'c1', sessions: [], keys: ['k1', 'k2'] }], as_of: 't1' });
  await advance(4_000);
  expect(told.mock.calls).toEqual([[['k1', 'k2']]]);
});

test.each([
  ['a membership alone', ['u1@o1'], []],
  ['a membership beside a key', ['u1@o1', 'k1'], [[['k1']]]],
])('%s that has changed is told as no key', (_, keys, calls) => {
  const told = jest.fn();
  access.onKeysChanged(told);
  say(revoked('c1', [], keys));
  expect(told.mock.calls).toEqual(calls);
});

test.each([
  ['is kept when a membership', ['u1@o1'], 1],
  ['is not kept when a key', ['k1'], 2],
])('what is said of an API key %s changes meanwhile', async (_, keys, questions) => {
  const { text } = newApiKeyValue();
  const resolve = jest.fn(async () => {
    if (resolve.mock.calls.length === 1) say(revoked('c1', [], keys));
    return { id: 'k1', org_id: 'o1', scopes: [], rate_limit: 5 };
  });
  const apiKeys = createApiKeys({ resolve, access, uses: { note: () => undefined }, clock: () => now });
  const asker = { address: '192.0.2.1', gone: new AbortController().signal };
  for (let request = 0; request < 3; request++) apiKeys.recall(text) ?? (await apiKeys.authenticate(text, asker));
  expect(resolve).toHaveBeenCalledTimes(questions);
});

test('a message that cannot be understood is not passed over', () => {
  expect(() => say({ kind: 'unheard of' } as never)).toThrow();
});

test('costs a request no search, with 20,000 sessions ended in the last hour', () => {
  for (let i = 0; i < 20_000; i++) say(revoked(`c${i}`, [`session-${i}`]));
  heartbeat();
  const rounds = Array.from({ length: 5 }, () => {
    const started = process.hrtime.bigint();
    for (let i = 0; i < 50_000; i++)
      if (access.confirm() !== undefined || access.isEnded(`other-${i % 512}`)) throw new Error();
    return Number(process.hrtime.bigint() - started) / 50_000;
  });
  expect(Math.min(...rounds)).toBeLessThan(10_000);
});

describe('a changed membership', () => {
  const membership = () => access.memberships.find('u1', 'o1');

  test('is asked about anew after each change, and the sessions beside it go on', () => {
    expect(membership()).toBeUndefined();
    say(revoked('c1', ['s1'], ['u1@o1', 'k1']));
    const first = membership();
    expect([first, access.isEnded('s1'), access.memberships.find('u1', 'o2')]).toEqual([{}, false, undefined]);
    say(revoked('c1', ['s1'], ['u1@o1', 'k1']));
    expect(membership()).toBe(first);
    say(revoked('c2', [], ['u1@o1']));
    expect(membership()).not.toBe(first);
  });

  test('counts as long as a token may be older than the last change', () => {
    say(revoked('c1', [], ['u1@o1']));
    now += ACCESS_RELEVANT_MS - 1;
    say(revoked('c2', [], ['u1@o1']));
    now += 2;
    say(revoked('c3', [], []));
    expect(membership()).toBeDefined();
    now += ACCESS_RELEVANT_MS;
    say(revoked('c4', [], []));
    expect(membership()).toBeUndefined();
  });
});

test('a change is forgotten when no token can be good any more that it ended', () => {
  const minutes = 60_000;
  const change = (id: string, ...sessions: string[]) => ({ id, sessions, keys: [] });
  const revoked = new Revoked();
  revoked.add(change('c1', 's1'), 0);
  revoked.add(change('c2', 's2'), 30 * minutes);
  revoked.add(change('c3'), 60 * minutes);
  expect(revoked.isEnded('s1')).toBe(true);
  revoked.add(change('c4'), 71 * minutes);
  expect(['s1', 's2'].map((id) => revoked.isEnded(id))).toEqual([false, true]);
});
