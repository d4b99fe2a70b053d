import { once } from 'node:events';
import { Agent, request as httpsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { notFound } from '#chassis/domain/errors.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { Child } from '../../support/child.ts';
import { eventually } from '../../support/eventually.ts';
import { certificatesOf } from '../../support/grpc.ts';
import { type RunningGateway, startGateway, tokenFor } from './harness.ts';

let gateway: RunningGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const PIECE = Buffer.alloc(1024 * 1024, 'x');

const dial = (options: ConnectionOptions = {}) =>
  connect({ host: '127.0.0.1', port: Number(new URL(gateway.url).port), rejectUnauthorized: false, ...options });

describe('TLS', () => {
  test.each([
    ['TLSv1.1', false],
    ['TLSv1.2', true],
    ['TLSv1.3', true],
  ] as const)('%s: %s', async (version, accepted) => {
    const socket = dial({ minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' });
    const connected = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    expect(connected).toBe(accepted);
  });

  test('every answer asks for HTTPS and names no server', async () => {
    const { headers } = await gateway.send('/api/v1/meta');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

test.each([
  ['headers that the parser does not take', `GET /docs HTTP/1.1\r\nx-much: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ['what is no request', 'hello\r\n\r\n', 422],
  ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n', 422],
])('refuses %s in our words and with our headers', async (_, bytes, status) => {
  const answer = await gateway.exchange(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*"code":"(headers_too_large|malformed_request)"`));
  for (const name of ['Strict-Transport-Security', 'RateLimit-Remaining', 'X-Request-Id']) {
    expect(answer).toContain(`\r\n${name}: `);
  }
});

describe('request ids', () => {
  test("a caller's own is kept and handed on", async () => {
    const { headers } = await gateway.send('/api/v1/clients', { as: 'staff', headers: { 'x-request-id': 'my.id-1' } });
    expect(headers['x-request-id']).toBe('my.id-1');
    expect(gateway.services.calls.at(-1)?.options.context.requestId).toBe('my.id-1');
  });

  test.each(['no spaces', 'x'.repeat(129), ''])('%j is replaced', async (id) => {
    const { headers } = await gateway.send('/api/v1/meta', { headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('the caller', () => {
  const caller = async (headers: Record<string, string>) => {
    await gateway.send('/api/v1/clients', { as: 'staff', headers });
    return gateway.services.calls.at(-1)?.options.context;
  };

  test('a traceparent is handed on, anything else is not', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await caller({ traceparent });
    expect(gateway.services.calls.at(-1)?.options.traceparent).toBe(traceparent);
    await caller({ traceparent: 'nonsense' });
    expect(gateway.services.calls.at(-1)?.options.traceparent).toBeUndefined();
  });
});

describe('other methods', () => {
  test('OPTIONS names what there is, without a credential', async () => {
    const { status, headers } = await gateway.send('/api/v1/clients', { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([200, 'GET, HEAD, POST, OPTIONS']);
  });

  test('an origin that is configured may read answers', async () => {
    const answer = (origin: string) => gateway.send('/api/v1/meta', { headers: { origin } });
    expect((await answer('https://shop.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'Origin',
    });
    expect((await answer('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('bodies', () => {
  const post = async (headers: Record<string, string>, write: (socket: ReturnType<typeof httpsRequest>) => void) => {
    const authorization = `Bearer ${await tokenFor('staff')}`;
    const options = { method: 'POST', rejectUnauthorized: false, headers: { authorization, ...headers } };
    const request = httpsRequest(`${gateway.url}/api/v1/clients`, options);
    write(request);
    const [response] = await once(request, 'response');
    request.on('error', () => undefined).destroy();
    return response.statusCode;
  };

  test('of unknown length are refused when they have become too large', async () => {
    const chunk = Buffer.alloc(700_000, ' ');
    expect(
      await post({ 'transfer-encoding': 'chunked' }, (request) => {
        request.write(chunk);
        request.write(chunk);
      }),
    ).toBe(413);
  });

  test.each([
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'content-type': 'application/json; charset=latin1' }, 415],
    [{ 'content-type': 'application/json; charset=UTF-8' }, 422],
    [{ 'content-type': 'application/merge-patch+json' }, 422],
    [{ expect: '100-continue' }, 422],
    [{ expect: 'wonders' }, 422],
  ])('%j: %i', async (headers, status) => {
    expect(await post(headers as unknown as Record<string, string>, (request) => request.end('{'))).toBe(status);
  });
});

describe('requests that are sent ahead', () => {
  const message = async (method: string, path: string, body = '', headers = '') =>
    `${method} ${path} HTTP/1.1\r\nAuthorization: Bearer ${await tokenFor('admin')}\r\n${headers}` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  const large = JSON.stringify({ name: 'Mill' }).padEnd(60_000);

  test('are handled one after another, however large they are', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { calls, answers } = gateway.services;
    answers.set('createSupplier', async () => {
      if (calls.length === 1) await gate;
      throw notFound('Supplier');
    });
    const create = await message('POST', '/api/v1/suppliers', large);
    const last = await message('POST', '/api/v1/suppliers', large, 'Connection: close\r\n');
    const answered = gateway.exchange(create.repeat(149) + last);
    await eventually(() => calls.length > 0);
    for (let others = 0; others < 3; others++) await gateway.send('/api/v1/meta');
    expect(calls.filter(({ name }) => name === 'createSupplier')).toHaveLength(1);
    open();
    expect((await answered).match(/HTTP\/1.1 \d+/g)).toEqual(Array(150).fill('HTTP/1.1 404'));
  });

  test('behind an answer that is not read are answered in full or not at all', async () => {
    gateway.services.answers.set('listSuppliers', async () => ({
      data: Array.from({ length: 100 }, (_, n) => ({ id: String(n), name: 'x'.repeat(100_000), createdAt: '' })),
      pagination: { page: 1, limit: 100, total: 100 },
    }));
    const socket = dial();
    socket.write(await message('GET', '/api/v1/suppliers?limit=100'));
    await once(socket, 'readable');
    socket.write((await message('POST', '/api/v1/suppliers', large)).repeat(20));
    socket.write(await message('POST', '/api/v1/suppliers', large, 'Connection: close\r\n'));
    for (let others = 0; others < 3; others++) await gateway.send('/api/v1/meta');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(new Set(text.match(/HTTP\/1.1 \d+/g))).toEqual(new Set(['HTTP/1.1 200']));
  });
});

test('an idle connection outlasts the 60 s that load balancers keep one', async () => {
  const socket = dial();
  socket.write('GET /api/v1/meta HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  socket.destroy();
  const [, idle] = /Keep-Alive: timeout=(\d+)/i.exec(String(bytes)) ?? [];
  expect(Number(idle)).toBeGreaterThan(65);
});

test('a connection is closed after the answer once the gateway is to end', async () => {
  gateway.gateway.draining = true;
  expect((await gateway.send('/api/v1/meta')).headers.connection).toBe('close');
});

describe('a process that is told to end', () => {
  let child: Child;
  let port: number;
  let agent: Agent;
  afterEach(async () => {
    agent.destroy();
    await child.kill('SIGKILL');
  });

  async function start(delay: string): Promise<string> {
    const { ca, cert, key } = (await certificatesOf('gateway')).gateway;
    const env = { TLS_CA: ca, TLS_CERT: cert, TLS_KEY: key, SHUTDOWN_DELAY_MS: delay };
    child = new Child('../integration/gateway/gateway-process.ts', env);
    agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    const { https, admin } = await child.message('https');
    port = Number(https);
    return `http://127.0.0.1:${admin}/readyz`;
  }

  async function get(path: string, token?: unknown) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const request = httpsRequest({ host: '127.0.0.1', port, path, agent, headers });
    const [response] = await once(request.end(), 'response');
    await response.toArray();
    return { status: response.statusCode, connection: response.headers.connection, reused: request.reusedSocket };
  }

  async function isRefused(): Promise<boolean> {
    const socket = connectPlain(port, '127.0.0.1');
    const code = await once(socket, 'connect').then(
      () => undefined,
      (error) => error.code,
    );
    socket.destroy();
    return code === 'ECONNREFUSED';
  }

  test('is not ready at once, and meanwhile serves on, each connection with its last answer', async () => {
    const readiness = await start('60000');
    expect((await fetch(readiness)).status).toBe(200);
    expect(await get('/api/v1/meta')).toEqual({ status: 200, connection: 'keep-alive', reused: false });
    child.process.kill('SIGTERM');
    await eventually(async () => (await fetch(readiness)).status === 503);
    expect(await get('/api/v1/meta')).toEqual({ status: 200, connection: 'close', reused: true });
    for (let others = 0; others < 2; others++)
      expect(await get('/api/v1/meta')).toEqual({ status: 200, connection: 'close', reused: false });
  });

  test('takes no connection any more once that time is over, and ends when what runs is answered', async () => {
    await start('50');
    const { token } = await child.message('token');
    const answer = get('/api/v1/suppliers', token);
    await child.message('asked');
    expect(await isRefused()).toBe(false);
    child.process.kill('SIGTERM');
    await eventually(isRefused);
    child.process.send({ answer: true });
    expect(await answer).toMatchObject({ status: 200, connection: 'close' });
    expect(await child.exited).toBe(0);
  });
});

test.each([
  ['asks for it', 'Connection: close\r\n', false],
  ['is told so', '', true],
])(
  'a caller who sends a large body reads why it is refused, though the connection ends: who %s',
  async (_, header, draining) => {
    gateway.gateway.draining = draining;
    const socket = dial();
    const head = `POST /api/v1/clients/import HTTP/1.1\r\nHost: localhost\r\n${header}Content-Length: ${8 * PIECE.length}\r\n\r\n`;
    socket.write(head);
    await eventually(() => socket.readableLength > 0);
    for (let sent = 0; sent < 8; sent++) await new Promise((resolve) => socket.write(PIECE, resolve));
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\nConnection: close\r\n[\s\S]*"code":"/);
  },
);

test('a write that was not answered in time may have taken place only where its handler had begun', async () => {
  const { answers } = gateway.services;
  const never = () => new Promise<never>(() => undefined);
  const body = { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
  answers.set('createClient', never);
  answers.set('resolveApiKey', never);
  const create = (sent: object) => gateway.send('/api/v1/clients', { method: 'POST', body, ...sent });
  const [begun, waiting] = await Promise.all([
    create({ as: 'staff' }),
    create({ headers: { 'x-api-key': newApiKeyValue().text } }),
  ]);
  expect([begun.status, begun.json.code]).toEqual([503, 'outcome_unknown']);
  expect([waiting.status, waiting.json.code]).toEqual([504, 'deadline_exceeded']);
}, 30_000);
