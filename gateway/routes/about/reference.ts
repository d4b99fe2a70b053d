import { notFound } from '#chassis/domain/errors.ts';
import { StaticContent } from '../../http/static-content.ts';
import { type OpenApi, openApi } from '../../openapi/openapi.ts';
import { OPERATION_LOOK, operationPage, referencePage, sectionsOf } from '../../pages/docs/page.ts';
import { searchIndex } from '../../pages/docs/search-index.ts';
import { guides } from '../../pages/guides/guides.ts';
import { GUIDE_LOOK, guidePage } from '../../pages/guides/page.ts';
import { lazy } from '../../pages/lazy.ts';
import { page, pageAnswer, pageText } from '../../pages/page.ts';
import { webhooksGuide } from '../../pages/webhooks-guide.ts';
import { fixed } from '../../routing/answers.ts';
import { type Route, route } from '../../routing/route.ts';

const tag = 'About';

/** The OpenAPI document of `routes`, the pages that show it, and the guides. */
export function referenceRoutes(routes: Route[], about: { publicUrl: string; version: string }): Route[] {
  // A copy, because `routes` later also holds the routes below. The document is created on first use: it would take a
  // third of the gateway's start.
  const described = [...routes];
  const document = lazy(() => openApi(described, about));
  const operations = lazy(() => operationPages(document));
  const guidePages = new Map(
    guides.map((guide) => [guide.name, lazy(() => pageText(guidePage(guide, about.publicUrl)))]),
  );
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
      path: '/docs/operations/{operation}',
      operationId: 'getDocsOperation',
      tag,
      summary: 'An operation of the reference',
      description: 'With its fields and examples.',
      role: 'public',
      resource: 'Operation',
      answer: pageAnswer(OPERATION_LOOK),
      async handle(_, { params }) {
        const operation = (await operations()).get(params.operation);
        if (!operation) throw notFound('Operation');
        return operation();
      },
    }),
    route({
      method: 'GET',
      path: '/docs/guides/{guide}',
      operationId: 'getDocsGuide',
      tag,
      summary: 'A guide',
      description: 'For people. `/docs` lists the guides.',
      role: 'public',
      resource: 'Guide',
      answer: pageAnswer(GUIDE_LOOK),
      async handle(_, { params }) {
        const guide = guidePages.get(params.guide);
        if (!guide) throw notFound('Guide');
        return guide();
      },
    }),
    route({
      method: 'GET',
      path: '/docs/search.json',
      operationId: 'getDocsSearch',
      tag,
      summary: 'The texts of the reference, for its search',
      description: 'For the page alone: its form may change.',
      role: 'public',
      answer: fixed('application/json'),
      handle: lazy(async () => {
        const whole = await document();
        const entries = sectionsOf(whole).flatMap((section) => section.entries);
        return StaticContent.of(JSON.stringify(searchIndex(entries, whole)));
      }),
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

/** The pages of all operations by id. Each is made on first use. */
async function operationPages(document: () => Promise<OpenApi>): Promise<Map<string, () => Promise<StaticContent>>> {
  const whole = await document();
  const entries = sectionsOf(whole).flatMap((section) => section.entries);
  const pages = entries.map(
    (entry) => [entry.operation.operationId, lazy(() => pageText(operationPage(entry, whole)))] as const,
  );
  return new Map(pages);
}
