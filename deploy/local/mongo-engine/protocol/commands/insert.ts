import { type Document, ObjectId } from 'bson';
import { withId } from '../../semantics/update/replacement.ts';
import { StoredDocument } from '../../storage/stored-document.ts';
import { BOOL, type Fields, statements } from '../../values/fields.ts';
import { type Command, decodeSent } from '../command.ts';
import type { Context } from '../context.ts';
import { runStatements, WriteErrors } from '../statements.ts';

export const INSERT: Fields = { documents: statements(), ordered: BOOL };

export function insert(context: Context): Promise<Document> {
  const { command } = context;
  const documents = storedDocuments(command);
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors(context);
  let inserted: number = context.resumed?.reply.n ?? 0;
  return runStatements(
    context,
    documents.length,
    function* (target, index) {
      const done = yield* errors.attempt(index, () => {
        const after = documents[index]?.();
        target.apply(target.open(command.db, command.collection), [{ after }]);
        return undefined;
      });
      // Frees the document. As objects, 48 MB of many small documents would take 1 GiB.
      documents[index] = undefined;
      if (done) inserted++;
      return done || !ordered;
    },
    () => ({ n: inserted, ...errors.reply, ok: 1 }),
  );
}

/** The documents to insert. For an invalid document, the function throws. */
function storedDocuments(command: Command): ((() => StoredDocument) | undefined)[] {
  const raw = command.sequence('documents');
  if (!raw)
    return Array.from(command.documents('documents'), (document) =>
      once(() => StoredDocument.of(identified(document))),
    );
  return raw.map((bytes) =>
    once(() => {
      const document = decodeSent(bytes);
      return beginsWithId(bytes) ? StoredDocument.of(document, bytes) : StoredDocument.of(identified(document));
    }),
  );
}

const beginsWithId = (bytes: Buffer): boolean => bytes.toString('latin1', 5, 9) === '_id\0';

/** The document with `_id` as its first field. A missing `_id` is created. */
export const identified = (document: Document): Document =>
  withId(document._id === undefined ? new ObjectId() : document._id, document);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
