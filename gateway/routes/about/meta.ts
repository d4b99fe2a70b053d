import { z } from 'zod';
import { plain } from '../../routing/answers.ts';
import { type Route, route } from '../../routing/route.ts';
import { createVersions } from '../../routing/service-versions.ts';

/** The number of the API changelog's last entry. */
const CHANGELOG = 4;

const Meta = z.strictObject({
  api_version: z.literal('v1').describe('The prefix of its paths.'),
  changelog: z.int().describe("The number of the API changelog's last entry."),
  services: z
    .record(z.string(), z.string().nullable())
    .describe('Versions by name; null where the service did not say.'),
  openapi: z.url().describe('Where the OpenAPI document is.'),
  docs: z.url().describe('Where the reference is.'),
});

/** `version`: the version of the gateway. */
export function metaRoutes({ publicUrl, version }: { publicUrl: string; version: string }): Route[] {
  const versions = createVersions();
  const about = {
    api_version: 'v1' as const,
    changelog: CHANGELOG,
    openapi: `${publicUrl}/openapi.json`,
    docs: `${publicUrl}/docs`,
  };
  return [
    route({
      method: 'GET',
      path: '/api/v1/meta',
      operationId: 'getMeta',
      tag: 'About',
      summary: 'Versions, and the address of the reference',
      description: 'The version of a service that does not answer within a second is null.',
      role: 'public',
      answer: plain(Meta),
      handle: async ({ versions: clients }, { call }) => ({
        ...about,
        services: { gateway: version, ...(await versions.ask(clients, call)) },
      }),
    }),
  ];
}
