import { z } from 'zod';
import { plain } from '../answers.ts';
import { type Route, route } from '../route.ts';

/** The number of the API changelog's last entry. */
const CHANGELOG = 1;

const Meta = z.strictObject({
  api_version: z.literal('v1'),
  changelog: z.int(),
  services: z.record(z.string(), z.string()),
  openapi: z.url(),
  docs: z.url(),
});

/** `services`: versions by name. */
export function metaRoutes({ publicUrl, services }: { publicUrl: string; services: Record<string, string> }): Route[] {
  const meta: z.output<typeof Meta> = {
    api_version: 'v1',
    changelog: CHANGELOG,
    services,
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
      role: 'public',
      answer: plain(Meta),
      handle: () => meta,
    }),
  ];
}
