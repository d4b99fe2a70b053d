/** Name of an export, and the file that exports it. */
export interface Name {
  file: string;
  name: string;
}

/** An export of a file. */
export interface Export {
  name: string;
  /** True for a type that other declarations of the file use. Such a type must stay with them. */
  isPartOfOthers: boolean;
  /** For a re-export: the export that the file passes on. Absent for an export that the file declares. */
  of?: Name;
}

/** Finds the file of an import specifier in `file`. */
export type Resolve = (file: string, specifier: string) => string;

const DECLARED = /^export (?:async )?(?:abstract )?(function\*?|const|class|interface|type|enum) ([\w$]+)/gm;
const TAKEN_APART = /^export const \{([^}]*)\} =/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm;
const IMPORTED = /^import (?:type )?(?:[\w$]+, )?\{([^}]*)\} from '([^']+)'/gm;
const WHOLE = /(?:\*(?: as [\w$]+)? from |\bimport\()'([^']+)'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

interface Imports {
  /** Imported names, by the local name. Re-exports are not included. */
  named: Map<string, Name>;
  /** Files that are imported or re-exported as a whole. */
  whole: string[];
}

/** The imports of a file. */
export function namesImportedBy(file: string, source: string, resolve: Resolve): Imports {
  const named = new Map<string, Name>();
  for (const [, list = '', from = ''] of source.matchAll(IMPORTED)) {
    for (const [name, alias] of namesIn(list)) named.set(alias, { file: resolve(file, from), name });
  }
  return { named, whole: [...source.matchAll(WHOLE)].map(([, from = '']) => resolve(file, from)) };
}

/** All exports of a file. */
export function exportsOf(file: string, source: string, resolve: Resolve): Export[] {
  const code = source.replace(COMMENT, '');
  const imported = namesImportedBy(file, source, resolve).named;
  const isSaidAgain = (name: string) => [...code.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].length > 1;
  const declared = [...source.matchAll(DECLARED)].map(([, kind = '', name = '']) => ({
    name,
    isPartOfOthers: /^(interface|type)$/.test(kind) && isSaidAgain(name),
  }));
  const takenApart = [...source.matchAll(TAKEN_APART)].flatMap(([, list = '']) =>
    list.split(',').map((part) => ({ name: part.split(':').at(-1)?.trim() ?? '', isPartOfOthers: false })),
  );
  const listed = [...source.matchAll(LISTED)].flatMap(([, list = '', from]) =>
    namesIn(list).map(([name, alias]) => {
      const of = from === undefined ? imported.get(name) : { file: resolve(file, from), name };
      return { name: alias, isPartOfOthers: false, ...(of && { of }) };
    }),
  );
  return [...declared, ...takenApart, ...listed];
}

/** Pairs of the name in the other file and the name in this file, from a list such as `a, type B, c as d`. */
function namesIn(list: string): [string, string][] {
  const parts = list.split(',').map((part) => part.trim().replace(/^type /, ''));
  return parts.filter(Boolean).map((part) => {
    const [name = '', alias = name] = part.split(' as ');
    return [name, alias];
  });
}
