import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Locked {
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = join(import.meta.dirname, '..', '..', '..', 'package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };

const platforms: [string, Locked][] = [
  ['Linux x64 with glibc', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
  ['Linux x64 with musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['Linux arm64 with glibc', { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }],
  ['Linux arm64 with musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['macOS on arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['macOS on x64', { os: ['darwin'], cpu: ['x64'] }],
  ['Windows on x64', { os: ['win32'], cpu: ['x64'] }],
];
/** recheck runs as JavaScript where it has no binary. */
const WITHOUT_BINARIES = ['node_modules/recheck'];

/** Where the package at the path finds another one: in its own folder or in one above. */
function resolve(path: string, name: string): Locked | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

const optional = Object.entries(packages).map(([path, { optionalDependencies = {} }]) => ({
  path,
  names: Object.keys(optionalDependencies),
}));
/** Packages that have a binary for each platform in a package of its own. */
const families = optional
  .map(({ path, names }) => ({ path, members: names.map((name) => resolve(path, name)) }))
  .filter(({ path, members }) => !WITHOUT_BINARIES.includes(path) && members.some((member) => member?.os));

test('the lock file has every optional package, of all platforms: npm ci refuses it otherwise', () => {
  const missing = optional.flatMap(({ path, names }) => names.filter((name) => !resolve(path, name)));
  expect(missing).toEqual([]);
});

test.each(platforms)('every package with binaries has one for %s', (_, { os, cpu, libc }) => {
  const serves = (member: Locked | undefined) =>
    member?.os?.includes(os?.[0] as string) &&
    member.cpu?.includes(cpu?.[0] as string) &&
    (!libc || !member.libc || member.libc.includes(libc[0] as string));
  expect(families.length).toBeGreaterThan(8);
  expect(families.filter(({ members }) => !members.some(serves)).map(({ path }) => path)).toEqual([]);
});
