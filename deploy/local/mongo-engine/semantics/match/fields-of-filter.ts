import type { Document } from 'bson';

/** Adds the names of the fields that a filter looks into. @returns false where they cannot be told  */
export function addFieldsOfFilter(filter: Document, names: Set<string>): boolean {
  return Object.keys(filter).every((path) => {
    if (!path.startsWith('$')) return names.add(rootOf(path));
    const branches: unknown = filter[path];
    if (path !== '$and' && path !== '$or') return false;
    return Array.isArray(branches) && branches.every((branch) => addFieldsOfFilter(branch as Document, names));
  });
}

/** The field of the document itself through which a path goes. */
export const rootOf = (path: string): string => path.split('.', 1)[0] as string;
