import { type Document, EJSON } from 'bson';
import { MongoError, unsupported } from '../../values/error.ts';

/** What an operator is told of the document it changes. */
export interface Target {
  path: string;
  /** The document as it was before the update. */
  document: Document;
}

/** From a field's value to its new one; `undefined` is a field that is not there. */
export type Modify = (current: unknown, target: Target) => unknown;

export const documentOf = ({ document }: Target): string => `{_id: ${EJSON.stringify(document._id)}}`;

export function checkPath(path: string): void {
  if (path === '') throw new MongoError(56, 'EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.some((part) => part === '$' || part.startsWith('$['))) throw unsupported(`the positional update ${path}`);
  if (parts.includes('')) {
    throw new MongoError(
      56,
      'EmptyFieldName',
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
}

/** What an update says of a name that begins with `$` in a document that is there; one that is inserted may have it. */
export function dollarName(paths: readonly string[]): MongoError | undefined {
  const path = paths.find((one) => /^\$[^.[]/.test(one));
  if (path === undefined) return undefined;
  const words = `The dollar ($) prefixed field '${path.split('.')[0]}' in '${path}' is not valid for storage.`;
  return new MongoError(52, 'DollarPrefixedFieldName', words);
}
