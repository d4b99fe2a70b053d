import { type Document, ObjectId } from 'bson';
import { decode } from '../../storage/bson.ts';
import { StoredDocument } from '../../storage/stored-document.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { runStatements, WriteErrors } from '../statements.ts';

const FIELDS = new Set(['documents', 'ordered', 'bypassDocumentValidation']);

export function insert(context: Context): Promise<Document> {
  const { command } = context;
  command.allow(FIELDS);
  const documents = storedDocuments(command);
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors();
  let inserted = 0;
  return runStatements(
    context,
    documents.length,
    (target, index) => {
      const collection = target.open(command.db, command.collection);
      const done = errors.attempt(index, () => target.apply(collection, [{ after: documents[index]?.() }]));
      if (done) inserted++;
      return done || !ordered;
    },
    () => ({ n: inserted, ...errors.reply, ok: 1 }),
  );
}

/** The documents to insert; one that cannot be stored says so when its turn comes. */
function storedDocuments(command: Command): (() => StoredDocument)[] {
  const raw = command.sequence('documents');
  if (!raw) return command.documents('documents').map((document) => once(() => StoredDocument.of(withId(document))));
  return raw.map((bytes) =>
    once(() => {
      const document = decode(bytes);
      return '_id' in document ? StoredDocument.of(document, bytes) : StoredDocument.of(withId(document));
    }),
  );
}

/** `_id` comes first, made where it is missing. */
export function withId(document: Document): Document {
  const { _id = new ObjectId(), ...fields } = document;
  return { _id, ...fields };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
