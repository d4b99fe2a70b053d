import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { browserTest } from '../support/browser-test.ts';
import { findChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { mailedToken, mailsTo } from '../support/system/mail.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

const NEW = 'a passphrase of after the reset';
let system: Tenant;
beforeAll(async () => {
  system = await openTenant();
}, 120_000);
afterAll(() => system.close(), 60_000);

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await system.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const ask = (email: string) => post('/api/v1/auth/reset-password-request', { email });
const reset = (token: string, password: string) => post('/api/v1/auth/reset-password', { token, password });

test('a forgotten password: asked for, mailed, set once; the old one and its tokens are of no use', async () => {
  const { email, password } = system.admin;
  const started = new Date().toISOString();
  const before = await system.login();
  const known = await ask(email);
  expect(known).toEqual(await ask('nobody@example.com'));
  expect(known).toEqual({ status: 200, body: { message: expect.any(String) } });

  const token = await mailedToken(system, email, `${system.run.gateway.url}/reset-password`);
  expect(mailsTo(system, email).filter((mail) => mail.includes('reset-password#'))).toHaveLength(1);
  expect(mailsTo(system, 'nobody@example.com')).toEqual([]);

  expect(await reset(token, password.slice(0, 5))).toMatchObject({ status: 422 });
  expect(await reset(token, 'Administrator1')).toMatchObject({ status: 422 });
  expect(await reset(token, NEW)).toMatchObject({ status: 200 });
  await eventually(async () => (await system.call(before, 'GET', '/api/v1/auth/me')).status === 401, 5_000);
  await expect(system.login({ email, password })).rejects.toThrow('401');
  const after = await system.login({ email, password: NEW });
  expect((await system.call(after, 'GET', '/api/v1/auth/me')).status).toBe(200);
  expect(await reset(token, 'another passphrase altogether')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'token'], type: 'value_error', input: '**********' }] },
  });

  const audit = await system.call(after, 'GET', `/api/v1/audit-log?action=user.password_reset&since=${started}`);
  expect(await audit.json()).toMatchObject({ data: [{ record_type: 'user', changed: ['password'] }] });
  const logs = readdirSync(join(system.dataDir, 'log')).map((name) =>
    readFileSync(join(system.dataDir, 'log', name), 'utf8'),
  );
  for (const secret of [token, NEW, password]) expect(logs.join('')).not.toContain(secret);
}, 60_000);

browserTest(
  'a new user without a password is invited by mail, and accepts on the page with one of its own',
  async () => {
    const token = await system.login({ email: system.admin.email, password: NEW });
    const created = await system.call(token, 'POST', '/api/v1/users', { email: 'ben@example.com', role: 'staff' });
    expect(created.status).toBe(200);
    const link = await mailedToken(system, 'ben@example.com', `${system.run.gateway.url}/accept-invitation`);

    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath: findChromium() as string, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${system.run.gateway.url}/accept-invitation#${link}`);
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByLabel('New password').fill('the very own passphrase of Ben');
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('heading', { name: 'You have joined' }).waitFor();
    } finally {
      await browser.close();
    }
    const own = await system.login({ email: 'ben@example.com', password: 'the very own passphrase of Ben' });
    expect((await system.call(own, 'GET', '/auth/test/staff')).status).toBe(200);
  },
  60_000,
);
