import type { Route } from './route.ts';

/** The routes of a path by method; undefined for a path without routes. */
export type FindRoutes = (path: string) => ReadonlyMap<string, Route> | undefined;

/** A fixed text, or what stands before and after a parameter. */
type Segment = readonly [before: string, after?: string];

interface Entry {
  segments: Segment[];
  methods: Map<string, Route>;
}

/**
 * By which paths are asked whether they fit, least first: `/clients/import` is no client, and `{id}.pdf` is no id that
 * ends so.
 */
export const precedence = (path: string): number => 2 * (path.split('{').length - 1) - (/\}[^/}]+$/.test(path) ? 1 : 0);

/** Finds routes as the router does: case and a slash at the end matter, paths without parameters come first. */
export function createRouteFinder(routes: readonly Route[]): FindRoutes {
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].sort(([a], [b]) => precedence(a) - precedence(b));
  const entries = byPath.map(([path, operations]): Entry => {
    const methods = new Map<string, Route>(operations.map((route) => [route.method, route]));
    const read = methods.get('GET');
    if (read) methods.set('HEAD', read);
    return { segments: path.split('/').map((text) => text.split(/\{\w+\}/) as [string, string?]), methods };
  });
  return (path) => {
    const plain = path.split(/[?#]/, 1)[0] ?? '';
    const sent = plain.split('/');
    return isText(plain) ? entries.find(({ segments }) => fits(segments, sent))?.methods : undefined;
  };
}

function fits(segments: Segment[], sent: string[]): boolean {
  return segments.length === sent.length && segments.every((segment, index) => isOne(segment, sent[index] ?? ''));
}

function isOne([before, after]: Segment, sent: string): boolean {
  if (after === undefined) return sent === before;
  return sent.length > before.length + after.length && sent.startsWith(before) && sent.endsWith(after);
}

/** A path that is not UTF-8 in percent signs names nothing. */
function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
