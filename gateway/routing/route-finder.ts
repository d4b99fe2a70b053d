import type { Route } from './route.ts';

/** The routes of a path by method; undefined for a path without routes. */
export type FindRoutes = (path: string) => ReadonlyMap<string, Route> | undefined;

/** A fixed text, or the texts before and after a parameter. */
type Segment = readonly [before: string, after?: string];

interface Entry {
  segments: Segment[];
  methods: Map<string, Route>;
}

/**
 * Paths with a lower number are tried first. So `/clients/import` is not read as a client's id, and `{id}.pdf` is not
 * read as an id that ends in `.pdf`.
 */
export const precedence = (path: string): number => 2 * (path.split('{').length - 1) - (/\}[^/}]+$/.test(path) ? 1 : 0);

/** Finds routes like the router: case and a final slash matter, and paths without parameters come first. */
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

/** False for a path whose percent encoding is broken: no route has such a path. */
function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
