import type { Document } from 'bson';
import { QueryRun } from '../../queries/query.ts';
import type { Deadline } from '../../scheduling/deadline.ts';
import { compileUpdate, documentFromFilter } from '../../semantics/update/update.ts';
import { toBoolean } from '../../storage/bson.ts';
import type { Collection } from '../../storage/collection.ts';
import { StoredDocument } from '../../storage/stored-document.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse, MongoError } from '../../values/error.ts';
import { allowFields, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { runStatements, WriteErrors } from '../statements.ts';
import { withId } from './insert.ts';

const FIELDS = new Set(['updates', 'ordered', 'bypassDocumentValidation']);
const REFUSED = new Set(['let']);
const ENTRY = new Set(['q', 'u', 'upsert', 'multi', 'arrayFilters', 'hint']);
const ENTRY_REFUSED = new Set(['c', 'collation', 'sort']);

export function update(context: Context): Promise<Document> {
  const { command, deadline } = context;
  command.allow(FIELDS, REFUSED);
  const updates = command.documents('updates');
  for (const entry of updates) allowFields(entry, 'update.updates', ENTRY, ENTRY_REFUSED);
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors();
  const upserted: Document[] = [];
  let matched = 0;
  let modified = 0;
  return runStatements(
    context,
    updates.length,
    (target, index) => {
      const collection = target.open(command.db, command.collection);
      const done = errors.attempt(index, () => {
        const result = updateDocuments(target, collection, specFrom(updates[index] ?? {}), deadline);
        matched += result.matched;
        modified += result.modified;
        if (result.upserted) upserted.push({ index, _id: result.upserted.document._id });
      });
      return done || !ordered;
    },
    () => ({
      n: matched + upserted.length,
      nModified: modified,
      ...(upserted.length > 0 ? { upserted } : {}),
      ...errors.reply,
      ok: 1,
    }),
  );
}

export interface UpdateSpec {
  filter: Document;
  update: Document | Document[];
  arrayFilters: Document[] | undefined;
  upsert: boolean;
  multi: boolean;
  sort?: Document | undefined;
  hint: unknown;
}

function specFrom(entry: Document): UpdateSpec {
  const update = entry.u as Document | Document[];
  const multi = toBoolean(entry.multi);
  if (multi && !Array.isArray(update) && !Object.keys(update)[0]?.startsWith('$')) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  return {
    filter: requireDocument(entry.q, 'update.updates.q'),
    update,
    arrayFilters: entry.arrayFilters as Document[] | undefined,
    upsert: toBoolean(entry.upsert),
    multi,
    hint: entry.hint,
  };
}

export interface UpdateResult {
  matched: number;
  modified: number;
  before?: StoredDocument | undefined;
  after?: StoredDocument | undefined;
  upserted?: StoredDocument;
}

/** Updates what the filter finds. `before` and `after` are those of the last document. */
export function updateDocuments(
  target: WriteTarget,
  collection: Collection,
  spec: UpdateSpec,
  deadline: Deadline,
): UpdateResult {
  const change = compileUpdate(spec.update, spec.arrayFilters);
  const now = new Date();
  const { filter, sort, hint } = spec;
  const run = new QueryRun(collection, { filter, sort, hint, limit: spec.multi ? undefined : 1 }, target, deadline);
  const found = [...run.documents()];
  if (found.length === 0 && spec.upsert) {
    const made = change(documentFromFilter(filter), { filter, inserting: true, now });
    const upserted = StoredDocument.of(withId(made));
    target.apply(collection, [{ after: upserted }]);
    return { matched: 0, modified: 0, upserted };
  }
  const pairs = found.map((before) => {
    const after = change(before.document, { filter, inserting: false, now });
    return { before, after: after === before.document ? before : sameId(before, StoredDocument.of(after)) };
  });
  const changes = pairs.filter(({ before, after }) => before !== after);
  target.apply(collection, changes);
  return { matched: found.length, modified: changes.length, ...pairs.at(-1) };
}

function sameId(before: StoredDocument, after: StoredDocument): StoredDocument {
  if (before.id.equals(after.id)) return after;
  throw new MongoError(
    66,
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}
