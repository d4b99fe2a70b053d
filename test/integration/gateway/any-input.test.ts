import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

/** The walk (test/e2e/walk.test.ts) draws bodies and parameters. Here is what it does not draw. */
const paths = fc.constantFrom('/api/v1/clients', '/api/v1/clients/import', '/api/v1/webhooks/1', '/auth/login');
const body = fc.oneof(
  fc.json(),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
const headerText = fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'x-org-id',
    'x-request-id',
    'traceparent',
    'x-forwarded-for',
    'origin',
  ),
  fc.oneof(headerText, fc.constantFrom('application/json', 'text/csv', '"1-x"', '*', 'org-1')),
);
const query = fc.oneof(
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.constantFrom('', '?limit=1&limit=x', '?__proto__=1'),
);

test('no input gets a 500, hangs, or an answer that is not ours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      fc.oneof({ weight: 5, arbitrary: paths }, { weight: 1, arbitrary: fc.webPath() }),
      query,
      headers,
      body,
      fc.constantFrom('admin' as const, 'staff' as const, undefined),
      async (method, path, search, sentHeaders, sentBody, as) => {
        const bodyless = method === 'GET' || method === 'HEAD';
        const answer = await gateway.send(`${path}${search}`, {
          method,
          headers: sentHeaders,
          ...(bodyless ? {} : { body: sentBody }),
          ...(as && { as }),
        });
        expect(answer.status).toBeLessThan(500);
        expect([200, 304, 401, 403, 404, 405, 409, 412, 415, 422]).toContain(answer.status);
        expect(answer.headers).toMatchObject({
          'x-request-id': expect.any(String),
          'ratelimit-remaining': expect.any(String),
        });
        if (answer.status >= 400 && method !== 'HEAD') expect(answer.json).toMatchObject({ code: expect.any(String) });
        if (answer.status === 422 && method !== 'HEAD') expect(answer.json.detail).toBeInstanceOf(Array);
      },
    ),
    { numRuns: 1_500 },
  );
}, 60_000);

test('bytes that are no request are refused in our words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), async (bytes) => {
      const text = await gateway.exchange(`${Buffer.from(bytes).toString('latin1')}\r\n\r\n\r\n\r\n`);
      if (text !== '') expect(text).toMatch(/^HTTP\/1.1 4\d\d [\s\S]*"request_id"/);
    }),
    { numRuns: 30 },
  );
});
