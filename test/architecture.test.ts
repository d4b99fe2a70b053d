import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { errorCodes } from '#proto/common/v1/errors.contract.ts';
import { chassisImports } from './support/exports/lone-exports.ts';
import { STAYING } from './support/exports/staying-exports.ts';

/**
 * design: Rooms, as a test. The first room that a file's path fits is its room; what it imports must fit one of
 * the room's patterns. Targets are repository paths, `npm:<package>` or `node:<module>`.
 */
interface Room {
  name: string;
  files: RegExp;
  mayImport: RegExp[];
}

const CONTRACTS = /^proto\/.*\/(([\w-]+\.)?contract|pin)\.ts$/;
/** The one list of error codes: of the contract all that the chassis knows. */
const ERROR_CODES = /^proto\/common\/v1\/errors\.contract\.ts$/;
const GENERATED = /^proto\/gen\//;
const OWN_FOLDER = /^\.own\//;
const OWN_SERVICE = /^\.service\//;

const ROOMS: Room[] = [
  { name: 'generated types', files: GENERATED, mayImport: [GENERATED, /^npm:@grpc\//] },
  { name: 'contract', files: CONTRACTS, mayImport: [/^npm:zod$/, GENERATED, CONTRACTS] },
  {
    name: 'domain',
    files: /^services\/(?!chassis\/).*\/domain\//,
    mayImport: [
      /^\.service\/.*domain\//,
      /^services\/chassis\/domain\//,
      CONTRACTS,
      GENERATED,
      /^npm:(big\.js|ibantools|ipaddr\.js|linebreak)$/,
    ],
  },
  {
    name: 'chassis domain',
    files: /^services\/chassis\/domain\//,
    mayImport: [/^services\/chassis\/domain\//, ERROR_CODES, /^npm:(big\.js|currency-codes)$/],
  },
  {
    name: 'chassis',
    files: /^services\/chassis\//,
    mayImport: [/^npm:/, /^node:/, /^services\/chassis\//, ERROR_CODES, GENERATED],
  },
  {
    name: 'main',
    files: /^services\/[^/]+\/main\.ts$/,
    mayImport: [OWN_SERVICE, /^services\/chassis\//, CONTRACTS, /^node:/],
  },
  {
    name: 'service config',
    files: /^services\/[^/]+\/config\.ts$/,
    mayImport: [/^npm:zod$/, /^services\/chassis\//, OWN_SERVICE],
  },
  {
    name: 'repository',
    files: /^services\/[^/]+\/.*repository\.ts$/,
    // A declaration says how plain fields are stored (ADR 57). Finance's documents share locks and versions.
    mayImport: [
      OWN_FOLDER,
      CONTRACTS,
      /^services\/finance\/documents\/.*repository\.ts$/,
      /^npm:(mongoose|lru-cache)$/,
      /^services\/chassis\//,
      /^node:/,
    ],
  },
  {
    name: 'handlers',
    files: /^services\/[^/]+\/.*handlers\.ts$/,
    mayImport: [OWN_SERVICE, CONTRACTS, GENERATED, /^services\/chassis\//],
  },
  {
    name: 'consumer',
    files: /^services\/[^/]+\/.*on-[^/]+\.ts$/,
    mayImport: [OWN_SERVICE, CONTRACTS, /^services\/chassis\//],
  },
  {
    name: 'topology',
    files: /^services\/topology\//,
    mayImport: [OWN_SERVICE, CONTRACTS, /^services\/chassis\//, /^node:/, /^npm:(@nats-io\/|prom-client$)/],
  },
  {
    name: 'service',
    files: /^services\//,
    mayImport: [
      OWN_SERVICE,
      CONTRACTS,
      GENERATED,
      /^services\/chassis\//,
      /^node:/,
      /^npm:(?!mongoose|@grpc|@nats-io)/,
    ],
  },
  {
    name: 'gateway route',
    files: /^gateway\/routes\//,
    mayImport: [/^gateway\//, CONTRACTS, GENERATED, /^npm:zod$/, /^services\/chassis\/domain\/errors\.ts$/],
  },
  {
    name: 'gateway',
    files: /^gateway\//,
    mayImport: [/^gateway\//, CONTRACTS, GENERATED, /^services\/chassis\//, /^node:/, /^npm:(?!mongoose|@grpc)/],
  },
  {
    name: 'embedded engine',
    files: /^deploy\/local\/mongo-engine\//,
    mayImport: [/^deploy\/local\/mongo-engine\//, /^node:/, /^npm:/],
  },
  {
    name: 'drawn pages',
    files: /^deploy\/tools\/state-diagrams\.ts$/,
    mayImport: [/^deploy\/local\//, /^node:/, CONTRACTS],
  },
  {
    name: 'local start',
    files: /^deploy\//,
    mayImport: [
      /^deploy\//,
      /^node:/,
      /^npm:/,
      /^services\/chassis\/runtime\/(config|http)\.ts$/,
      /^(services\/[^/]+|gateway)\/config\.ts$/,
    ],
  },
  { name: 'tests', files: /^test\//, mayImport: [/./] },
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

test('every file has a room', () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
});

test.each(ROOMS.map((room) => [room.name, room] as const))('%s keeps to its room', (_name, room) => {
  const trespasses = files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) => strangersOf(file, room).map((target) => `${file} imports ${target}`));
  expect(trespasses).toEqual([]);
});

/** Parts of the chassis, the lowest first: none imports a higher one. `service-data.ts` puts them together. */
const PARTS = [
  'domain',
  'concurrency',
  'runtime',
  'secrets',
  'rpc',
  'mongo',
  'messaging',
  'unit-of-work',
  'reference-integrity',
  'records',
  'invariants',
  'service-data.ts',
];

/** Parts of the gateway, the lowest first. Main, app and config put them together. */
const GATEWAY_PARTS = [
  'grpc-clients.ts',
  'payload',
  'auth',
  'rate-limits',
  'http',
  'routing',
  'accounts',
  'boms',
  'bank-statements',
  'openapi',
  'pages',
  'routes',
  'app.ts',
  'config.ts',
  'main.ts',
];

test.each([
  ['services/chassis/', PARTS],
  ['gateway/', GATEWAY_PARTS],
])('no part of %s imports a higher one', (root, parts) => {
  const partOf = (file: string) => parts.indexOf(file.slice(root.length).split('/')[0] ?? '');
  const own = files.filter((file) => file.startsWith(root));
  expect(own.filter((file) => partOf(file) < 0)).toEqual([]);
  const upwards = own.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(root) && partOf(target) > partOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upwards).toEqual([]);
});

/** The files of a part that other parts may import, as its README lists them (ADR 28). A README without a list allows all. */
const publicFiles = new Map(
  pagesOf(/^(gateway|services\/chassis)\/[\w-]+\/README\.md$/).flatMap((page) => {
    const [, list] = /^Public files: ([\s\S]*?)\.\n/m.exec(read(page)) ?? [];
    const names = list?.matchAll(/`([^`]+)`/g).map(([, name]) => join(dirname(page), name ?? ''));
    return names ? [[`${dirname(page)}/`, new Set(names)] as const] : [];
  }),
);

test.each([...publicFiles])('other parts import only the public files of %s, and use all of them', (part, listed) => {
  const outside = files.filter((file) => !file.startsWith(part) && !file.startsWith('test/'));
  const entered = new Set(outside.flatMap((file) => importsOf(file).filter((target) => target.startsWith(part))));
  expect([...entered].sort()).toEqual([...listed].sort());
});

test('parts with public files are found', () => {
  expect(publicFiles.size).toBeGreaterThan(10);
});

test('an export of the chassis that one owner alone imports is at home there', () => {
  const { lone, count, unknown } = chassisImports(files, read, resolve);
  expect(unknown).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
  const stray = lone.filter(({ name }) => !STAYING.has(name));
  const list = 'test/support/exports/staying-exports.ts';
  expect(
    stray.map(({ name, owner, files: importers }) => {
      return `${name} is imported by ${owner} alone: move it there (${importers.join(', ')}), or add it to ${list}`;
    }),
  ).toEqual([]);
  const isLone = new Set(lone.map(({ name }) => name));
  const needless = [...STAYING.keys()].filter((name) => !isLone.has(name));
  expect(needless.map((name) => `${name} needs no entry any more: remove it from ${list}`)).toEqual([]);
});

test('the chassis names no service', () => {
  const own = files.filter((file) => file.startsWith('services/chassis/'));
  const naming = own.filter((file) => /'(identity|product|finance|notification|topology)\b/.test(read(file)));
  expect(naming).toEqual([]);
});

/** Folders of owners whose files raise errors. Routes of the gateway only list what services raise. */
const RAISERS = /^(?:services\/([^/]+)|(gateway)(?!\/routes))\//;

test('an error code that one service alone raises is in the contract of that service', () => {
  const sources = files.flatMap((file) => {
    const [, service, other] = RAISERS.exec(file) ?? [];
    const owner = service ?? other;
    return owner === undefined ? [] : [{ owner, source: read(file) }];
  });
  const homes = errorCodes.map((code) => {
    const owners = new Set(sources.filter(({ source }) => source.includes(`'${code}'`)).map(({ owner }) => owner));
    const [owner = 'common', ...others] = owners;
    const isOfOne = others.length === 0 && !['chassis', 'gateway'].includes(owner);
    return `${code}: proto/${isOfOne ? owner : 'common'}/v1/errors.contract.ts`;
  });
  const declared = files
    .filter((file) => /\/errors\.contract\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^ {2}(\w+): \{/gm)].map(([, code]) => `${code}: ${file}`));
  expect(declared.sort()).toEqual(homes.sort());
});

test('no folder holds more than 25 files', () => {
  const crowded = [...Map.groupBy(files, dirname)].filter(([folder, members]) => {
    return !folder.startsWith('proto/gen') && members.length > 25;
  });
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});

test('no file imports itself, however far round', () => {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const done = new Set<string>();
  /** The way from the last of `way` back into it, if there is one. */
  const roundFrom = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of imports.get(file) ?? []) {
      const round = roundFrom(target, [...way, file]);
      if (round) return round;
    }
    done.add(file);
    return undefined;
  };
  expect(files.map((file) => roundFrom(file, [])).find((round) => round !== undefined)).toBeUndefined();
});

test('processes without a database load no driver of one', () => {
  const imports = (file: string) => (file.endsWith('.ts') ? importsOf(file, 'values') : []);
  for (const main of ['gateway/main.ts', 'services/topology/main.ts']) {
    const loaded = new Set([main]);
    for (const file of loaded) for (const target of imports(file)) loaded.add(target);
    expect(loaded.size).toBeGreaterThan(30);
    expect([...loaded].filter((target) => /^npm:(mongo|bson)/.test(target))).toEqual([]);
  }
});

test('what starts with every process asks for HTTP alone, not for all that node:http exports', () => {
  const starting = files.filter((file) => /^(services|gateway|proto|deploy\/(local|mongo-engine))\//.test(file));
  const importers = starting.filter((file) => importsOf(file, 'values').includes('node:http'));
  expect(importers).toEqual([]);
  expect(starting.length).toBeGreaterThan(500);
});

test('every file that a page names is there', () => {
  const known = pagesOf(/./);
  const isAnywhere = (file: string) => known.some((one) => `/${one}`.endsWith(`/${file}`));
  // A part's own page names files from where it is.
  const isThere = (page: string, file: string) =>
    dirname(page) === '.' || page.startsWith('docs/')
      ? isAnywhere(file)
      : known.includes(normalize(join(dirname(page), file))) || known.includes(file);
  const pages = pagesOf(/(README|docs\/.*)\.md$/).filter((file) => !file.endsWith('changelog.md'));
  // The pages of guides hold the code of files that their readers save.
  const saved = new Set(
    pagesOf(/^docs\/guides\//).flatMap((page) => read(page).match(/(?<=^```\w+ )[\w./-]+$/gm) ?? []),
  );
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.(?:ts|mjs|proto|conf|md))`/g)]
      .filter(([, file = '']) => !isThere(page, file) && !(page.startsWith('docs/guides/') && saved.has(file)))
      .map(([, file]) => `${page} names ${file}`),
  );
  expect(missing).toEqual([]);
});

test('process.env is read in config.ts files alone', () => {
  const readers = files.filter((file) => !/(^|\/)config\.ts$|^test\//.test(file) && /process\.env/.test(read(file)));
  expect(readers).toEqual([]);
});

test('nobody imports a main.ts', () => {
  const importers = files.filter((file) => importsOf(file).some((target) => /\/main\.ts$/.test(target)));
  expect(importers).toEqual([]);
});

test('no schema declares a check or a default: mongoose has none for what is inserted in bulk or replaces something', () => {
  const declaring = files.filter((file) => /^services\//.test(file) && /\bnew Schema\b|openRecords/.test(read(file)));
  expect(
    declaring.filter((file) => /\b(required|default|validate|enum|minlength|maxlength|match): /.test(read(file))),
  ).toEqual([]);
  expect(declaring.length).toBeGreaterThan(20);
});

test('whole documents are written by model.ts alone, which asks for whole ones', () => {
  const writing = files
    .filter((file) => /^services\//.test(file))
    .filter((file) => /\.(insertMany|insertOne|replaceOne|findOneAndReplace|bulkSave)\(/.test(read(file)));
  expect(writing).toEqual(['services/chassis/mongo/model.ts']);
});

test('main.ts is a table of contents: at most 40 lines of code', () => {
  const long = files.filter((file) => /^(services\/[^/]+|gateway)\/main\.ts$/.test(file) && linesOfCode(file) > 40);
  expect(long).toEqual([]);
});

test('routes leave errors to the one translator', () => {
  const catching = files.filter((file) => file.startsWith('gateway/routes/') && /\bcatch\b/.test(read(file)));
  expect(catching).toEqual([]);
});

/** All files of the repository that match, without those that git ignores. */
function pagesOf(pattern: RegExp): string[] {
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return all.split('\n').filter((file) => pattern.test(file) && file !== '');
}

function roomOf(file: string): Room | undefined {
  return ROOMS.find((room) => room.files.test(file));
}

function strangersOf(file: string, room: Room): string[] {
  return importsOf(file).filter(
    (target) => !room.mayImport.some((may) => spellings(file, target).some((s) => may.test(s))),
  );
}

/** With those of types alone, or of values only. */
function importsOf(file: string, of: 'all' | 'values' = 'all'): string[] {
  const text = of === 'all' ? read(file) : read(file).replace(/^(import|export) type\b/gm, '//');
  const specifiers = [
    ...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm),
  ];
  return specifiers.map(([, from, bare, dynamic]) => resolve(file, from ?? bare ?? dynamic ?? ''));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (specifier.startsWith('#engine/')) return specifier.replace('#engine/', 'deploy/local/mongo-engine/');
  if (specifier.startsWith('#chassis/')) return specifier.replace('#chassis/', 'services/chassis/');
  if (specifier.startsWith('#proto/')) return specifier.replace('#proto/', 'proto/');
  if (specifier.startsWith('node:')) return specifier;
  const [scope, name] = specifier.split('/');
  return `npm:${scope?.startsWith('@') ? `${scope}/${name}` : scope}`;
}

/** A target as itself and, where it fits, relative to the importing file's folder and service. */
function spellings(file: string, target: string): string[] {
  const folder = `${dirname(file)}/`;
  const service = `${file.split('/').slice(0, 2).join('/')}/`;
  const own = target.startsWith(folder) ? [`.own/${target.slice(folder.length)}`] : [];
  const sibling = target.startsWith(service) ? [`.service/${target.slice(service.length)}`] : [];
  return [target, ...own, ...sibling];
}

function linesOfCode(file: string): number {
  return read(file)
    .split('\n')
    .filter((line) => line.trim() && !/^\s*(\/\/|\/?\*)/.test(line)).length;
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
