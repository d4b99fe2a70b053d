import { text } from '../answers.ts';
import { asset } from '../docs/asset.ts';
import { referencePage } from '../docs/page.ts';
import { openApi } from '../openapi.ts';
import { type Route, route } from '../route.ts';

/** Pages may load their own style and script, and nothing else from anywhere. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const tag = 'About';

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
    file('/docs', 'getDocs', 'text/html; charset=utf-8', referencePage(document)),
    file('/docs/reference.css', 'getDocsStyle', 'text/css; charset=utf-8', asset('reference.css')),
    file('/docs/reference.js', 'getDocsScript', 'text/javascript; charset=utf-8', asset('reference.js')),
  ];
}

function file(path: string, operationId: string, contentType: string, content: string | Buffer): Route {
  return route({
    method: 'GET',
    path,
    operationId,
    tag,
    summary: 'A part of the reference',
    role: 'public',
    answer: text(contentType, PAGE_HEADERS),
    handle: () => content,
  });
}
