import type { Document } from 'bson';
import { PAUSE, type Steps } from '../../scheduling/scheduler.ts';
import { compileUpdate } from '../../semantics/update/update.ts';
import { documentFromFilter } from '../../semantics/update/upsert.ts';
import { toBoolean } from '../../storage/bson.ts';
import { encodeChanged } from '../../storage/changed-document.ts';
import type { Collection } from '../../storage/collection.ts';
import { StoredDocument } from '../../storage/stored-document.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse, unsupported } from '../../values/error.ts';
import { BOOL, type Check, type Fields, OBJECT, required, statements } from '../../values/fields.ts';
import { asDocument } from '../../values/value.ts';
import type { Context } from '../context.ts';
import type { Selection } from '../selection.ts';
import { notRetryable, runStatements, WriteErrors } from '../statements.ts';
import { identified } from './insert.ts';

/** Accepts update operators or a replacement document. */
export const UPDATE_FORM: Check = (value) => {
  if (Array.isArray(value)) throw unsupported('an update by a pipeline');
  if (!asDocument(value)) throw failedToParse('Update argument must be either an object or an array');
};

export const UPDATE: Fields = {
  updates: statements({
    q: required(OBJECT),
    u: required(UPDATE_FORM),
    upsert: BOOL,
    multi: BOOL,
  }),
  ordered: BOOL,
};

export function update(context: Context): Promise<Document> {
  const { engine, command, transaction } = context;
  const updates = command.documents('updates');
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors(context);
  const { n = 0, nModified = 0, upserted: before = [] } = context.resumed?.reply ?? {};
  const upserted: Document[] = [...before];
  let matched: number = n - upserted.length;
  let modified: number = nModified;
  return runStatements(
    context,
    updates.length,
    function* (target, index, selection) {
      const collection = engine.collection(command, transaction);
      const done = yield* errors.attempt(index, function* (): Steps<void> {
        const spec = specFrom(updates.at(index));
        if (context.retryable && spec.multi) throw notRetryable('multi=true');
        const result = yield* updateDocuments(target, collection, spec, context, selection);
        matched += selection.matched;
        modified += selection.modified;
        if (result.upserted) upserted.push({ index, _id: result.upserted.document._id });
      });
      return done || !ordered;
    },
    () => ({
      n: matched + upserted.length,
      nModified: modified,
      ...(upserted.length > 0 ? { upserted: [...upserted] } : {}),
      ...errors.reply,
      ok: 1,
    }),
  );
}

export interface UpdateSpec {
  filter: Document;
  update: Document;
  upsert: boolean;
  multi: boolean;
  sort?: Document | undefined;
}

function specFrom(entry: Document): UpdateSpec {
  const update = entry.u as Document;
  const multi = toBoolean(entry.multi);
  if (multi && isReplacing(update)) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  return { filter: entry.q as Document, update, upsert: toBoolean(entry.upsert), multi };
}

const isReplacing = (update: Document): boolean => !Object.keys(update)[0]?.startsWith('$');

export interface UpdateResult {
  before?: StoredDocument | undefined;
  after?: StoredDocument | undefined;
  upserted?: StoredDocument;
}

/** Updates the documents that match the filter. `before` and `after` in the result belong to the last document. */
export function* updateDocuments(
  target: WriteTarget,
  collection: Collection,
  spec: UpdateSpec,
  { deadline }: Pick<Context, 'deadline'>,
  selection: Selection,
): Steps<UpdateResult> {
  const change = compileUpdate(spec.update);
  const isReplacement = isReplacing(spec.update);
  const { filter, sort } = spec;
  const query = { filter, sort, limit: spec.multi ? undefined : 1 };
  let last: UpdateResult = {};
  for (const before of selection.documents(collection, query, target, deadline)) {
    if (before === PAUSE) {
      yield PAUSE;
      continue;
    }
    const changed = change(before.document, false);
    let after = before;
    if (changed !== before.document) {
      after = isReplacement
        ? StoredDocument.of(changed)
        : StoredDocument.of(changed, encodeChanged(changed, before.document, before.bytes));
      target.apply(collection, { before, after });
      selection.modified++;
    }
    selection.matched++;
    last = { before, after };
  }
  if (selection.matched > 0 || !spec.upsert) return last;
  const made = change(documentFromFilter(filter), true);
  const upserted = StoredDocument.of(identified(made));
  target.apply(target.open(collection.db, collection.name), { after: upserted });
  return { upserted };
}
