import { METHODS } from 'node:http';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { httpDuration } from '../../gateway/http/metrics.ts';
import { type Sent, startGateway } from '../integration/gateway/harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const CLIENTS = '/api/v1/clients';
const GOOD = { name: 'Acme', country: 'Portugal', maxAccountValue: 1, currency: 'EUR' };

/**
 * decisions 1, Order of refusals: each fault beats all below it.
 */
describe('order of refusals', () => {
  const HUGE = Buffer.alloc(1024 * 1024 + 1, 'x');
  const wrongType = { 'content-type': 'text/plain' };
  const IMPORT = '/api/v1/bank-statements/import';
  const limits = { RATE_LIMIT_USER: 1 };

  test.each([
    { wins: 404, path: '/api/v1/nothing', method: 'PUT', body: HUGE, headers: wrongType },
    { wins: 405, path: CLIENTS, method: 'PUT', body: HUGE, headers: wrongType },
    { wins: 401, path: CLIENTS, method: 'POST', body: HUGE, headers: wrongType },
    { wins: 429, path: CLIENTS, method: 'POST', body: HUGE, headers: wrongType, as: 'client', used: true },
    { wins: 413, path: CLIENTS, method: 'POST', body: HUGE, headers: wrongType, as: 'client' },
    { wins: 415, path: CLIENTS, method: 'POST', body: '{', headers: wrongType, as: 'client' },
    {
      wins: 415,
      path: IMPORT,
      method: 'POST',
      body: '{}',
      as: 'staff',
      headers: { 'content-type': 'application/json' },
    },
    { wins: 403, path: CLIENTS, method: 'POST', body: '{', as: 'client' },
    { wins: 403, path: CLIENTS, method: 'POST', body: '{', as: 'staff', headers: { 'x-org-id': 'org-9' } },
    { wins: 403, path: CLIENTS, method: 'POST', body: { org_id: 'org-2' }, as: 'staff' },
    {
      wins: 422,
      path: `${CLIENTS}/none`,
      method: 'PATCH',
      body: { name: 1 },
      as: 'staff',
      headers: { 'if-match': '"9-x"' },
    },
    { wins: 404, path: `${CLIENTS}/none`, method: 'PATCH', body: {}, as: 'staff', headers: { 'if-match': '"9-x"' } },
  ] as ({ wins: number; path: string; used?: true } & Sent)[])(
    '$wins before what follows: $method $path as $as',
    async ({ wins, path, used, ...sent }) => {
      const limited = used && (await startGateway(limits));
      const target = limited || gateway;
      if (limited) await limited.send(CLIENTS, { as: 'client' });
      const { status, json, headers } = await target.send(path, sent);
      await limited?.close();
      expect(status).toBe(wins);
      expect(Object.keys(json).sort()).toEqual(['code', 'detail', 'request_id']);
      expect(headers).toMatchObject({ 'x-request-id': json.request_id, 'ratelimit-limit': expect.any(String) });
    },
  );

  test.each([
    [{ body: HUGE }, 413],
    [{ body: 'x', headers: wrongType }, 415],
    [{ body: '{' }, 422],
    [{ body: { reason: 'typo' } }, 422],
    [{ body: { org_id: 'org-2' } }, 403],
    [{ body: {} }, 200],
    [{ body: 'null' }, 200],
    [{ headers: wrongType }, 200],
  ] as [Sent, number][])('a move takes no body: %# is a %i', async (sent, expected) => {
    const { json } = await gateway.send(CLIENTS, { method: 'POST', as: 'staff', body: GOOD });
    const { status } = await gateway.send(`${CLIENTS}/${json.id}/archive`, { method: 'POST', as: 'staff', ...sent });
    expect(status).toBe(expected);
  });

  test('412 before 409', async () => {
    const { json } = await gateway.send(CLIENTS, { method: 'POST', as: 'staff', body: GOOD });
    const archive = (headers = {}) =>
      gateway.send(`${CLIENTS}/${json.id}/archive`, { method: 'POST', as: 'staff', headers });
    await archive();
    expect((await archive({ 'if-match': '"9-x"' })).status).toBe(412);
    expect(await archive()).toMatchObject({ status: 409, json: { code: 'invalid_transition' } });
  });
});

describe('each refusal in its words', () => {
  test('405 names the methods', async () => {
    const { status, headers, json } = await gateway.send(`${CLIENTS}/1`, { method: 'PUT' });
    expect([status, headers.allow, json.code]).toEqual([
      405,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      'method_not_allowed',
    ]);
  });

  test('methods that a path does not have are one in the metrics, whichever they are', async () => {
    const own = ['GET', 'HEAD', 'PATCH', 'DELETE'];
    const others = METHODS.filter((method) => ![...own, 'OPTIONS', 'CONNECT'].includes(method));
    for (const method of ['OPTIONS', ...others]) {
      const { status } = await gateway.send(`${CLIENTS}/1`, { method });
      expect([method, status]).toEqual([method, method === 'OPTIONS' ? 200 : 405]);
    }
    const { values } = await httpDuration.get();
    const seen = values.filter(({ labels }) => labels.route === `${CLIENTS}/{id}` && !own.includes(`${labels.method}`));
    expect(new Set(seen.map(({ labels }) => `${labels.method} ${labels.status}`))).toEqual(
      new Set(['OPTIONS 200', 'other 405']),
    );
  });

  test('404 for a path that is no text', async () => {
    expect((await gateway.send(`${CLIENTS}/%ff`, { as: 'staff' })).json).toMatchObject({ detail: 'Route not found' });
    expect((await gateway.send(`${CLIENTS}/${'x'.repeat(256)}`, { as: 'staff' })).json).toMatchObject({
      detail: 'Client not found',
    });
  });

  test('414 and 431 for too much before the body', async () => {
    expect(await gateway.send(`${CLIENTS}?${'x'.repeat(17_000)}`)).toMatchObject({
      status: 414,
      json: { code: 'uri_too_long' },
    });
    const headers = { 'x-much': 'x'.repeat(17_000) };
    expect(await gateway.send(CLIENTS, { headers })).toMatchObject({
      status: 431,
      json: { code: 'headers_too_large' },
    });
  });

  test('429 says when to come back, and which limit it was', async () => {
    const limited = await startGateway({ RATE_LIMIT_ANONYMOUS: 1 });
    const first = await limited.send('/api/v1/meta');
    const second = await limited.send('/api/v1/meta');
    await limited.close();
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' });
    expect([second.status, second.json.code]).toEqual([429, 'rate_limited']);
    expect(second.json.detail).toContain('per address');
    expect(second.headers['retry-after']).toBe(second.headers['ratelimit-reset']);
  });

  test('429 of an API key is by its own limit, of a user by that of users', async () => {
    const limited = await startGateway({ RATE_LIMIT_USER: 1 });
    const grant = { id: 'k1', org_id: 'org-1', scopes: ['read:*'], rate_limit: 2 };
    limited.services.answers.set('resolveApiKey', async () => ({ grant }));
    const byKey = { headers: { 'x-api-key': newApiKeyValue().text } };
    const answers = [];
    for (const sent of [byKey, byKey, byKey, { as: 'staff' }, { as: 'staff' }] as Sent[]) {
      const { status, json, headers } = await limited.send(CLIENTS, sent);
      answers.push([status, headers['ratelimit-limit'], /per ([\w ]+) is/.exec(String(json.detail))?.[1]]);
    }
    await limited.close();
    expect(answers).toEqual([
      [200, '2', undefined],
      [200, '2', undefined],
      [429, '2', 'API key'],
      [200, '1', undefined],
      [429, '1', 'user'],
    ]);
  });

  test.each([
    [
      new AppError('upstream_unavailable', 'Service product is unavailable', { retryAfter: 3.2 }),
      503,
      'upstream_unavailable',
      '4',
    ],
    [new AppError('rate_limited', 'Too many failed logins', { retryAfter: 900 }), 429, 'rate_limited', '900'],
    [new AppError('outcome_unknown', 'Retry with the same Idempotency-Key'), 503, 'outcome_unknown', '1'],
    [new AppError('deadline_exceeded', 'Service product did not answer in time'), 504, 'deadline_exceeded', undefined],
    [new AppError('idempotency_in_progress', 'Still running'), 409, 'idempotency_in_progress', undefined],
    [new Error('secret cause'), 500, 'internal_error', undefined],
  ])('%s', async (error, status, code, retryAfter) => {
    gateway.services.answers.set('getClient', async () => {
      throw error;
    });
    const answer = await gateway.send(`${CLIENTS}/1`, { as: 'staff' });
    gateway.services.answers.clear();
    expect([answer.status, answer.json.code, answer.headers['retry-after']]).toEqual([status, code, retryAfter]);
    expect(answer.text).not.toContain('secret');
  });

  test('an idempotency key that was used for another body is a 422 with a list', async () => {
    gateway.services.answers.set('createClient', async () => {
      throw new AppError('idempotency_key_reused', 'The key was used with another body');
    });
    const { status, json } = await gateway.send(CLIENTS, { method: 'POST', as: 'staff', body: GOOD });
    gateway.services.answers.clear();
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused']);
    expect(json.detail).toMatchObject([{ loc: ['header', 'idempotency-key'], type: 'value_error' }]);
  });
});
