import { rules } from '../access/table.ts';
import { expectedOf } from './callers.ts';
import { type Answer, send } from './calls.ts';
import type { Walk } from './walk.ts';

/** The document and its pages. */
const UNDOCUMENTED = [
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/operations/{operation}',
  'GET /docs/guides/{guide}',
  'GET /docs/search.json',
  'GET /docs/webhooks.md',
];

/** Every caller is let in or refused as the table of access says, and the table has every route (decisions 3: Roles, Scopes). */
export async function judgeAccess({ system, calls }: Walk): Promise<unknown[]> {
  const called = new Set(calls.map(({ route }) => route));
  const pages = UNDOCUMENTED.map(async (route) => {
    const answer = await send(system, {
      method: 'GET',
      url: route.slice(4).replace('{operation}', 'createClient').replace('{guide}', 'errors'),
      headers: {},
    });
    return answer.status === 200 && rules[route] === 'public' ? [] : [route, answer.status];
  });
  return [
    ...Object.keys(rules).filter((route) => !called.has(route) && !UNDOCUMENTED.includes(route)),
    ...(await Promise.all(pages)).flat(),
    ...calls.flatMap(({ route, caller, answer }) => {
      const rule = rules[route];
      if (!rule) return [[route, 'is not in the table']];
      // Another judge sees to it.
      if (caller === 'stranger') return [];
      const [found, expected] = [verdictOf(answer), expectedOf(rule, caller)];
      if (found !== expected) return [[route, caller, found, expected]];
      return found === '401' && !isRefusalOf(caller, answer) ? [[route, caller, answer]] : [];
    }),
  ];
}

/** Whether the caller was let in, whatever came of it. */
function verdictOf({ status, text }: Answer): string {
  if (text.includes('Route not found')) return 'no such route';
  return status === 401 || status === 403 || status === 429 || status >= 500 ? String(status) : 'in';
}

function isRefusalOf(caller: string, { headers, text }: Answer): boolean {
  const { detail, code } = JSON.parse(text) as { detail: unknown; code: unknown };
  const why = caller === 'a token and a key' ? ': send Authorization or X-API-Key, not both' : '';
  return (
    headers['www-authenticate'] === 'Bearer' && detail === `Not authenticated${why}` && code === 'not_authenticated'
  );
}
