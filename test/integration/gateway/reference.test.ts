import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserTest } from '../../support/browser-test.ts';
import { findChromium } from '../../support/chromium.ts';
import { type RunningGateway, startGateway } from './harness.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('the page', () => {
  let browser: Browser | undefined;
  afterAll(() => browser?.close());

  async function open(): Promise<{ page: Page; requested: string[]; faults: string[] }> {
    const { chromium } = await import('playwright-core');
    browser ??= await chromium.launch({ executablePath: findChromium() as string, args: ['--no-sandbox'] });
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    const requested: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).origin));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${gateway.url}/docs`);
    return { page, requested, faults };
  }

  browserTest('asks nobody else for anything and breaks no rule of its policy', async () => {
    const { page, requested, faults } = await open();
    expect(await page.title()).toBe('Selvedge API reference');
    expect(new Set(requested.filter((origin) => origin !== 'null'))).toEqual(new Set([gateway.url]));
    expect(faults).toEqual([]);
  });

  browserTest('shows every operation, and finds some', async () => {
    const { page } = await open();
    const document = (await gateway.send('/openapi.json')).json as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap(Object.keys).length;
    const shown = () => page.locator('article:visible').count();
    expect(await shown()).toBe(operations);
    await page.keyboard.press('/');
    await page.keyboard.type('webhooks post');
    expect(await page.locator('article:visible h3').allTextContents()).toEqual([
      'Create a webhook',
      'Deliver a webhook.test at once',
    ]);
    await page.fill('#search', 'nothing like this');
    expect(await page.locator('#nothing').isVisible()).toBe(true);
  });

  browserTest('has its colours chosen and kept', async () => {
    const { page } = await open();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.click('#theme');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
  });
});

test('the sample of a POST has a key of its own each time, by what any POSIX shell finds', async () => {
  const { text } = await gateway.send('/docs');
  const [, sample = ''] =
    /<article id="createClient"[\s\S]*?<pre tabindex="0"><code>([\s\S]*?)<\/code>/.exec(text) ?? [];
  const command = sample.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>');
  const run = () =>
    execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], { env: { PATH: '/usr/bin:/bin' } });
  const keys = [run(), run()].map((args) => /^Idempotency-Key: (\w{32})$/m.exec(String(args))?.[1]);
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('pages may load nothing from elsewhere', async () => {
  const { headers } = await gateway.send('/docs');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

test('whatever the document holds is text on the page', async () => {
  const { text } = await gateway.send('/docs');
  expect(text).not.toMatch(/<script(?! src="\/docs\/)|\son\w+=|undefined|\[object/);
});
