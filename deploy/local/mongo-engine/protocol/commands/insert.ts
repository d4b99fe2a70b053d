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
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors(context);
  let inserted: number = context.resumed?.reply.n ?? 0;
  // Made once, because a statement that waits for a transaction starts again. A made `_id` must stay.
  let after: StoredDocument | undefined;
  return runStatements(
    context,
    command.documents('documents').length,
    function* (target, index) {
      const done = yield* errors.attempt(index, () => {
        after ??= documentAt(command, index);
        target.apply(target.open(command.db, command.collection), { after });
        return undefined;
      });
      after = undefined;
      if (done) inserted++;
      return done || !ordered;
    },
    () => ({ n: inserted, ...errors.reply, ok: 1 }),
  );
}

/** A document to insert. It is decoded only now: as objects, 48 MB of many small documents would take 1 GiB. */
function documentAt(command: Command, index: number): StoredDocument {
  const bytes = command.sequence('documents')?.[index];
  if (!bytes) return StoredDocument.of(identified(command.documents('documents').at(index)));
  const document = decodeSent(bytes);
  return beginsWithId(bytes) ? StoredDocument.of(document, bytes) : StoredDocument.of(identified(document));
}

const beginsWithId = (bytes: Buffer): boolean => bytes.toString('latin1', 5, 9) === '_id\0';

/** The document with `_id` as its first field. A missing `_id` is created. */
export const identified = (document: Document): Document =>
  withId(document._id === undefined ? new ObjectId() : document._id, document);
