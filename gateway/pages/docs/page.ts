import { readFileSync } from 'node:fs';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { type OpenApi, TITLE } from '../../openapi/openapi.ts';
import { type Html, html, prose } from '../html.ts';
import type { PageContent } from '../page.ts';
import { type Entry, operationSection } from './operation.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * The API reference as a page. It is complete without scripts. They add search, a navigation list that follows the
 * reader, copy buttons and the choice of colours.
 */
export function referencePage(document: () => Promise<OpenApi>): PageContent {
  return {
    title: `${TITLE} API reference`,
    style: file('reference.css'),
    scripts: ['appearance.js', 'follow.js', 'search.js'].map(file),
    body: async () => body(await document()),
  };
}

async function body(document: OpenApi): Promise<Html> {
  const groups = document.tags.map(({ name, externalDocs }) => ({
    name,
    guide: externalDocs,
    entries: entriesOf(document, name),
  }));
  const timeSlices = new TimeSlices();
  const sections: Html[] = [];
  for (const { name, guide, entries } of groups) {
    const operations: Html[] = [];
    for (const entry of entries) {
      await timeSlices.giveWay();
      operations.push(operationSection(entry, document));
    }
    sections.push(html`<section id="${slug(name)}"><h2>${name}</h2>
      ${guide && html`<p><a href="${new URL(guide.url).pathname}">${guide.description}</a></p>`}
      ${operations}</section>`);
  }
  const { title, version, description } = document.info;
  return html`
  <a class="skip" href="#main">Skip to the reference</a>
  <header>
    <button id="menu" type="button" popovertarget="operations" aria-label="Operations">☰</button>
    <a class="brand" href="#main">${title} <span>API ${version}</span></a>
    <search hidden>
      <label class="hidden" for="search">Search operations, parameters, properties and texts</label>
      <input id="search" type="search" placeholder="Search" autocomplete="off" autocapitalize="none" spellcheck="false">
      <kbd aria-hidden="true">/</kbd>
      <div id="results" hidden><p id="found" role="status"></p><ul></ul></div>
    </search>
    <a class="plain" href="/openapi.json">OpenAPI</a>
    <button id="theme" type="button" aria-label="Switch between light and dark" hidden>◐</button>
  </header>
  <nav id="operations" popover aria-label="Operations">${groups.map(navigation)}</nav>
  <main id="main">
    <section class="intro"><h1>${title} API</h1>${prose(description)}</section>
    ${sections}
  </main>
`;
}

function entriesOf({ paths }: OpenApi, tag: string): Entry[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  return all.filter(({ operation }) => operation.tags.includes(tag));
}

function navigation({ name, entries }: { name: string; entries: Entry[] }): Html {
  const links = entries.map(
    ({ method, operation: { operationId, summary } }) =>
      html`<li><a href="#${operationId}"><span class="method ${method}" aria-hidden="true">${SHORT[method]}</span> ${summary}</a></li>`,
  );
  return html`<h2><a href="#${slug(name)}">${name}</a></h2><ul>${links}</ul>`;
}

const SHORT: Record<string, string> = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PAT', delete: 'DEL' };

const slug = (name: string) => name.toLowerCase().replace(/\W+/g, '-');
