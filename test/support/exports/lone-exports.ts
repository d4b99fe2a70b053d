import { type Export, exportsOf, type Name, namesImportedBy, type Resolve } from './named-imports.ts';

/** An export of the chassis that only one owner imports: a service, the gateway, or `deploy`. */
interface LoneExport {
  /** File and name of the export: `services/chassis/domain/money.ts: amountText`. */
  name: string;
  owner: string;
  /** Files that import the export. */
  files: string[];
}

interface ChassisImports {
  lone: LoneExport[];
  /** Number of imports of chassis names by files outside the chassis. */
  count: number;
  /** Imports that cannot be resolved to an export. */
  unknown: string[];
}

const CHASSIS = 'services/chassis/';
const OWNERS = /^(?:services\/([^/]+)|(gateway|deploy))\//;

/** Finds chassis exports that only one owner imports. Imports of tests do not count. */
export function chassisImports(
  files: readonly string[],
  read: (file: string) => string,
  resolve: Resolve,
): ChassisImports {
  const sources = new Map(files.filter((file) => OWNERS.test(file)).map((file) => [file, read(file)]));
  const known = new Map<string, Export>();
  for (const [file, source] of sources) {
    if (!file.startsWith(CHASSIS)) continue;
    for (const one of exportsOf(file, source, resolve)) known.set(keyOf({ file, name: one.name }), one);
  }
  const importers = new Map<string, Set<string>>();
  const found: ChassisImports = { lone: [], count: 0, unknown: [] };
  for (const [file, source] of sources) {
    const { named, whole } = namesImportedBy(file, source, resolve);
    found.unknown.push(...whole.filter((target) => target.startsWith(CHASSIS)).map((target) => `${file}: ${target}`));
    for (const origin of [...named.values()].map((name) => originOf(name, known))) {
      if (!origin.file.startsWith(CHASSIS)) continue;
      const key = keyOf(origin);
      if (!known.has(key)) found.unknown.push(`${file}: ${key}`);
      if (!file.startsWith(CHASSIS)) found.count += 1;
      importers.set(key, (importers.get(key) ?? new Set()).add(file));
    }
  }
  for (const [name, { isPartOfOthers, of }] of known) {
    const importing = [...(importers.get(name) ?? [])];
    const [owner, ...others] = new Set(importing.map(ownerOf));
    if (owner === undefined || owner === 'chassis' || others.length > 0 || isPartOfOthers || of) continue;
    found.lone.push({ name, owner, files: importing });
  }
  return found;
}

/** Follows re-exports from a name to the export that declares it. */
function originOf(named: Name, known: ReadonlyMap<string, Export>): Name {
  const of = known.get(keyOf(named))?.of;
  return of ? originOf(of, known) : named;
}

const keyOf = ({ file, name }: Name) => `${file}: ${name}`;

function ownerOf(file: string): string {
  const [, service, other] = OWNERS.exec(file) ?? [];
  return service ?? other ?? file;
}
