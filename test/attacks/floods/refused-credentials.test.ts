import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { makeToken, type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';

/**
 * Number of bad credentials that once blocked all callers with the same address, for example behind an ingress that is
 * no trusted proxy.
 */
const BAD = 62;

let gateway: RunningGateway;
const good = newApiKeyValue().text;

beforeEach(async () => {
  gateway = await startGateway({ RATE_LIMIT_ANONYMOUS: 60 });
  gateway.services.answers.set('resolveApiKey', async () => ({}));
});
afterEach(() => gateway.close());

const send = async (headers: Record<string, string>) => (await gateway.send('/api/v1/clients', { headers })).status;
const sendToken = (token: string) => send({ authorization: `Bearer ${token}` });

async function attack(bad: () => Promise<number>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: BAD }, bad));
  expect(new Set(answers)).toEqual(new Set([401, 429]));
}

test.each([
  ['tokens', () => sendToken('x.y.z')],
  ['tokens of an unknown key', async () => sendToken(await makeToken({}, { kid: 'made-up' }))],
  ['keys', () => send({ 'x-api-key': newApiKeyValue().text })],
])(`${BAD} bad %s deny no good credential of the same address`, async (_, bad) => {
  await attack(bad);
  expect(await sendToken(await makeToken())).toBe(200);
  gateway.services.answers.set('resolveApiKey', async () => ({
    grant: { id: 'k1', org_id: 'org-1', scopes: ['read:*'], rate_limit: 600 },
  }));
  expect(await send({ 'x-api-key': good })).toBe(200);
});
