import { type Document, EJSON } from 'bson';
import { MongoError, unsupported } from '../../values/error.ts';
import { identical } from '../../values/identical.ts';
import { setField } from '../../values/value.ts';

/** Compiles a replacement: a new document with all fields of `replacement`. `_id` stays, as the first field. */
export function compileReplacement(replacement: Document): (document: Document) => Document {
  for (const name of Object.keys(replacement)) {
    if (name.startsWith('$')) throw unsupported(`a replacement with the field ${name}`);
  }
  return (document) => {
    if ('_id' in replacement && '_id' in document && !identical(replacement._id, document._id)) {
      throw new MongoError(
        66,
        'ImmutableField',
        `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${EJSON.stringify(replacement._id)}`,
      );
    }
    const replaced = withId(document._id ?? replacement._id, replacement);
    return identical(replaced, document) ? document : replaced;
  };
}

/** A copy of a document with `_id` as its first field; without `_id` if `id` is undefined. */
export function withId(id: unknown, document: Document): Document {
  const copy: Document = id === undefined ? {} : { _id: id };
  for (const name of Object.keys(document)) if (name !== '_id') setField(copy, name, document[name]);
  return copy;
}
