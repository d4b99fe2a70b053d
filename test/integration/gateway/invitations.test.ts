import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { browserTest } from '../../support/browser-test.ts';
import { makeToken, startGateway } from './harness.ts';
import { type OpenPage, pagesOf } from './open-page.ts';

const TOKEN = 'T'.repeat(43);
const PASSWORD = 'mill wheels turn slowly';
const gateway = await startGateway();
afterAll(() => gateway.close());
afterEach(() => {
  gateway.services.answers.clear();
  gateway.services.calls.length = 0;
});

const accept = (body: object) => gateway.send('/api/v1/auth/accept-invitation', { method: 'POST', body });
const requests = () =>
  gateway.services.calls.filter(({ name }) => name === 'acceptInvitation').map(({ request }) => request);

function refuse(issue: { type: string; loc: string[]; msg: string; ctx?: Record<string, unknown> }): void {
  gateway.services.answers.set('acceptInvitation', async () => {
    throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
  });
}
const usedUp = { error: 'this invitation was accepted or withdrawn' };
const void_ = { type: 'value_error', loc: ['body', 'token'], msg: 'Value error', ctx: usedUp };

describe('accepting', () => {
  test('says where the caller is now, and of the password what became of it', async () => {
    expect(await accept({ token: TOKEN, password: PASSWORD })).toMatchObject({
      status: 200,
      json: { message: 'You have joined Mill. Log in with the new password.' },
    });
    gateway.services.answers.set('acceptInvitation', async () => ({ org_name: 'Mill', password_set: false }));
    expect((await accept({ token: TOKEN })).json.message).toBe('You have joined Mill. Your password stays what it is.');
    expect(requests()).toEqual([{ token: TOKEN, password: PASSWORD }, { token: TOKEN }]);
  });

  test.each([{}, { token: TOKEN, password: 'short' }, { token: TOKEN, org_id: 'o1' }])(
    '%j is refused',
    async (body) => {
      const { status, text } = await accept(body);
      expect(status).toBe(422);
      expect(text).not.toContain(TOKEN);
      expect(requests()).toEqual([]);
    },
  );
});

describe('a user with invitations alone', () => {
  const own = { org_id: null, role: null, orgs: [], client_id: undefined };
  const nobody = async () => ({ authorization: `Bearer ${await makeToken(own)}` });

  test('reads itself, and may ask what it may', async () => {
    gateway.services.answers.set('getUser', async () => ({ id: 'u1', email: 'a@b.c', role: '', org_id: '', orgs: [] }));
    const { status, json } = await gateway.send('/api/v1/auth/me', { headers: await nobody() });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { role: null, org_id: null, orgs: [], client_id: null },
    });
    const asked = await gateway.send('/api/v1/auth/can?method=GET&path=/api/v1/clients', { headers: await nobody() });
    expect(asked.json).toEqual({ allowed: false, reason: expect.stringContaining('accept an invitation') });
  });

  test('is told on what belongs to an org what it can do', async () => {
    for (const path of ['/api/v1/clients', '/auth/test/client', '/api/v1/users']) {
      const { status, json } = await gateway.send(path, { headers: await nobody() });
      expect({ status, json }).toMatchObject({
        status: 403,
        json: { code: 'insufficient_permissions', detail: expect.stringContaining('accept an invitation') },
      });
    }
  });

  test('logs in', async () => {
    const user = { id: 'u1', email: 'a@b.c', role: '', org_id: '', orgs: [], user_metadata: '{}' };
    gateway.services.answers.set('login', async () => ({ access_token: 't', expires_in: 3600, user }));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { json } = await gateway.send('/auth/login', {
      method: 'POST',
      headers,
      body: 'username=a%40b.c&password=p',
    });
    expect(json.user).toMatchObject({ role: null, app_metadata: { org_id: null, client_id: null, orgs: [] } });
  });
});

describe('the page', () => {
  const openPage = pagesOf(gateway);
  let { page, requested } = {} as OpenPage;
  afterEach(() => page?.close());
  const open = async (path: string) => {
    ({ page, requested } = await openPage(path));
  };

  browserTest('accepts with one press, and asks for a password only when one is needed', async () => {
    refuse({ type: 'missing', loc: ['body', 'password'], msg: 'Field required' });
    await open(`/accept-invitation#${TOKEN}`);
    expect(page.url()).toBe(`${gateway.url}/accept-invitation`);
    expect(await page.locator('#password').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('name');
    await page.keyboard.press('Enter');
    await page.locator('#password').waitFor();
    expect(requests().at(-1)).toEqual({ token: TOKEN });
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    gateway.services.answers.clear();
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('Please use at least 12 characters.').waitFor();
    await page.fill('#password', PASSWORD);
    await page.fill('#name', 'Ana Reis');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You have joined' }).waitFor();
    expect(requests().at(-1)).toEqual({ token: TOKEN, password: PASSWORD, name: 'Ana Reis' });
    expect(requested.slice(1).join()).not.toContain(TOKEN);
    expect(requested.every((url) => url.startsWith(`${gateway.url}/`) || url.startsWith('data:'))).toBe(true);
    await page.getByRole('link', { name: 'How to log in' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(page.url()).toBe(`${gateway.url}/docs#login`);
  });

  browserTest('says what is wrong with a link, and fits a small screen', async () => {
    refuse(void_);
    await open(`/accept-invitation#${TOKEN}`);
    await page.setViewportSize({ width: 320, height: 560 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('This invitation was accepted or withdrawn.').waitFor();
    await open('/accept-invitation');
    await page.getByRole('heading', { name: 'This link is no good' }).waitFor();
  });
});
