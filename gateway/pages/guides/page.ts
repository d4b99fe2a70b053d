import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { TITLE } from '../../openapi/openapi.ts';
import { html } from '../html.ts';
import type { PageContent } from '../page.ts';
import { type Guide, guides, pathOf, textOf } from './guides.ts';
import { markdown } from './markdown.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The gateway's address in the text of the guides. */
const ADDRESS = 'https://localhost:8443';

/** The look of all guides. */
export const GUIDE_LOOK = {
  styles: ['../docs/operation.css', '../docs/header.css', 'guide.css'].map(read),
  scripts: [read('../docs/appearance.js')],
};

/** A guide as a page. Its code names the address of this gateway. */
export function guidePage(guide: Guide, publicUrl: string): PageContent {
  return {
    ...GUIDE_LOOK,
    title: `${guide.title} – ${TITLE}`,
    body: () => html`
  <a class="skip" href="#main">Skip to the guide</a>
  <header>
    <a class="brand" href="/docs">${TITLE} <span>Guides</span></a>
    <a class="plain" href="/docs">API reference</a>
    <button id="theme" type="button" aria-label="Switch between light and dark" hidden>◐</button>
  </header>
  <nav aria-label="Guides">${guides.map((one) => linkTo(one, guide))}</nav>
  <main id="main">
    ${markdown(textOf(guide).replaceAll(ADDRESS, publicUrl), (link) => targetOf(link, guide))}
  </main>
`,
  };
}

function linkTo(one: Guide, shown: Guide) {
  return html`<a href="${pathOf(one)}" ${one === shown && html`aria-current="page"`}>${one.title}</a>`;
}

/** Links to a page that the gateway does not show lead nowhere. */
function targetOf(link: string, { file }: Guide): string | undefined {
  if (/^(https:|\/|#)/.test(link)) return link;
  const [page = '', anchor] = link.split('#');
  const named = guides.find((one) => one.file === posix.join(posix.dirname(file), page));
  return named && `${pathOf(named)}${anchor ? `#${anchor}` : ''}`;
}
