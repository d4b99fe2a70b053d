import { afterAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../../support/chromium.ts';
import type { RunningGateway } from './harness.ts';

/** A page in a browser. */
export interface OpenPage {
  page: Page;
  /** URLs that the browser has requested since the page was opened. */
  requested: string[];
  /** Errors in the console and in scripts. */
  faults: string[];
}

/** Returns a function that opens a page of the gateway. All pages of a test file share a browser. */
export function pagesOf({ url }: RunningGateway) {
  let browser: Browser | undefined;
  afterAll(() => browser?.close());
  return async (path: string, viewport = { width: 1280, height: 800 }): Promise<OpenPage> => {
    const { chromium } = await import('playwright-core');
    browser ??= await chromium.launch({ executablePath: findChromium() as string, args: ['--no-sandbox'] });
    const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport });
    const requested: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${url}${path}`);
    return { page, requested, faults };
  };
}
