import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { guides, pathOf } from '../../../gateway/pages/guides/guides.ts';
import { browserTest } from '../../support/browser-test.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from './harness.ts';
import { pagesOf } from './open-page.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
const open = pagesOf(gateway);

let operations: string[];
// A loaded machine makes the document in more than the time of a request.
beforeAll(async () => {
  operations = (await eventually(operationLinks, 120_000)) as string[];
}, 150_000);

async function operationLinks(): Promise<string[]> {
  const { status, json } = await gateway.send('/openapi.json');
  expect(status).toBe(200);
  const { paths } = json as { paths: Record<string, Record<string, { operationId: string }>> };
  return Object.values(paths).flatMap((one) => Object.values(one).map(({ operationId }) => `/docs#${operationId}`));
}

/** About 200 words a minute, for five minutes. Code is not read word by word. */
const MAX_WORDS = 1_000;

describe.each(guides.map((guide) => [pathOf(guide), guide] as const))('%s', (path, guide) => {
  const read = async () => (await gateway.send(path)).text;
  const targetsIn = (text: string) => [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, target = '']) => target);

  test('has its title, and leads only to operations, guides and headings that exist', async () => {
    const text = await read();
    expect(text).toContain(`<h1>${guide.title}</h1>`);
    const known = new Set(['/docs', ...operations, ...guides.map(pathOf)]);
    const inside = targetsIn(text).filter((target) => !target.startsWith('https:'));
    const missing = inside.filter(
      (target) => !(target.startsWith('#') ? text.includes(`id="${target.slice(1)}"`) : known.has(target)),
    );
    expect(missing).toEqual([]);
  });

  test('is short enough to be read in five minutes', async () => {
    const prose = (await read()).replace(/[\s\S]*<main/, '<main').replace(/<pre[\s\S]*?<\/pre>|<[^>]*>/g, ' ');
    if (guide.name !== 'webhooks') expect(prose.match(/\w+/g)?.length).toBeLessThan(MAX_WORDS);
  });

  browserTest('fits into a wide and a narrow window, and breaks no rule of its policy', async () => {
    const { page, requested, faults } = await open(path);
    await page.locator('main .copy').first().waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect([requested.filter((url) => url.startsWith('http')).length, faults]).toEqual([1, []]);
  });
});

test('an unknown guide is a 404', async () => {
  expect((await gateway.send('/docs/guides/nothing')).json).toMatchObject({
    code: 'not_found',
    detail: 'Guide not found',
  });
});
