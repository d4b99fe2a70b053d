import { readFileSync } from 'node:fs';
import { type OpenApi, TITLE } from '../../openapi/openapi.ts';
import { type Html, html, prose } from '../html.ts';
import type { PageContent } from '../page.ts';
import { callLine, type Entry, operationSection } from './operation.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const style = file('reference.css');

/** Operations of a tag. `name`: its name in paths and anchors. */
export interface Section {
  name: string;
  title: string;
  guide: OpenApi['tags'][number]['externalDocs'];
  entries: Entry[];
}

/**
 * The API reference as a page. It has the title of every operation. A script adds the rest of a section when the
 * section comes into view: as one page, the reference has 74,000 nodes. Other scripts add search, a navigation list
 * that follows the reader, copy buttons and the choice of colours. Without scripts, a link leads to the page of each
 * section.
 */
export function referencePage(document: () => Promise<OpenApi>): PageContent {
  return {
    title: `${TITLE} API reference`,
    style,
    scripts: ['appearance.js', 'sections.js', 'follow.js', 'search.js'].map(file),
    asks: true,
    body: async () => body(await document()),
  };
}

/** The look of a section's page. */
export const SECTION_LOOK = { style, scripts: [] };

/** The page of a section, with all fields and examples. */
export function sectionPage(section: Section, document: OpenApi): PageContent {
  return {
    ...SECTION_LOOK,
    title: `${section.title} – ${TITLE} API reference`,
    unlisted: true,
    body: () => html`
  <header>
    <a class="brand" href="/docs#${section.name}">${document.info.title} <span>API ${document.info.version}</span></a>
    <a class="plain" href="/openapi.json">OpenAPI</a>
  </header>
  <main class="alone">${sectionOf(section, (entry) => operationSection(entry, document))}</main>
`,
  };
}

/** The sections of the reference, in its order. */
export function sectionsOf(document: OpenApi): Section[] {
  return document.tags.map(({ name, externalDocs }) => ({
    name: name.toLowerCase().replace(/\W+/g, '-'),
    title: name,
    guide: externalDocs,
    entries: entriesOf(document, name),
  }));
}

function body(document: OpenApi): Html {
  const sections = sectionsOf(document);
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
  <nav id="operations" popover aria-label="Operations">${sections.map(navigation)}</nav>
  <main id="main">
    <section class="intro"><h1>${title} API</h1>${prose(description)}</section>
    ${sections.map((section) => sectionOf(section, outline))}
  </main>
`;
}

function sectionOf({ name, title, guide, entries }: Section, show: (entry: Entry) => Html): Html {
  const isOutline = show === outline;
  return html`<section id="${name}"><h2>${title}</h2>
    ${guide && html`<p><a href="${new URL(guide.url).pathname}">${guide.description}</a></p>`}
    ${isOutline && html`<noscript><p><a href="/docs/sections/${name}">Fields and examples</a></p></noscript>`}
    ${entries.map(show)}</section>`;
}

/** The operation until its section comes into view. */
const outline = (entry: Entry): Html => {
  const { operationId, summary } = entry.operation;
  return html`<article id="${operationId}" class="outline"><div class="about">
    <h3><a href="#${operationId}">${summary}</a></h3>${callLine(entry)}</div></article>`;
};

function entriesOf({ paths }: OpenApi, tag: string): Entry[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  return all.filter(({ operation }) => operation.tags.includes(tag));
}

function navigation({ name, title, entries }: Section): Html {
  const links = entries.map(
    ({ method, operation: { operationId, summary } }) =>
      html`<li><a href="#${operationId}"><span class="method ${method}" aria-hidden="true">${SHORT[method]}</span> ${summary}</a></li>`,
  );
  return html`<h2><a href="#${name}">${title}</a></h2><ul>${links}</ul>`;
}

const SHORT: Record<string, string> = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PAT', delete: 'DEL' };
