import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeToken, startGateway, tokenFor } from './harness.ts';

const CLIENTS = '/api/v1/clients';
const ATTACKER = 'evil.example';

const gateway = await startGateway();
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.services.calls.splice(0);
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a valid token of an admin. */
async function claims(): Promise<Record<string, unknown>> {
  const [, payload = ''] = (await makeToken({ role: 'admin' })).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const presented = async (token: string) => {
  const { status, json } = await gateway.send(CLIENTS, { headers: { authorization: `Bearer ${token}` } });
  return [status, json.code];
};
const refused = [401, 'not_authenticated'];

describe('a forged token', () => {
  const own = generateKeyPairSync('ed25519');

  const signedBy = async (key: KeyObject, header: object) => {
    const text = `${base64({ alg: 'EdDSA', ...header })}.${base64(await claims())}`;
    return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
  };

  /** The public keys of the gateway, in all forms in which a secret could be given. */
  async function publicKeyForms(): Promise<[string, string | Buffer][]> {
    const { json } = await gateway.send('/.well-known/jwks.json');
    const [jwk] = json.keys as { x: string }[];
    if (!jwk) throw new Error('no key is published');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' });
    return [
      ['its bytes', Buffer.from(jwk.x, 'base64url')],
      ['its base64', jwk.x],
      ['its JWK', JSON.stringify(jwk)],
      ['its PEM', key.export({ format: 'pem', type: 'spki' })],
      ['its DER', key.export({ format: 'der', type: 'spki' })],
      ['nothing', ''],
    ];
  }

  test('signed with the public key as an HMAC secret is refused', async () => {
    for (const [form, secret] of await publicKeyForms()) {
      for (const [alg, digest] of Object.entries({
        HS256: 'sha256',
        HS384: 'sha384',
        HS512: 'sha512',
        EdDSA: 'sha256',
      })) {
        const text = `${base64({ alg, kid: 'key-1' })}.${base64(await claims())}`;
        const token = `${text}.${createHmac(digest, secret).update(text).digest('base64url')}`;
        expect([form, alg, ...(await presented(token))]).toEqual([form, alg, ...refused]);
      }
    }
  });

  test.each(['none', 'None', 'NONE', 'nOnE', '', null, 'ES256', 'RS256', ['EdDSA'], 'HS256'].map((alg) => ({ alg })))(
    'that says alg $alg is refused',
    async ({ alg }) => {
      const text = `${base64({ alg, kid: 'key-1' })}.${base64(await claims())}`;
      const [, , good] = (await tokenFor('admin')).split('.');
      for (const signature of ['', 'AAAA', good]) expect(await presented(`${text}.${signature}`)).toEqual(refused);
      expect(await presented(text)).toEqual(refused);
    },
  );

  test.each(
    [
      '../../../../dev/null',
      '/dev/null',
      "key-1' OR '1'='1",
      'key-1\0',
      'KEY-1',
      'x'.repeat(8_000),
      '',
      ['key-1'],
      { $ne: '' },
      { toString: 'key-1' },
      0,
      null,
      undefined,
      '__proto__',
      'constructor',
      `https://${ATTACKER}/jwks.json`,
    ].map((kid) => ({ kid })),
  )('that names the key $kid is refused', async ({ kid }) => {
    expect(await presented(await signedBy(own.privateKey, { kid }))).toEqual(refused);
  });

  test.each([
    ['jwk', { jwk: own.publicKey.export({ format: 'jwk' }) }],
    ['jku', { jku: `https://${ATTACKER}/jwks.json` }],
    ['x5u', { x5u: `https://${ATTACKER}/cert.pem` }],
    ['x5c', { x5c: ['MIIB'] }],
    ['crit', { crit: ['exp'], exp: 0 }],
    ['b64', { b64: false, crit: ['b64'] }],
    ['zip', { zip: 'DEF' }],
  ])('that brings its own key as %s is refused', async (_, header) => {
    for (const kid of ['key-1', 'mine', undefined]) {
      expect(await presented(await signedBy(own.privateKey, { kid, ...header }))).toEqual(refused);
    }
  });

  test('is refused though its parts are of good ones', async () => {
    const [head = '', , signature = ''] = (await tokenFor('client')).split('.');
    const admin = base64({ ...(await claims()), role: 'admin' });
    const good = await tokenFor('admin');
    for (const token of [
      `${head}.${admin}.${signature}`,
      `${good}.`,
      `${good}.${signature}`,
      `.${good}`,
      good.split('.').slice(0, 2).join('.'),
      good.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      good.split('.').reverse().join('.'),
    ]) {
      expect(await presented(token)).toEqual(refused);
    }
  });
});

test('a credential counts in its header alone', async () => {
  const token = await tokenFor('admin');
  for (const [path, headers] of [
    [`${CLIENTS}?access_token=${token}`, {}],
    [CLIENTS, { cookie: `access_token=${token}; Authorization=Bearer ${token}` }],
    [CLIENTS, { 'proxy-authorization': `Bearer ${token}` }],
    [CLIENTS, { 'x-authorization': `Bearer ${token}` }],
    [CLIENTS, { authorization: token }],
    [CLIENTS, { authorization: `Bearer ${token}, Bearer ${token}` }],
    [CLIENTS, { authorization: `Bearer ${token} ${token}` }],
  ] as [string, Record<string, string>][]) {
    expect((await gateway.send(path, { headers })).status).toBe(401);
  }
});

test.each([
  { 'x-role': 'admin', 'x-user-id': 'user-1', 'x-principal': '{"kind":"user","id":"user-1","role":"admin"}' },
  { principal: '{"role":"admin"}', 'grpc-metadata-principal': '{}', 'x-forwarded-client-cert': 'Subject="CN=gateway"' },
  { 'x-forwarded-user': 'admin', 'x-original-user': 'admin', forwarded: 'for=127.0.0.1' },
])('%j make nobody anybody', async (headers) => {
  expect((await gateway.send(CLIENTS, { headers })).status).toBe(401);
  await gateway.send(CLIENTS, { as: 'staff', headers });
  expect(gateway.services.calls.at(-1)?.options.context.principal).toMatchObject({ id: 'user-1', role: 'staff' });
});

test('an org that is named twice, or among others, is none of the caller', async () => {
  for (const org of ['org-1, org-2', 'org-1,org-9', 'org-1\t org-9', '["org-1"]', '*', 'org-']) {
    expect((await gateway.send(CLIENTS, { as: 'admin', headers: { 'x-org-id': org } })).status).toBe(403);
  }
  const twice = { 'x-org-id': ['org-1', 'org-9'] };
  expect((await gateway.send(CLIENTS, { as: 'admin', headers: twice })).status).toBe(403);
  expect(gateway.services.calls).toEqual([]);
});

describe('a request that another reader might cut elsewhere', () => {
  const hidden = `POST ${CLIENTS}/1/archive HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
  const chunked = `0\r\n\r\n${hidden}`;

  test.each([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 5\r\nTransfer-Encoding: chunked', chunked],
    ['the same the other way round', 'Transfer-Encoding: chunked\r\nContent-Length: 5', chunked],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 100', hidden],
    ['a list of lengths', 'Content-Length: 0, 100', hidden],
    ['a length with a sign', 'Content-Length: +5', hidden],
    ['a negative length', 'Content-Length: -1', hidden],
    ['a length in hexadecimal', 'Content-Length: 0x5', hidden],
    ['a transfer encoding that is none', 'Transfer-Encoding: xchunked', chunked],
    ['chunked, and not last', 'Transfer-Encoding: chunked, identity', chunked],
    ['a transfer encoding behind a tab', 'Transfer-Encoding:\x0bchunked', chunked],
    ['a space before the colon', 'Transfer-Encoding : chunked', chunked],
    ['a folded line', 'Transfer-Encoding:\r\n chunked', chunked],
    ['a folded header', 'X-One: 1\r\n Transfer-Encoding: chunked', chunked],
    ['a space in a name', 'Transfer Encoding: chunked', chunked],
    ['a NUL in a value', 'X-One: a\0b', hidden],
    ['a bare carriage return', 'X-One: a\rTransfer-Encoding: chunked', chunked],
    ['a line without a colon', 'Transfer-Encoding', chunked],
    ['a chunk size with a sign', 'Transfer-Encoding: chunked', `-1\r\n\r\n${hidden}`],
    ['a chunk size that is too large', 'Transfer-Encoding: chunked', `ffffffffffffffff1\r\n${hidden}`],
    ['a chunk that is longer than it says', 'Transfer-Encoding: chunked', `1\r\nxy\r\n${hidden}`],
  ])('%s: is refused whole', async (_, headers, body) => {
    const authorization = `Authorization: Bearer ${await tokenFor('admin')}`;
    const head = `POST ${CLIENTS} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${headers}\r\n\r\n`;
    const answer = await gateway.exchange(`${head}${body.replace('Host: x', `Host: x\r\n${authorization}`)}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 422']);
    expect(answer).toContain('Connection: close');
    expect(gateway.services.calls).toEqual([]);
  });
});

test('the Host header names nothing', async () => {
  for (const path of ['/openapi.json', '/docs', '/api/v1/meta', '/']) {
    const answer = await gateway.exchange(`GET ${path} HTTP/1.1\r\nHost: ${ATTACKER}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(answer).not.toContain(ATTACKER);
  }
});

test('a header that is sent to override method, path or host overrides nothing', async () => {
  const headers = {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-original-url': '/auth/login',
    'x-rewrite-url': '/auth/login',
    'x-forwarded-host': ATTACKER,
    'x-forwarded-proto': 'http',
    'x-forwarded-prefix': '/evil',
  };
  await gateway.send(`${CLIENTS}/1`, { as: 'admin', headers });
  expect(gateway.services.calls.map(({ name }) => name)).toEqual(['getClient']);
  for (const path of ['/openapi.json', '/docs', '/api/v1/meta']) {
    const { text, headers: received } = await gateway.send(path, { headers });
    expect(text + JSON.stringify(received)).not.toContain(ATTACKER);
  }
});

describe('a path that only looks like a route', () => {
  /** Sends the path unchanged. Other clients would resolve the dots. */
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${await tokenFor('client')}` };
    return new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(gateway.url);
      const request = httpsRequest({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false });
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
      request.on('error', reject).end();
    });
  };

  test.each([
    '/api/v1/clients/',
    '/api/v1/clients//',
    '//api/v1/clients',
    '/api//v1/clients',
    '/api/v1//clients',
    '/api/v1/./clients',
    '/api/v1/../v1/clients',
    '/api/v1/%2e%2e/v1/clients',
    '/api/v1/%63lients/../clients',
    '/api/v1/clients%2f',
    '/api/v1/clients%00',
    '/api/v1/clients%20',
    '/api/v1/clients%3f',
    '/api/v1/clients;jsessionid=1',
    '/api/v1/clients.json',
    '/API/v1/clients',
    '/api/V1/clients',
    '/api/v1/Clients',
    '/api/v1\\clients',
    '/auth/test/client/',
    '/auth/test/admin/../client',
    '/auth/test/CLIENT',
    '/.well-known/../api/v1/clients',
    '/docs/../api/v1/clients',
  ])('%s is none', async (path) => {
    expect(await get(path)).toBe(404);
    expect(gateway.services.calls).toEqual([]);
  });

  test.each([
    '/auth/test/%61dmin',
    `https://${ATTACKER}/auth/test/admin`,
    '/auth/test/admin?',
    '/auth/test/admin#/../client',
  ])('%s asks for the role of what it names', async (path) => expect([403, 404]).toContain(await get(path)));

  test.each(['..%2f..%2fwebhooks', '%7b%22$ne%22:1%7d', '$where', '[$ne]', '1%27%20OR%201=1', '..', '%2e%2e'])(
    'an id %s is handed on as text',
    async (id) => {
      expect(await get(`${CLIENTS}/${id}`)).toBe(404);
      const { name, request } = gateway.services.calls.at(-1) ?? {};
      expect([name, request]).toEqual(['getClient', { id: decodeURIComponent(id) }]);
    },
  );
});

test('an address is what the socket says, whoever claims to have forwarded', async () => {
  const limited = await startGateway({ RATE_LIMIT_ANONYMOUS: 3 });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const [ip, header] = [
      `198.51.100.${i}`,
      ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'forwarded'][i] as string,
    ];
    const headers = { 'x-forwarded-for': ip, [header]: header === 'forwarded' ? `for=${ip}` : ip };
    statuses.push((await limited.send('/api/v1/meta', { headers })).status);
  }
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
});

test('behind a trusted proxy, a caller cannot choose its address', async () => {
  const limited = await startGateway({ RATE_LIMIT_ANONYMOUS: 3, TRUSTED_PROXIES: ['127.0.0.0/8'] });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const headers = { 'x-forwarded-for': `10.0.0.${i}, 2001:db8:1:2::${i + 1}` };
    statuses.push((await limited.send('/api/v1/meta', { headers })).status);
  }
  const other = await limited.send('/api/v1/meta', { headers: { 'x-forwarded-for': '2001:db8:1:3::1' } });
  await limited.close();
  expect([...statuses, other.status]).toEqual([200, 200, 200, 429, 429, 200]);
});
