import { statSync } from 'node:fs';
import { relative } from 'node:path';

/** What is used of jest's tests. */
interface TestFile {
  path: string;
  context: { config: { rootDir: string } };
}

/** What waits for restarts, and what asks much of one system: one of each at a time. */
const SIDE_BY_SIDE = ['test/chaos/', 'test/e2e/'];
/** Then the rest: what runs last ends soon. */
const FOLDERS = [...SIDE_BY_SIDE, 'test/attacks/', 'test/integration/', ''];

/** Jest's own order is this only where it has run before: by size, a short file that takes a minute would run last. */
export default class LongestFirst {
  sort<T extends TestFile>(tests: T[]): T[] {
    const largestFirst = tests
      .map((test) => ({ test, folder: folderOf(test), size: statSync(test.path).size }))
      .sort((a, b) => b.size - a.size);
    const places = new Map<number, number>();
    const placed = largestFirst.map(({ test, folder }) => {
      const place = places.get(folder) ?? 0;
      places.set(folder, place + 1);
      return { test, folder, round: folder < SIDE_BY_SIDE.length ? place : Number.POSITIVE_INFINITY, place };
    });
    return placed
      .sort((a, b) => compare(a.round, b.round) || a.folder - b.folder || a.place - b.place)
      .map(({ test }) => test);
  }

  cacheResults(): void {}
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

function folderOf({ path, context }: TestFile): number {
  const name = relative(context.config.rootDir, path);
  return FOLDERS.findIndex((folder) => name.startsWith(folder));
}
