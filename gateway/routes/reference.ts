import { fixed } from '../answers.ts';
import { asset } from '../docs/asset.ts';
import { referencePage } from '../docs/page.ts';
import { openApi } from '../openapi.ts';
import { pageFile } from '../page-file.ts';
import { type Route, route } from '../route.ts';
import { StaticContent } from '../static-content.ts';

const tag = 'About';
const page = { tag, summary: 'The reference' } as const;

/** What the page loads, and the ids by which metrics and logs tell them apart. */
const FILES = [
  ['reference.css', 'getDocsStyle', 'text/css'],
  ['reference.js', 'getDocsScript', 'text/javascript'],
  ['follow.js', 'getDocsFollowScript', 'text/javascript'],
  ['search.js', 'getDocsSearchScript', 'text/javascript'],
] as const;

/** The OpenAPI document of `routes`, and the page that shows it. */
export function referenceRoutes(routes: Route[], about: { publicUrl: string; version: string }): Route[] {
  const document = openApi(routes, about);
  const json = new StaticContent(JSON.stringify(document));
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tag,
      summary: 'This API as an OpenAPI 3.1 document',
      role: 'public',
      answer: fixed('application/json'),
      handle: () => json,
    }),
    pageFile({
      ...page,
      path: '/docs',
      operationId: 'getDocs',
      contentType: 'text/html',
      content: referencePage(document),
    }),
    ...FILES.map(([name, operationId, contentType]) =>
      pageFile({ ...page, path: `/docs/${name}`, operationId, contentType, content: asset(name) }),
    ),
  ];
}
