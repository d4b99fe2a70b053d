import { afterAll, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
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

test('a rotation on demand logs nobody out: tokens of both keys are good, and both are listed', async () => {
  const at = 31 * DAY;
  const before = (await one?.keys.sign({}, later(at))) ?? '';
  const next = await two?.keys.rotate(later(at));
  expect(await two?.keys.rotate(later(at + 1))).toMatchObject({ kid: next?.kid });
  await refreshAll(later(at + 60_000));
  expect(await one?.keys.sign({}, later(at + 60_000)).then(kidOf)).toBe(kidOf(before));

  const turned = later(at + DAY / 24);
  const after = (await one?.keys.sign({}, turned)) ?? '';
  expect(kidOf(after)).toBe(next?.kid);
  const listed = replicas.map(({ keys }) => keys.published(turned).map(({ kid }) => kid));
  for (const kids of listed) expect(kids).toEqual([kidOf(before), kidOf(after)]);
  const jwks = createLocalJWKSet({ keys: (one?.keys.published(turned) ?? []).map(toJwk) });
  for (const token of [before, after]) await expect(jwtVerify(token, jwks)).resolves.toBeDefined();
});

const toJwk = ({ kid, x }: { kid: string; x: string }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x });
