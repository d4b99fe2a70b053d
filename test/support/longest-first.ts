import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The fields of jest's tests that the sequencer uses. */
interface TestFile {
  path: string;
  context: { config: { rootDir: string } };
}

/**
 * Groups of files. Files with their own system wait for its start; files with the shared system keep it running. The
 * files of both groups alternate, so that a worker has work while another one waits.
 */
const [OWN_SYSTEM, SHARED_SYSTEM] = [0, 1];
const SIDE_BY_SIDE = [OWN_SYSTEM, SHARED_SYSTEM];
const STARTS_A_SYSTEM = /\b(startSystem|startWalked|new System)\(/;
/** Files in this folder start a system in a module that they import. */
const OUTAGES = 'test/chaos/';
/** Order of the other folders. Files without a system run last, because they end soon. */
const FOLDERS = ['test/e2e/', 'test/attacks/', 'test/integration/', ''];

/**
 * Orders test files so that the run ends early. Jest knows durations only after a first run, and otherwise sorts by
 * size, so a small file that takes a minute would run last.
 */
export default class LongestFirst {
  sort<T extends TestFile>(tests: T[]): T[] {
    const largestFirst = tests.map(describe).sort((a, b) => b.size - a.size);
    const places = new Map<number, number>();
    const placed = largestFirst.map(({ test, group }) => {
      const place = places.get(group) ?? 0;
      places.set(group, place + 1);
      return { test, group, round: SIDE_BY_SIDE.includes(group) ? place : Number.POSITIVE_INFINITY, place };
    });
    return placed
      .sort((a, b) => compare(a.round, b.round) || a.group - b.group || a.place - b.place)
      .map(({ test }) => test);
  }

  cacheResults(): void {}
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

function describe<T extends TestFile>(test: T): { test: T; group: number; size: number } {
  const text = readFileSync(test.path, 'utf8');
  const name = relative(test.context.config.rootDir, test.path);
  const folder = SHARED_SYSTEM + FOLDERS.findIndex((one) => name.startsWith(one));
  return {
    test,
    group: STARTS_A_SYSTEM.test(text) || name.startsWith(OUTAGES) ? OWN_SYSTEM : folder,
    size: text.length,
  };
}
