import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { browserTest } from '../../support/browser-test.ts';
import { startGateway } from './harness.ts';
import { type OpenPage, pagesOf } from './open-page.ts';

const TOKEN = 'a-token-that-was-mailed';
const PASSWORD = 'correct horse battery staple';
const gateway = await startGateway();
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.services.calls.length = 0;
  gateway.services.answers.clear();
});

const requestOf = (name: string) =>
  gateway.services.calls.filter((call) => call.name === name).map((call) => call.request);

function refuse(rpc: string, field: string, error: string): void {
  const issues = [{ type: 'value_error', loc: ['body', field], msg: `Value error, ${error}`, ctx: { error } }];
  gateway.services.answers.set(rpc, async () => {
    throw new AppError('validation_failed', 'Validation failed', { issues });
  });
}

describe('the endpoints', () => {
  const post = (path: string, body: object) => gateway.send(`/api/v1/auth/${path}`, { method: 'POST', body });

  test('take no credential, and answer every email alike', async () => {
    const answers = await Promise.all(
      ['ann@example.com', 'nobody@example.com'].map((email) => post('reset-password-request', { email })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json).toEqual({ message: expect.any(String) });
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(requestOf('requestReset')).toEqual([{ email: 'ann@example.com' }, { email: 'nobody@example.com' }]);
  });

  test.each([{}, { email: 'ann' }, { email: 7 }, { email: { $ne: '' } }, { email: 'a@b.c\r\nBcc: d@e.f' }])(
    'refuse %j as an email',
    async (body) => {
      const { status, json } = await post('reset-password-request', body);
      expect(status).toBe(422);
      expect(json.detail).toMatchObject([{ loc: ['body', 'email'] }]);
      expect(requestOf('requestReset')).toEqual([]);
    },
  );

  test('set a password', async () => {
    const { status, json, headers } = await post('reset-password', { token: TOKEN, password: PASSWORD });
    expect({ status, json }).toEqual({ status: 200, json: { message: expect.any(String) } });
    expect(headers['cache-control']).toBe('no-store');
    expect(requestOf('resetPassword')).toEqual([{ token: TOKEN, password: PASSWORD }]);
  });

  test('say what the service refuses', async () => {
    refuse('resetPassword', 'token', 'this link was used');
    const { status, json, text } = await post('reset-password', { token: TOKEN, password: PASSWORD });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['body', 'token'], type: 'value_error', input: '**********' }]);
    expect(text).not.toContain(TOKEN);
  });
});

describe('the page', () => {
  const openPage = pagesOf(gateway);
  let { page, requested, faults } = {} as OpenPage;
  afterEach(() => page?.close());
  const open = async (path: string) => {
    ({ page, requested, faults } = await openPage(path));
  };
  const heading = () => page.locator('h1:visible').textContent();
  const focused = () => page.evaluate('document.activeElement.id');

  browserTest('sets a password by keyboard alone, asks nobody else, and shows the token nowhere', async () => {
    await open(`/reset-password#${TOKEN}`);
    expect(await heading()).toBe('Set your password');
    expect(page.url()).toBe(`${gateway.url}/reset-password`);
    expect(await focused()).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    expect(requestOf('resetPassword')).toEqual([{ token: TOKEN, password: PASSWORD }]);
    expect(await page.locator('#password').inputValue()).toBe('');
    expect(requested.every((url) => url.startsWith(`${gateway.url}/`) || url.startsWith('data:'))).toBe(true);
    expect(requested.join()).not.toContain(PASSWORD);
    // Chromium reports the URL of the page with its fragment. The browser does not send the fragment.
    expect(requested.slice(1).join()).not.toContain(TOKEN);
    expect(faults).toEqual([]);
  });

  browserTest('tells password managers what it asks for, and shows the password when asked to', async () => {
    await open(`/reset-password#${TOKEN}`);
    const field = page.getByLabel('New password');
    expect(await field.getAttribute('autocomplete')).toBe('new-password');
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide', pressed: true }).click();
    expect(await field.getAttribute('type')).toBe('password');
  });

  browserTest('says in plain words what is wrong with a password, and lets it be mended', async () => {
    await open(`/reset-password#${TOKEN}`);
    await page.fill('#password', 'short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Please use at least 12 characters.').waitFor();
    expect(await page.locator('#password').getAttribute('aria-invalid')).toBe('true');
    expect(await focused()).toBe('password');

    refuse('resetPassword', 'password', 'this password is too common; choose another');
    await page.fill('#password', 'administrator1');
    await page.keyboard.press('Enter');
    await page.getByText('This password is too common; choose another.').waitFor();

    gateway.services.answers.set('resetPassword', async () => {
      throw new AppError('upstream_unavailable', 'Service identity is unavailable');
    });
    await page.keyboard.press('Enter');
    await page.getByText('That did not work just now.').waitFor();

    gateway.services.answers.clear();
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  });

  browserTest('offers another link where this one is used up', async () => {
    refuse('resetPassword', 'token', 'this link was used, has expired or was replaced by a newer one; ask for another');
    await open(`/reset-password#${TOKEN}`);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Get a link to set your password' }).waitFor();
    await page.getByText('This link was used, has expired').waitFor();
    await page.fill('#email', 'ann');
    await page.keyboard.press('Enter');
    await page.locator('#ask-error:not(:empty)').waitFor();
    await page.fill('#email', ' ann@example.com ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    expect(requestOf('requestReset')).toEqual([{ email: 'ann@example.com' }]);
  });

  browserTest(
    'asks for the email where there is no link, and takes a link that is opened in the same tab',
    async () => {
      await open('/reset-password');
      expect(await heading()).toBe('Get a link to set your password');
      expect(await focused()).toBe('email');
      await page.evaluate(`location.hash = '#${TOKEN}'`);
      await page.getByRole('heading', { name: 'Set your password' }).waitFor();
      expect(page.url()).toBe(`${gateway.url}/reset-password`);
    },
  );

  browserTest('fits a small screen', async () => {
    await open(`/reset-password#${TOKEN}`);
    await page.setViewportSize({ width: 320, height: 560 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });
});
