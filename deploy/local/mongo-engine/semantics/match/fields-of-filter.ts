import type { Document } from 'bson';

/** Adds the names of the fields that a filter reads. @returns false if they cannot be found out */
export function addFieldsOfFilter(filter: Document, names: Set<string>): boolean {
  return Object.keys(filter).every((path) => {
    if (!path.startsWith('$')) return names.add(rootOf(path));
    const branches: unknown = filter[path];
    if (path !== '$and' && path !== '$or') return false;
    return Array.isArray(branches) && branches.every((branch) => addFieldsOfFilter(branch as Document, names));
  });
}

/** The top-level field of a path. */
export const rootOf = (path: string): string => path.split('.', 1)[0] as string;
