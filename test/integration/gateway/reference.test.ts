import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { guides, pathOf } from '../../../gateway/pages/guides/guides.ts';
import { browserTest } from '../../support/browser-test.ts';
import { startGateway } from './harness.ts';
import { pagesOf } from './open-page.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

describe('the page', () => {
  const open = pagesOf(gateway);
  const openReference = (viewport?: { width: number; height: number }) => open('/docs', viewport);

  browserTest('asks nobody else for anything and breaks no rule of its policy', async () => {
    const { page, requested, faults } = await openReference();
    expect(await page.title()).toBe('Selvedge API reference');
    const origins = requested.map((url) => new URL(url).origin).filter((origin) => origin !== 'null');
    expect(new Set(origins)).toEqual(new Set([gateway.url]));
    expect(faults).toEqual([]);
  });

  browserTest('shows every operation, and lists it', async () => {
    const { page } = await openReference();
    const document = (await gateway.send('/openapi.json')).json as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap(Object.keys).length;
    expect(await page.locator('article:visible').count()).toBe(operations);
    expect(await page.locator('nav li a:visible').count()).toBe(operations);
  });

  /** Bytes of what the browser has requested, without compression. */
  const bytesOf = async (requested: string[]) => {
    const lengths = requested
      .filter((url) => url.startsWith('http'))
      .map(async (url) => {
        const { headers } = await gateway.send(new URL(url).pathname, { headers: { 'accept-encoding': 'identity' } });
        return Number(headers['content-length']);
      });
    return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  };

  // The operations with the largest pages, beside one another.
  browserTest.each(['login', 'updateBom', 'replaceBomLineItems', 'createInvoice', 'listEventTypes'])(
    'is light where it opens at %s: an operation is added when it comes near the screen',
    async (id) => {
      const { page, requested } = await open(`/docs#${id}`);
      await page.locator(`#${id} .samples`).waitFor();
      await page.waitForLoadState('networkidle');
      const all = await bytesOf(requested);
      expect(all).toBeGreaterThan(100_000);
      expect(all).toBeLessThan(300_000);
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(8_000);
      expect(requested.filter((url) => url.endsWith('/docs/search.json'))).toEqual([]);
    },
  );

  browserTest('loads what the reader comes to, and stays there', async () => {
    const { page } = await openReference();
    await page.evaluate("document.getElementById('createInvoice').scrollIntoView()");
    await page.locator('#createInvoice .samples').waitFor();
    expect(await page.locator('#payInvoice .samples').count()).toBe(0);
    expect((await page.locator('#createInvoice h3').boundingBox())?.y).toBeLessThan(150);
  });

  browserTest('opens at the operation that the address names', async () => {
    const { page } = await open('/docs#payInvoice');
    await page.locator('#payInvoice .samples').waitFor();
    const { y = 0 } = (await page.locator('#payInvoice h3').boundingBox()) ?? {};
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(150);
  });

  browserTest('tells that an operation could not be loaded, and tries again', async () => {
    const { page } = await openReference();
    await page.route('**/docs/operations/listClients', (route) => route.abort(), { times: 1 });
    await page.evaluate("document.getElementById('listClients').scrollIntoView()");
    await page.locator('#listClients .failed button').click();
    await page.locator('#listClients .samples').waitFor();
    expect(await page.locator('.failed').count()).toBe(0);
  });

  browserTest('has its list follow the reader', async () => {
    const { page } = await openReference();
    const marked = page.locator('nav [aria-current]');
    for (const id of ['createStyle', 'login', 'getMeta']) {
      await page.evaluate(`document.getElementById('${id}').scrollIntoView()`);
      await page.locator(`nav a[href="#${id}"][aria-current]`).waitFor();
      expect(await marked.count()).toBe(1);
      const [shown, list] = [await marked.boundingBox(), await page.locator('nav').boundingBox()];
      expect(shown?.y).toBeGreaterThan(list?.y ?? 0);
      expect(shown?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0) - 20);
    }
    await page.evaluate('scrollTo(0, 0)');
    await marked.waitFor({ state: 'detached' });
  });

  browserTest('has the list in a drawer on a phone, by keyboard too', async () => {
    const { page } = await openReference({ width: 375, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    const entry = page.locator('nav a[href="#createStyle"]');
    expect(await entry.isVisible()).toBe(false);
    await page.locator('#menu').press('Enter');
    await entry.waitFor();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'hidden' });
    await page.click('#menu');
    await entry.click();
    await entry.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).hash).toBe('#createStyle');
    await page.locator('nav a[href="#createStyle"][aria-current]').waitFor({ state: 'attached' });
    expect((await page.locator('#createStyle h3').boundingBox())?.y).toBeLessThan(150);
  });

  browserTest('finds operations by title, parameter, property and text, and leads to the place', async () => {
    const { page } = await openReference();
    const results = page.locator('#results a');
    const found = async (text: string) => {
      await page.fill('#search', text);
      // The panel shows the results of these words only after the index of the search has arrived.
      await page.locator(`#results[data-words="${text.toLowerCase()}"]`).waitFor();
      return results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    };
    await page.keyboard.press('/');
    expect((await found('post /api/v1/webhooks')).slice(0, 1)).toEqual(['#createWebhook']);
    expect((await found('updated_since suppliers'))[0]).toBe('#listSuppliers');
    expect(await found('maxAccountValue')).toContain('#createClient');
    expect(await found('exchanges email and PASSWORD')).toEqual(['#login']);
    expect(await found('nothing like this')).toEqual([]);
    expect(await page.locator('#found').textContent()).toBe('Nothing found.');

    // The phone number of a contact is in two nested sections that are collapsed.
    await page.fill('#search', 'create a client phonenumber');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#createClient');
    const field = page.locator('#createClient li.found > .field', { hasText: 'phoneNumber' });
    await field.waitFor();
    expect((await field.boundingBox())?.y).toBeGreaterThan(60);
    await page.locator('nav a[href="#createClient"][aria-current]').waitFor();
    expect(await results.first().isVisible()).toBe(false);
  });

  browserTest('has its colours chosen and kept', async () => {
    const { page } = await openReference();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.click('#theme');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
  });
});

const cached = [
  '/docs',
  '/docs/operations/createClient',
  '/docs/guides/errors',
  '/docs/search.json',
  '/openapi.json',
  '/docs/webhooks.md',
  '/reset-password',
];
describe.each(cached)('%s', (path) => {
  /** Sends a GET, and returns the undecoded bytes of the answer. */
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const options = { headers, rejectUnauthorized: false, agent: false };
      get(`${gateway.url}${path}`, options, async (response) => {
        resolve({ status: response.statusCode, headers: response.headers, bytes: await buffer(response) });
      }).once('error', reject);
    });

  test('comes compressed to those who take it so, with a tag of its own', async () => {
    const plain = await ask({ 'accept-encoding': 'identity' });
    const gzip = await ask({ 'accept-encoding': 'gzip;q=1, br;q=0' });
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    const all = [plain, gzip, br];
    expect(all.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers, bytes } of all) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(bytes.length);
    }
  });

  test('is not sent again to those who have it', async () => {
    const { etag = '' } = (await ask({ 'accept-encoding': 'gzip' })).headers;
    const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    for (const header of ['content-length', 'content-encoding', 'content-type'])
      expect(again.headers).not.toHaveProperty(header);
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask({ 'if-none-match': etag })).status).toBe(200);
  });
});

test('every operation has a page, which needs no script', async () => {
  const document = (await gateway.send('/openapi.json')).json as { paths: Record<string, object> };
  const { text: outline } = await gateway.send('/docs');
  const links = [...outline.matchAll(/<h3><a href="([^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(Object.values(document.paths).flatMap(Object.keys).length);
  const pages = await Promise.all(links.map((link) => gateway.send(link)));
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    expect(text).toContain('<figcaption>Request ');
  }
  expect((await gateway.send('/docs/operations/nothing')).json).toMatchObject({ code: 'not_found' });
});

test('the reference leads to the guides, and the guide to webhooks is served as Markdown too', async () => {
  const document = (await gateway.send('/openapi.json')).json as { tags: { externalDocs?: { url: string } }[] };
  const paths = document.tags.flatMap(({ externalDocs }) => (externalDocs ? [new URL(externalDocs.url).pathname] : []));
  expect(paths).toEqual(['/docs/guides/webhooks']);
  const reference = (await gateway.send('/docs')).text;
  for (const guide of guides) expect(reference).toContain(`<li><a href="${pathOf(guide)}">`);
  expect(reference).toContain(`<p><a href="${paths[0]}">`);
  const { status, headers, text } = await gateway.send('/docs/webhooks.md');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain('# Receiving webhooks');
});

test('pages of an origin that may read answers are told apart by it and by coding', async () => {
  const { headers } = await gateway.send('/docs', { headers: { origin: 'https://shop.example' } });
  expect(headers.vary).toBe('Origin, Accept-Encoding');
});

test('a browser that opens the bare address is led to the reference; to others it is no route', async () => {
  const browser = await gateway.send('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect([browser.status, browser.headers.location, browser.headers.vary]).toEqual([302, '/docs', 'Accept']);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    expect(await gateway.send('/', { headers })).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
  const posted = await gateway.send('/', { method: 'POST', headers: { accept: 'text/html' } });
  expect(posted.status).toBe(404);
});

describe.each([
  '/docs',
  '/docs/operations/createClient',
  '/docs/guides/first-hour',
  '/reset-password',
  '/accept-invitation',
])('the page %s', (path) => {
  const read = async () => {
    const { headers, text } = await gateway.send(path);
    const inside = (tag: string) =>
      [...text.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) => inner);
    return { headers, text, scripts: inside('script'), styles: inside('style') };
  };
  const sources = (texts: string[]) => texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');

  test('runs what stands in it and nothing else, and is framed by nobody', async () => {
    const { headers, scripts, styles } = await read();
    const asks = !path.startsWith('/docs/');
    expect(scripts.length > 0).toBe(!path.startsWith('/docs/operations/'));
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src ${sources(styles)}; script-src ${sources(scripts) || "'none'"}; img-src data:; ` +
        `${asks ? "connect-src 'self'; " : ''}base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('holds no other code: whatever it shows is text', async () => {
    const { text, scripts, styles } = await read();
    const shown = [...scripts, ...styles].reduce((rest, code) => rest.replace(code, ''), text);
    expect(shown).not.toMatch(/\son\w+=|style="|<(script|link)[^>]* (src|href)="(?!data:)|undefined|\[object/);
  });
});
