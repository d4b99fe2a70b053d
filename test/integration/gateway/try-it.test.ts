import { afterAll, expect } from '@jest/globals';
import { browserTest } from '../../support/browser-test.ts';
import { startGateway, tokenFor } from './harness.ts';
import { pagesOf } from './open-page.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
const open = pagesOf(gateway);

browserTest(
  'sends what is typed with the session, shows the answer, and uses its id',
  async () => {
    const { page, faults } = await open('/docs#createClient', { width: 390, height: 800 });
    await page.locator('#createClient button.try').press('Enter');
    const body = page.locator('#createClient textarea');
    expect(JSON.parse(await body.inputValue())).toMatchObject({ name: 'Nordwind Apparel' });
    const send = page.locator('#createClient .call-form [type="submit"]');
    expect(await send.textContent()).toBe('Send: this writes');
    await send.click();
    const title = page.locator('#createClient .tried-answer [role="status"]');
    await title.filter({ hasText: '401' }).waitFor();

    // The fake services take no login. The answer stands for theirs.
    const token = await tokenFor('staff');
    await page.route('**/auth/login', (route) =>
      route.fulfill({ json: { access_token: token, user: { email: 'ana@example.com' } } }),
    );
    await page.click('#log-in');
    await page.fill('#session [name="username"]', 'ana@example.com');
    await page.fill('#session [name="password"]', 'correct horse');
    await page.keyboard.press('Enter');
    await page.locator('#log-in', { hasText: 'Logged in' }).waitFor();
    await body.fill('{"name": "Müller & Söhne", "country": "DE", "maxAccountValue": 5, "currency": "EUR"}');
    await send.click();
    await title.filter({ hasText: /^200 OK · \d+ ms$/ }).waitFor();
    const answer = JSON.parse((await page.locator('#createClient .tried-answer code').textContent()) ?? '');
    expect(answer).toMatchObject({ name: 'Müller & Söhne', id: expect.any(String) });
    expect(await page.locator('#createClient .tried-answer details p').textContent()).toContain('x-request-id: ');

    await page.evaluate("document.getElementById('getClient').scrollIntoView()");
    await page.click('#getClient button.try');
    expect(await page.inputValue('#getClient [name="path:id"]')).toBe(answer.id);
    await page.click('#getClient .call-form [type="submit"]');
    await page.locator('#getClient .tried-answer [role="status"]', { hasText: '200' }).waitFor();

    const snippet = page.locator('#getClient .request code');
    for (const language of ['curl', 'fetch', 'Python']) {
      await page.selectOption('#getClient-language', language);
      expect(await snippet.textContent()).toContain(`/api/v1/clients/${answer.id}`);
      expect(await snippet.textContent()).not.toContain(token);
    }
    expect(await snippet.textContent()).toContain('\nimport os, urllib.error, urllib.request\n');
    await page.check('#getClient .language input');
    expect(await snippet.textContent()).toContain(token);
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])');
    expect(kept).not.toContain(token);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

    gateway.services.answers.set('logout', async () => ({}));
    const endings = () => gateway.services.calls.filter(({ name }) => name === 'logout').length;
    await page.click('#log-in');
    await page.click('#log-out');
    await page.locator('#session-state', { hasText: /^Logged out\.$/ }).waitFor();
    expect(endings()).toBe(1);
    await page.fill('#session [name="key"]', 'slv_1');
    await page.keyboard.press('Enter');
    await page.click('#log-in');
    await page.click('#log-out');
    await page.locator('#session-state', { hasText: 'forgotten the key' }).waitFor();
    expect([endings(), await page.locator('#log-out').isVisible()]).toEqual([1, false]);
    // The browser itself tells of the 401.
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  },
  60_000,
);
