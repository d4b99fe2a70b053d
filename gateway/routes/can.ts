import { z } from 'zod';
import { plain } from '../routing/answers.ts';
import { refusalOf } from '../routing/pipeline.ts';
import { type Route, route } from '../routing/route.ts';
import { createRouteFinder, type FindRoutes } from '../routing/route-finder.ts';

const Verdict = z.strictObject({
  allowed: z.boolean().describe('Whether the caller may.'),
  reason: z.string().nullable().describe('Why not; null where it may.'),
});

/**
 * Tells whether a caller may use one of `routes`. `routes` is read at the first request, so this route may be added to
 * it later.
 */
export function canRoute(routes: readonly Route[]): Route {
  let found: FindRoutes | undefined;
  return route({
    method: 'GET',
    path: '/api/v1/auth/can',
    operationId: 'checkPermission',
    tag: 'Authentication',
    summary: 'Check whether the caller may use an operation',
    description:
      'Checks the role and the scopes of the caller in this org, but no record. `reason` says why the request is not allowed. It is null if the request is allowed.',
    role: 'client',
    withoutOrg: true,
    keys: 'any',
    query: z.object({
      method: z
        .string()
        .max(16)
        .meta({ description: 'An HTTP method.', examples: ['POST'] }),
      path: z
        .string()
        .max(4096)
        .meta({ description: 'Path of the request. A query is ignored.', examples: ['/api/v1/clients'] }),
    }),
    answer: plain(Verdict),
    handle(_services, { query, principal }) {
      found ??= createRouteFinder(routes);
      const operation = operationOf(found(query.path), query.method.toUpperCase());
      return verdict(typeof operation === 'string' ? operation : refusalOf(operation, principal));
    },
  });
}

const verdict = (reason: string | undefined) => ({ allowed: reason === undefined, reason: reason ?? null });

/** The operation in question, or the reason why there is none. */
function operationOf(methods: ReadonlyMap<string, Route> | undefined, method: string): Route | string {
  if (!methods) return 'There is no such path';
  return methods.get(method) ?? `The path has no ${method}, only ${[...methods.keys()].join(', ')}`;
}
