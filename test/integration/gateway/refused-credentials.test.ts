import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hashOfApiKey, newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { eventually } from '../../support/eventually.ts';
import { makeToken, type RunningGateway, startGateway } from './harness.ts';

const LIMIT = 3;
const CLIENTS = '/api/v1/clients';
const [ATTACKER, OTHER] = ['192.0.2.1', '192.0.2.2'];
const [known, fresh] = [newApiKeyValue().text, newApiKeyValue().text];
const grant = { org_id: 'org-1', scopes: ['read:*'], rate_limit: 600 };

type Headers = Record<string, string>;
const keyed = (value: string): Headers => ({ 'x-api-key': value });
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

let gateway: RunningGateway;
beforeEach(async () => {
  gateway = await startGateway({ RATE_LIMIT_ANONYMOUS: LIMIT, TRUSTED_PROXIES: ['127.0.0.1'] });
  gateway.services.answers.set('resolveApiKey', async () => {
    const hash = questions().at(-1);
    const good = [known, fresh].find((value) => hashOfApiKey(value) === hash);
    return good ? { grant: { ...grant, id: good } } : {};
  });
});
afterEach(() => gateway.close());

const questions = () =>
  gateway.services.calls.filter(({ name }) => name === 'resolveApiKey').map(({ request }) => request.hash);
const send = (headers: Headers, address = ATTACKER, path = CLIENTS) =>
  gateway.send(path, { headers: { ...headers, 'x-forwarded-for': address } });
const statusOf = async (headers: Headers, address = ATTACKER, path = CLIENTS) =>
  (await send(headers, address, path)).status;
const madeUp = () => keyed(newApiKeyValue().text);

const strangers: [string, () => Headers | Promise<Headers>][] = [
  ['made-up keys', madeUp],
  ['keys that cannot be', () => keyed('slv_nonsense')],
  ['tokens that nobody signed', () => bearer('x.y.z')],
  ['tokens for another system', async () => bearer(await makeToken({}, { audience: 'another' }))],
];

async function useUp(): Promise<void> {
  for (let n = 0; n < LIMIT; n++) expect(await statusOf(madeUp())).toBe(401);
}

test.each(strangers)('%s are refused as often as their address may ask, and then put off', async (_, stranger) => {
  for (let left = LIMIT - 1; left >= 0; left--) {
    const { status, headers } = await send(await stranger());
    expect([status, headers['ratelimit-remaining']]).toEqual([401, String(left)]);
  }
  const { status, json, headers } = await send(await stranger());
  expect([status, json.code, headers['ratelimit-remaining']]).toEqual([429, 'rate_limited', '0']);
  expect(headers['retry-after']).toBe(headers['ratelimit-reset']);
  expect(json.detail).toContain('per address for credentials that were refused');
});

describe('an address that has had its refusals', () => {
  test('is put off with each further one, and heard with each that is good', async () => {
    await useUp();
    for (const [, stranger] of strangers) expect(await statusOf(await stranger())).toBe(429);
    for (const headers of [keyed(fresh), bearer(await makeToken()), keyed(known)]) {
      expect(await statusOf(headers)).toBe(200);
    }
  });

  test('takes nothing from others, nor from what it may do without a credential', async () => {
    await useUp();
    expect(await statusOf(keyed(fresh), OTHER)).toBe(200);
    expect(await statusOf(madeUp(), OTHER)).toBe(401);
    expect(await statusOf({}, ATTACKER, '/api/v1/meta')).toBe(200);
    expect(await statusOf({})).toBe(401);
  });
});

test('an address that has used up what needs no credential still shows a new one', async () => {
  for (let n = 0; n < LIMIT; n++) await statusOf({}, ATTACKER, '/api/v1/meta');
  expect(await statusOf({}, ATTACKER, '/api/v1/meta')).toBe(429);
  expect(await statusOf(keyed(fresh))).toBe(200);
});

test('made-up keys on 250 connections keep no good one waiting, of their own address or of another', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const judge = gateway.services.answers.get('resolveApiKey') as () => Promise<object>;
  gateway.services.answers.set('resolveApiKey', async () => {
    const judged = judge();
    if (!('grant' in (await judged))) await promise;
    return judged;
  });
  const flood = Array.from({ length: 250 }, () => statusOf(madeUp()));
  await eventually(() => questions().length > 0);
  expect(await statusOf(keyed(known), OTHER)).toBe(200);
  const own = statusOf(keyed(fresh));
  answer();
  expect(await own).toBe(200);
  const answers = await Promise.all(flood);
  expect(answers.filter((status) => status === 401)).toHaveLength(LIMIT);
  expect(new Set(answers)).toEqual(new Set([401, 429]));
});
