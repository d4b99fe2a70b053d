import { type Document, EJSON } from 'bson';
import { MongoError, unsupported } from '../../values/error.ts';

/** The path and the document that an operator changes. */
export interface Target {
  path: string;
  /** The document as it was before the update. */
  document: Document;
}

/** Returns the new value of a field. `undefined`: the field is absent. */
export type Modify = (current: unknown, target: Target) => unknown;

export const documentOf = ({ document }: Target): string => `{_id: ${EJSON.stringify(document._id)}}`;

export function checkPath(path: string): void {
  if (path === '') throw new MongoError(56, 'EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.some((part) => part.startsWith('$'))) throw unsupported(`the update path ${path}`);
  if (parts.includes('')) {
    throw new MongoError(
      56,
      'EmptyFieldName',
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
}
