import { readFileSync } from 'node:fs';
import { type OpenApi, TITLE } from '../../openapi/openapi.ts';
import { type Guide, guides, pathOf } from '../guides/guides.ts';
import { type Html, html, prose } from '../html.ts';
import type { PageContent } from '../page.ts';
import type { Entry } from './example.ts';
import { callLine, operationSection } from './operation.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
/**
 * The style of an operation, which is also a page of its own. The reference has it as an element of its own, because the
 * browser also checks the style of an operation's page that a script reads.
 */
const operationStyle = file('operation.css');

/** The files of `try.js` as one script. The page's policy lets no script load another. */
function tryScript(): string {
  const joined = ['session.js', 'snippets.js', 'try.js'].map(file).join('\n');
  return joined.replace(/^import \{.*\n/gm, '').replace(/^export /gm, '');
}

/** Operations of a tag. `name`: its name in paths and anchors. */
export interface Section {
  name: string;
  title: string;
  guide: OpenApi['tags'][number]['externalDocs'];
  entries: Entry[];
}

/**
 * The API reference as a page. It has the title of every operation. A script adds the rest of an operation when the
 * operation comes into view: as one page, the reference has 74,000 nodes. Other scripts add search, a navigation list
 * that follows the reader, copy buttons and the choice of colours. Without scripts, a link leads to the page of each
 * operation.
 */
export function referencePage(document: () => Promise<OpenApi>): PageContent {
  return {
    title: `${TITLE} API reference`,
    styles: [operationStyle, ...['header.css', 'reference.css', 'try.css'].map(file)],
    scripts: [...['appearance.js', 'operations.js', 'follow.js', 'search.js'].map(file), tryScript()],
    asks: true,
    body: async () => body(await document()),
  };
}

/** The look of an operation's page. */
export const OPERATION_LOOK = { styles: [operationStyle], scripts: [] };

/** The page of an operation, with all fields and examples. */
export function operationPage(entry: Entry, document: OpenApi): PageContent {
  const { operationId, summary } = entry.operation;
  return {
    ...OPERATION_LOOK,
    title: `${summary} – ${TITLE} API reference`,
    unlisted: true,
    body: () => html`
  <main class="alone">
    <p><a href="/docs#${operationId}">${document.info.title} API ${document.info.version}</a></p>
    ${operationSection(entry, document)}
  </main>
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
    <button id="log-in" class="log-in" type="button" hidden>Log in</button>
    <button id="theme" type="button" aria-label="Switch between light and dark" hidden>◐</button>
  </header>
  <nav id="operations" popover aria-label="Operations">${sections.map(navigation)}</nav>
  <main id="main">
    <section class="intro"><h1>${title} API</h1>${prose(description)}
      <h2>Guides</h2><ul class="guides">${guides.map(guideEntry)}</ul></section>
    ${sections.map(sectionOf)}
  </main>
  ${SESSION}
`;
}

const guideEntry = (guide: Guide) => html`<li><a href="${pathOf(guide)}">${guide.title}</a>. ${guide.about}</li>`;

/** The reader's credential for requests from the page. */
const SESSION = html`<dialog id="session" class="session" aria-labelledby="session-title">
    <h2 id="session-title">Credential</h2>
    <p>The page keeps it until you leave, and stores it nowhere.</p>
    <p id="session-state" role="status"></p>
    <form><label>Email <input name="username" type="email" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button type="submit">Log in</button></form>
    <form><label>Or an API key <input name="key" type="password" autocomplete="off" required></label>
      <button type="submit">Use the key</button></form>
    <p><button id="log-out" type="button" hidden>Log out</button> <button class="close" type="button">Close</button></p>
  </dialog>`;

function sectionOf({ name, title, guide, entries }: Section): Html {
  return html`<section id="${name}"><h2>${title}</h2>
    ${guide && html`<p><a href="${new URL(guide.url).pathname}">${guide.description}</a></p>`}
    ${entries.map(outline)}</section>`;
}

/** The operation until it comes into view. Its link leads to the operation's page, where no script changes it. */
const outline = (entry: Entry): Html => {
  const { operationId, summary } = entry.operation;
  const title = html`<h3><a href="/docs/operations/${operationId}">${summary}</a></h3>`;
  return html`<article id="${operationId}" class="outline"><div class="about">${title}${callLine(entry)}</div></article>`;
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
