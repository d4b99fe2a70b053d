import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { AppError, NeedsTurn } from '#chassis/domain/errors.ts';
import { eventually } from '../../support/eventually.ts';
import { makeToken, startGateway } from './harness.ts';

/**
 * Tests the queue for large requests (ADR 17): a request is large because of its body, or because the service says so.
 */
const AT_ONCE = 60;
const SMALL = JSON.stringify({ name: 'Parka' });
const LARGE = SMALL.padEnd(70_000);

const gateway = await startGateway();
const token = await makeToken({ org_id: 'org-1', orgs: [{ id: 'org-1', name: 'One', role: 'staff' }] });
afterAll(() => gateway.close());
/** Functions that end the held calls. */
let held: (() => void)[];

const calls = () => gateway.services.calls.filter(({ name }) => name === 'updateStyle');
const inTurn = () => calls().filter(({ options }) => !options.context.outOfTurn);

/** Makes each call of `updateStyle` wait until the test ends it. `judge` can refuse a call before. */
function hold(judge: (isOutOfTurn: boolean) => void = () => {}) {
  gateway.services.calls.length = 0;
  held = [];
  gateway.services.answers.set('updateStyle', async () => {
    judge(calls().at(-1)?.options.context.outOfTurn === true);
    await new Promise<void>((go) => held.push(go));
    const skus: object[] = [];
    const style = { id: 's1', documentId: 'STY-2026-000001', name: 'Parka', colors: [], sizes: [], skus, skuCount: 0 };
    return {
      record: { ...style, status: 'active', createdAt: '', updatedAt: '' },
      revision: 2,
      eventId: 'e',
      replayed: false,
    };
  });
}

beforeEach(() => hold());

const change = (body: string) =>
  gateway.send('/api/v1/styles/s1', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
const changeMany = (body: string) => Promise.all(Array.from({ length: AT_ONCE }, () => change(body)));

/** Ends all held calls, a few at a time. Returns the maximum number of simultaneous calls. */
async function letGo(): Promise<number> {
  let most = 0;
  for (let gone = 0; gone < AT_ONCE; ) {
    await eventually(() => held.length > 0);
    most = Math.max(most, held.length);
    for (const go of held.splice(0)) {
      go();
      gone += 1;
    }
  }
  return most;
}

test('small changes are made at once, however many they are', async () => {
  const changing = changeMany(SMALL);
  await eventually(() => held.length === AT_ONCE);
  await letGo();
  expect((await changing).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect(inTurn()).toEqual([]);
});

test('those with a large body are made two at a time, and none is refused', async () => {
  const changing = changeMany(LARGE);
  expect(await letGo()).toBe(2);
  expect((await changing).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect(calls()).toHaveLength(AT_ONCE);
});

test('those of which the service says so are made again in their turns', async () => {
  hold((isOutOfTurn) => {
    if (isOutOfTurn) throw new NeedsTurn();
  });
  const changing = changeMany(SMALL);
  expect(await letGo()).toBe(2);
  expect((await changing).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect([calls().length, inTurn().length]).toEqual([2 * AT_ONCE, AT_ONCE]);
});

test('another refusal is the answer', async () => {
  hold(() => {
    throw new AppError('rate_limited', 'Too many', { retryAfter: 1 });
  });
  expect((await change(SMALL)).status).toBe(429);
  expect(calls()).toHaveLength(1);
});

test('one whose turn does not come has done nothing, and is told so', async () => {
  hold((isOutOfTurn) => {
    if (isOutOfTurn) throw new NeedsTurn();
  });
  const atWork = [change(SMALL), change(SMALL)];
  await eventually(() => held.length === 2);
  const { status, json } = await change(SMALL);
  expect([status, json.code]).toEqual([504, 'deadline_exceeded']);
  for (const go of held) go();
  await Promise.all(atWork);
}, 30_000);
