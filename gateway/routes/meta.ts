import { z } from 'zod';
import { plain } from '../answers.ts';
import { type Route, route } from '../route.ts';
import { createVersions } from '../versions.ts';

/** The number of the API changelog's last entry. */
const CHANGELOG = 4;

const Meta = z.strictObject({
  api_version: z.literal('v1'),
  changelog: z.int(),
  /** Versions by name; null where the service did not say. */
  services: z.record(z.string(), z.string().nullable()),
  openapi: z.url(),
  docs: z.url(),
});

/** `version`: the gateway's own. */
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
      summary: 'Versions, and where the reference is',
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
