import { afterAll, expect, test } from '@jest/globals';
import { dropDatabase, later, newDatabase, now, openReplica } from './support.ts';

const database = newDatabase();
const replicas = await Promise.all(Array.from({ length: 4 }, () => openReplica(database)));
const [one, two] = replicas;
afterAll(() => dropDatabase(...replicas.map(({ store }) => store)));

const DAY = 86_400_000;
const refreshAll = (at: Date) => Promise.all(replicas.map(({ keys }) => keys.refresh(at)));
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('replicas make each key once, and all sign with the same one', async () => {
  await refreshAll(now);
  const [first, ...none] = one?.keys.published(now) ?? [];
  expect(none).toEqual([]);
  await refreshAll(later(30 * DAY));
  const [, second] = two?.keys.published(later(30 * DAY)) ?? [];
  const signers = await Promise.all(replicas.map(({ keys }) => keys.sign({}, later(30 * DAY + DAY / 24))));
  expect(new Set(signers.map(kidOf))).toEqual(new Set([second?.kid]));
  expect(await one?.keys.sign({}, later(30 * DAY)).then(kidOf)).toBe(first?.kid);
});

test('a process that starts anew signs with the stored keys', async () => {
  const restarted = await openReplica(database);
  replicas.push(restarted);
  await restarted.keys.refresh(later(31 * DAY));
  expect(restarted.keys.published(later(31 * DAY))).toHaveLength(1);
  expect(kidOf(await restarted.keys.sign({}, later(31 * DAY)))).toBe(restarted.keys.published(later(31 * DAY))[0]?.kid);
});
