import { StaticContent } from '../../http/static-content.ts';
import { openApi } from '../../openapi/openapi.ts';
import { referencePage } from '../../pages/docs/page.ts';
import { lazy } from '../../pages/lazy.ts';
import { page } from '../../pages/page.ts';
import { webhooksGuide } from '../../pages/webhooks-guide.ts';
import { fixed } from '../../routing/answers.ts';
import { type Route, route } from '../../routing/route.ts';

const tag = 'About';

/** The OpenAPI document of `routes`, the page that shows it, and the guide to webhooks. */
export function referenceRoutes(routes: Route[], about: { publicUrl: string; version: string }): Route[] {
  // A copy, because `routes` later also holds the routes below. The document is created on first use: it would take a
  // third of the gateway's start.
  const described = [...routes];
  const document = lazy(() => openApi(described, about));
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tag,
      summary: 'This API as an OpenAPI 3.1 document',
      description: 'For programs; `/docs` is for people.',
      role: 'public',
      answer: fixed('application/json'),
      handle: lazy(async () => StaticContent.of(JSON.stringify(await document()))),
    }),
    page({
      path: '/docs',
      operationId: 'getDocs',
      tag,
      summary: 'The reference',
      description: 'For people; `/openapi.json` is for programs.',
      ...referencePage(document),
    }),
    route({
      method: 'GET',
      path: '/docs/webhooks.md',
      operationId: 'getWebhooksGuide',
      tag,
      summary: 'How to receive webhooks',
      description: 'In Markdown.',
      role: 'public',
      answer: fixed('text/plain; charset=utf-8'),
      handle: webhooksGuide,
    }),
  ];
}
