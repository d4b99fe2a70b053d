import type { Document } from 'bson';
import { PAUSE, type Steps } from '../../scheduling/scheduler.ts';
import { compileProjection } from '../../semantics/project/project.ts';
import type { StoredDocument } from '../../storage/stored-document.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse } from '../../values/error.ts';
import { BOOL, type Fields, OBJECT } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import type { Selection } from '../selection.ts';
import { runStatements } from '../statements.ts';
import { UPDATE_FORM, updateDocuments } from './update.ts';

export const FIND_AND_MODIFY: Fields = {
  query: OBJECT,
  sort: OBJECT,
  remove: BOOL,
  update: UPDATE_FORM,
  new: BOOL,
  fields: OBJECT,
  upsert: BOOL,
};

export function findAndModify(context: Context): Promise<Document> {
  const { command } = context;
  const remove = command.flag('remove');
  if (remove === command.has('update')) {
    throw failedToParse('Either an update or remove=true must be specified');
  }
  let reply: Document = {};
  return runStatements(
    context,
    1,
    function* (target, _, selection) {
      reply = yield* (remove ? removeOne : updateOne)(context, target, selection);
      return false;
    },
    () => reply,
    remove ? 'frees' : 'grows',
  );
}

function* removeOne(context: Context, target: WriteTarget, selection: Selection): Steps<Document> {
  const { engine, command, transaction, deadline } = context;
  const collection = engine.collection(command, transaction);
  if (command.flag('new'))
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  const query = { filter: command.document('query') ?? {}, sort: command.filled('sort'), limit: 1 };
  let before: StoredDocument | undefined;
  for (const stored of selection.documents(collection, query, target, deadline)) {
    if (stored === PAUSE) yield PAUSE;
    else before = stored;
  }
  if (before) target.apply(collection, { before });
  return { lastErrorObject: { n: before ? 1 : 0 }, value: shown(context, before), ok: 1 };
}

function* updateOne(context: Context, target: WriteTarget, selection: Selection): Steps<Document> {
  const { engine, command, transaction } = context;
  const collection = engine.collection(command, transaction);
  const spec = {
    filter: command.document('query') ?? {},
    update: command.value('update') as Document,
    upsert: command.flag('upsert'),
    multi: false,
    sort: command.filled('sort'),
  };
  const { before, after, upserted } = yield* updateDocuments(target, collection, spec, context, selection);
  const outcome = upserted
    ? { n: 1, updatedExisting: false, upserted: upserted.document._id }
    : { n: selection.matched, updatedExisting: selection.matched > 0 };
  const value = command.flag('new') ? (upserted ?? after) : before;
  return { lastErrorObject: outcome, value: shown(context, value), ok: 1 };
}

function shown({ command }: Context, stored: StoredDocument | undefined): Document | null {
  if (!stored) return null;
  return compileProjection(command.document('fields') ?? {})(stored.document, stored.bytes.length);
}
