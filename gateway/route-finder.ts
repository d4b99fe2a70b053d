import type { Route } from './route.ts';

/** What the routes of a path are, by method; undefined for a path that has none. */
export type FindRoutes = (path: string) => ReadonlyMap<string, Route> | undefined;

interface Entry {
  pattern: RegExp;
  methods: Map<string, Route>;
}

/** Finds routes as the router does: case and a slash at the end matter, paths without parameters come first. */
export function createRouteFinder(routes: readonly Route[]): FindRoutes {
  const parameters = (path: string) => path.split('{').length;
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].sort(([a], [b]) => parameters(a) - parameters(b));
  const entries = byPath.map(([path, operations]): Entry => {
    const methods = new Map<string, Route>(operations.map((route) => [route.method, route]));
    const read = methods.get('GET');
    if (read) methods.set('HEAD', read);
    return { pattern: patternOf(path), methods };
  });
  return (path) => {
    const plain = path.split(/[?#]/, 1)[0] ?? '';
    return isText(plain) ? entries.find(({ pattern }) => pattern.test(plain))?.methods : undefined;
  };
}

function patternOf(path: string): RegExp {
  const fixed = path.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${fixed.join('[^/]+')}$`);
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
