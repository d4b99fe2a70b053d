import { text } from '../answers.ts';
import { asset } from '../docs/asset.ts';
import { referencePage } from '../docs/page.ts';
import { openApi } from '../openapi.ts';
import { pageFile } from '../page-file.ts';
import { type Route, route } from '../route.ts';

const tag = 'About';
const page = { tag, summary: 'The reference' } as const;

/** The OpenAPI document of `routes`, and the page that shows it. */
export function referenceRoutes(routes: Route[], about: { publicUrl: string; version: string }): Route[] {
  const document = openApi(routes, about);
  const json = JSON.stringify(document);
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tag,
      summary: 'This API as an OpenAPI 3.1 document',
      role: 'public',
      answer: text('application/json'),
      handle: () => json,
    }),
    pageFile({
      ...page,
      path: '/docs',
      operationId: 'getDocs',
      contentType: 'text/html',
      content: referencePage(document),
    }),
    pageFile({
      ...page,
      path: '/docs/reference.css',
      operationId: 'getDocsStyle',
      contentType: 'text/css',
      content: asset('reference.css'),
    }),
    pageFile({
      ...page,
      path: '/docs/reference.js',
      operationId: 'getDocsScript',
      contentType: 'text/javascript',
      content: asset('reference.js'),
    }),
  ];
}
