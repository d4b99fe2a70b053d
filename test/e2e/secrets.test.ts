import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { RequestInit } from 'undici';
import { PEERS } from '../../deploy/local/processes.ts';
import type { Secrets } from '../../deploy/local/secrets.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { eventually } from '../support/eventually.ts';
import { filesIn, leaks, type Written } from '../support/leaks.ts';
import { Receiver } from '../support/receiver.ts';
import { type RunningSmtpServer, startSmtpServer } from '../support/smtp-server.ts';
import { type System, startSystem } from '../support/system/system.ts';

const SMTP_PASSWORD = 'smtp-Password-of-the-mailer';
const ADMIN = { email: 'root@example.com', password: 'admin+Passphrase/of=the~first&start' };
const EMAIL = 'ann@example.com';

const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-secrets-'));
const backends = shareBackends();
const receiver = new Receiver();
/** By name; what a run used. */
const secrets = new Map<string, string>();
const written: Written[] = [];
let mailServer: RunningSmtpServer;
let system: System;
let nats: NatsConnection;
let token: string;
let orgId: string;

beforeAll(async () => {
  await receiver.listen();
  mailServer = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => done(password === SMTP_PASSWORD ? null : new Error('no'), { user: 'mailer' }),
  });
  system = await startSystem({
    dataDir,
    env: {
      ...backends.env,
      LOG_LEVEL: 'trace',
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
      BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:${mailServer.port}?ignoreTLS=true`,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      RATE_LIMIT_ANONYMOUS: '1000',
    },
  });
  keepOwnSecrets();
  nats = await listenToEverything();
}, 120_000);

afterAll(async () => {
  await nats.close();
  if (system.starter.exitCode === null) await system.stop();
  await Promise.all([mailServer.close(), receiver.close()]);
  await backends.cleanUp();
  rmSync(dataDir, { recursive: true });
}, 60_000);

const storedSecrets = () => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;

/** The secrets that the processes get at their start. */
function keepOwnSecrets(): void {
  const { processes, natsAdminPassword } = storedSecrets();
  secrets.set('SMTP password', SMTP_PASSWORD).set('NATS password of admin', natsAdminPassword);
  for (const [name, { natsPassword, encryptionKey }] of Object.entries(processes)) {
    secrets.set(`NATS password of ${name}`, natsPassword).set(`encryption key of ${name}`, encryptionKey);
  }
  for (const name of PEERS) {
    const pem = readFileSync(join(dataDir, 'tls', `${name}-key.pem`), 'utf8');
    secrets.set(`TLS key of ${name}`, pem.split('\n')[1] ?? '');
  }
}

/** Every message of the broker, of whatever subject. */
async function listenToEverything(): Promise<NatsConnection> {
  const { url, pid } = system.run.nats;
  const credentials = pid === null ? {} : { user: 'admin', pass: storedSecrets().natsAdminPassword };
  const connection = await connect({ servers: url, ...credentials });
  connection.subscribe('>', {
    callback: (_, message) => {
      written.push({ where: `message ${message.subject}`, text: `${message.headers ?? ''} ${message.string()}` });
    },
  });
  await connection.flush();
  return connection;
}

interface Sent {
  as?: string;
  key?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

interface Answered {
  status: number;
  json: Record<string, unknown>;
  /** Takes a secret that this answer is there to hand out, and only it. */
  handOut(name: string, field: string): string;
}

/** A request whose answer, headers included, is kept as written. */
async function send(method: string, path: string, { as, key, body, form, headers = {} }: Sent = {}): Promise<Answered> {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const init: RequestInit = {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: json as string }),
    ...(form && { body: new URLSearchParams(form) }),
  };
  const response = await system.fetch(path, init);
  const text = await response.text();
  const kept = {
    where: `answer to ${method} ${path.split('?')[0]}`,
    text: `${JSON.stringify([...response.headers])} ${text}`,
  };
  written.push(kept);
  const answer = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return {
    status: response.status,
    json: answer,
    handOut(name, field) {
      const secret = String(answer[field]);
      expect(secret.length).toBeGreaterThan(20);
      secrets.set(name, secret);
      kept.text = kept.text.replace(secret, '');
      return secret;
    },
  };
}

const login = (username: string, password: string) => send('POST', '/auth/login', { form: { username, password } });
let sequence = 0;
const secret = (name: string, text: string) => {
  const value = `${text}-${++sequence}-Kq7~vZ`;
  secrets.set(name, value);
  return value;
};

test('the first admin logs in, rightly and wrongly', async () => {
  secrets.set('admin password', ADMIN.password);
  const answer = await login(ADMIN.email, ADMIN.password);
  token = answer.handOut('access token of the admin', 'access_token');
  orgId = String((await send('GET', '/api/v1/auth/me', { as: token })).json.org_id);
  const mistyped = secret('mistyped password', 'a password that was mistyped');
  expect((await login(ADMIN.email, mistyped)).status).toBe(401);
  expect((await login('nobody@example.com', mistyped)).status).toBe(401);
  expect((await send('POST', '/auth/login', { body: { username: ADMIN.email, password: mistyped } })).status).toBe(422);
  expect((await send('POST', '/auth/login', { form: { password: mistyped } })).status).toBe(422);
  const basic = `Basic ${Buffer.from(`${ADMIN.email}:${mistyped}`).toString('base64')}`;
  expect((await send('GET', '/api/v1/users', { headers: { authorization: basic } })).status).toBe(401);
  expect(
    (await send('GET', `/api/v1/users?password=${encodeURIComponent(mistyped)}&access_token=${token}`)).status,
  ).toBe(401);
  expect((await send('GET', '/api/v1/users', { as: `${token}x` })).status).toBe(401);
}, 60_000);

test('a user gets a password, changes it, and is refused others', async () => {
  const first = secret('password of a user', 'what ann was given');
  const body = { email: EMAIL, role: 'staff', password: first };
  const headers = { 'idempotency-key': 'create-ann' };
  expect((await send('POST', '/api/v1/users', { as: token, body, headers })).status).toBe(200);
  expect((await send('POST', '/api/v1/users', { as: token, body, headers })).status).toBe(200);
  const refused = secret('password of a refused user', 'of a user that was refused');
  for (const wrong of [
    { email: 5, role: 'staff', password: refused },
    { password: refused },
    { email: 'bo@example.com', role: 'none', password: [refused] },
    { email: 'bo@example.com', role: 'staff', password: { $ne: refused } },
    { email: 'bo@example.com', role: 'staff', password: refused.repeat(20) },
    { email: 'bo@example.com', role: 'staff', user: { password: refused } },
    `{"email": "bo@example.com", "password": "${refused}"`,
    `["${refused}"`,
  ]) {
    expect((await send('POST', '/api/v1/users', { as: token, body: wrong })).status).toBe(422);
  }
  const session = (await login(EMAIL, first)).handOut('access token of a user', 'access_token');
  const next = secret('changed password', 'what ann took herself');
  const wrongly = secret('wrong current password', 'not what ann has');
  const change = (current_password: unknown, new_password: unknown) =>
    send('POST', '/api/v1/auth/change-password', { as: session, body: { current_password, new_password } });
  await change(wrongly, next);
  expect((await change(first, [next])).status).toBe(422);
  expect((await change({ of: first }, next)).status).toBe(422);
  expect((await change(first, next)).status).toBe(200);
  const again = (await login(EMAIL, next)).handOut('second access token of a user', 'access_token');
  expect((await send('POST', '/auth/logout', { as: again })).status).toBe(200);
}, 60_000);

test('a password is reset by mail', async () => {
  expect((await send('POST', '/api/v1/auth/reset-password-request', { body: { email: EMAIL } })).status).toBe(200);
  const mail = await eventually(
    () => mailServer.received.find(({ message }) => message.includes('reset-password#')) ?? false,
    15_000,
  );
  const link = /reset-password#([\w-]+)/.exec(mail.message)?.[1] ?? '';
  expect(link.length).toBeGreaterThan(20);
  secrets.set('reset token', link);
  const password = secret('password of a reset', 'what ann set by mail');
  const reset = (body: unknown) => send('POST', '/api/v1/auth/reset-password', { body });
  expect((await reset({ token: link, password: 5 })).status).toBe(422);
  expect((await reset({ token: [link], password })).status).toBe(422);
  expect((await reset({ token: link, password: 'password1234' })).status).toBe(422);
  expect((await reset({ token: link, password })).status).toBe(200);
  expect((await reset({ token: link, password })).status).toBe(422);
  written.push({
    where: 'mails',
    text: mailServer.received.map(({ message }) => message.replace(link, '')).join('\n'),
  });
}, 60_000);

test('an API key is made, used, misused, rotated and revoked', async () => {
  const create = (body: object, headers = {}) => send('POST', '/api/v1/api-keys', { as: token, body, headers });
  const headers = { 'idempotency-key': 'create-key' };
  const body = { org_id: orgId, name: 'Robot' };
  const created = await create(body, headers);
  const id = String(created.json.id);
  const key = created.handOut('API key', 'key');
  expect((await create(body, headers)).handOut('API key', 'key')).toBe(key);
  expect((await create({ ...body, name: 5, key })).status).toBe(422);
  expect((await create({ ...body, secret: key, permissions: [key] })).status).toBe(422);
  expect((await send('GET', '/api/v1/clients', { key })).status).toBe(200);
  expect((await send('GET', '/api/v1/users', { key })).status).toBe(403);
  expect((await send('GET', '/api/v1/clients', { key, as: token })).status).toBe(401);
  expect((await send('GET', '/api/v1/clients', { as: key })).status).toBe(401);
  expect((await send('GET', `/api/v1/clients?api_key=${key}`)).status).toBe(401);
  expect((await send('GET', '/api/v1/clients', { key: `${key.slice(0, -1)}!` })).status).toBe(401);
  const rotate = { as: token, body: { overlap_seconds: 60 }, headers: { 'idempotency-key': 'rotate-key' } };
  const rotated = (await send('POST', `/api/v1/api-keys/${id}/rotate`, rotate)).handOut('rotated API key', 'key');
  expect((await send('GET', '/api/v1/clients', { key: rotated })).status).toBe(200);
  for (const path of ['/api/v1/api-keys', `/api/v1/api-keys/${id}`]) await send('GET', path, { as: token });
  expect((await send('POST', `/api/v1/api-keys/${id}/revoke`, { as: token })).status).toBe(200);
}, 60_000);

test('a webhook signs with its secret', async () => {
  const hook = { org_id: orgId, url: `${receiver.url}/hook`, events: ['*'] };
  const create = (body: object, headers = {}) => send('POST', '/api/v1/webhooks', { as: token, body, headers });
  const [one, other, bad] = ['first', 'second', 'refused'].map((which) =>
    secret(`${which} webhook secret`, `the ${which} webhook secret`),
  );
  expect((await create({ ...hook, url: 5, secret: bad })).status).toBe(422);
  expect((await create({ ...hook, secret: [bad] })).status).toBe(422);
  expect((await create({ ...hook, secret: bad?.repeat(20) })).status).toBe(422);
  const { json } = await create({ ...hook, secret: one }, { 'idempotency-key': 'create-hook' });
  await create({ ...hook, secret: one }, { 'idempotency-key': 'create-hook' });
  const path = `/api/v1/webhooks/${json.id}`;
  expect((await send('PATCH', path, { as: token, body: { secret: other } })).status).toBe(200);
  expect((await send('POST', `${path}/test`, { as: token })).status).toBe(200);
  const record = { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
  await send('POST', '/api/v1/clients', { as: token, body: record });
  await eventually(() => receiver.requests.some(({ body }) => body.includes('client.created')));
  const made = () => create({ ...hook, events: ['client.*'], secret: 'generate' }, { 'idempotency-key': 'generate' });
  const generated = (await made()).handOut('generated webhook secret', 'secret');
  expect((await made()).handOut('generated webhook secret', 'secret')).toBe(generated);
  const again = await send('PATCH', path, { as: token, body: { secret: 'generate' } });
  expect(again.handOut('webhook secret generated anew', 'secret')).toMatch(/^whsec_/);
  expect((await send('POST', `${path}/test`, { as: token })).status).toBe(200);
  for (const read of [path, '/api/v1/webhooks', `${path}/deliveries`]) await send('GET', read, { as: token });
}, 60_000);

test('a service that dies takes what it was told with it', async () => {
  const password = secret('password of a failed call', 'what nobody took');
  const before = system.pid('identity');
  system.kill('identity');
  const statuses = new Set<number>();
  for (let i = 0; i < 5; i++) {
    statuses.add((await login(ADMIN.email, password)).status);
    const body = { email: `bo${i}@example.com`, role: 'staff', password };
    statuses.add((await send('POST', '/api/v1/users', { as: token, body })).status);
  }
  expect(statuses).toContain(503);
  await eventually(
    async () => system.pid('identity') !== before && (await login(ADMIN.email, ADMIN.password)).status === 200,
    30_000,
  );
}, 60_000);

test.each([0, 1, 2, 3])('a leak would be found, %i bytes into a base64 text too', (offset) => {
  const text = Buffer.from(`${'x'.repeat(offset)}${ADMIN.password} and more`).toString('base64');
  const found = leaks(new Map([['it', ADMIN.password]]), [{ where: 'here', text }]);
  expect(found).toEqual(['it as base64 in here']);
});

test('none of it was written anywhere', async () => {
  await eventually(async () => (await auditedActions()).includes('api_key.revoked'));
  const { gateway, topology, services } = system.run;
  for (const { adminUrl } of [gateway, topology, ...Object.values(services)]) {
    for (const path of ['/metrics', '/readyz', '/livez']) {
      written.push({ where: `${adminUrl}${path}`, text: await (await fetch(`${adminUrl}${path}`)).text() });
    }
  }
  await system.stop();
  written.push({ where: "the receiver's requests", text: JSON.stringify(receiver.requests) });
  written.push({ where: "the start's output", text: withoutWelcome(system.output) });
  // The places that are made to keep them, for their owner alone.
  const keepers = /^(secrets\.json|tls\/[\w-]+-key\.pem)$/;
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
  written.push(...filesIn(dataDir, keepers));
  expect(written.filter(({ where }) => where.startsWith('log/')).length).toBeGreaterThanOrEqual(5);
  expect(secrets.size).toBeGreaterThan(30);
  const known = leaks(new Map([['email', EMAIL]]), written);
  expect(known).toContain('email as text in message events.identity.user.created');
  expect(leaks(secrets, written)).toEqual([]);
}, 120_000);

async function auditedActions(): Promise<unknown[]> {
  const { json } = await send('GET', '/api/v1/audit-log?limit=100', { as: token });
  return (json.data as { action: string }[]).map(({ action }) => action);
}

/** The local start prints the admin's password for who started it: twice, and nowhere else. */
const withoutWelcome = (output: string) =>
  output.replace(`admin password  ${ADMIN.password}`, '').replace(`'password=${ADMIN.password}'`, '');
