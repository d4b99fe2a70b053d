import type { Document } from 'bson';
import { QueryRun } from '../../queries/query.ts';
import { compileProjection } from '../../semantics/project/project.ts';
import type { StoredDocument } from '../../storage/stored-document.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse } from '../../values/error.ts';
import type { Context } from '../context.ts';
import { runStatements } from '../statements.ts';
import { updateDocuments } from './update.ts';

const FIELDS = new Set([
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'arrayFilters',
  'hint',
  'bypassDocumentValidation',
]);
const REFUSED = new Set(['collation', 'let']);

export function findAndModify(context: Context): Promise<Document> {
  const { command } = context;
  command.allow(FIELDS, REFUSED);
  const remove = command.flag('remove');
  if (remove === command.has('update')) {
    throw failedToParse('Either an update or remove=true must be specified');
  }
  let reply: Document = {};
  return runStatements(
    context,
    1,
    (target) => {
      reply = remove ? removeOne(context, target) : updateOne(context, target);
      return false;
    },
    () => reply,
  );
}

function removeOne(context: Context, target: WriteTarget): Document {
  const { engine, command, deadline } = context;
  const collection = engine.catalog.get(command.ns);
  if (command.flag('new'))
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  const query = {
    filter: command.document('query') ?? {},
    sort: sortOf(context),
    hint: command.value('hint'),
    limit: 1,
  };
  const [before] = collection ? new QueryRun(collection, query, target, deadline).documents() : [];
  if (collection && before) target.apply(collection, [{ before }]);
  return { lastErrorObject: { n: before ? 1 : 0 }, value: shown(context, before), ok: 1 };
}

function updateOne(context: Context, target: WriteTarget): Document {
  const { command, deadline } = context;
  const collection = target.open(command.db, command.collection);
  const spec = {
    filter: command.document('query') ?? {},
    update: command.value('update') as Document | Document[],
    arrayFilters: command.value('arrayFilters') as Document[] | undefined,
    upsert: command.flag('upsert'),
    multi: false,
    sort: sortOf(context),
    hint: command.value('hint'),
  };
  const { matched, before, after, upserted } = updateDocuments(target, collection, spec, deadline);
  const outcome = upserted
    ? { n: 1, updatedExisting: false, upserted: upserted.document._id }
    : { n: matched, updatedExisting: matched > 0 };
  const value = command.flag('new') ? (upserted ?? after) : before;
  return { lastErrorObject: outcome, value: shown(context, value), ok: 1 };
}

function sortOf({ command }: Context): Document | undefined {
  const sort = command.document('sort');
  return sort && Object.keys(sort).length > 0 ? sort : undefined;
}

function shown({ command }: Context, stored: StoredDocument | undefined): Document | null {
  const fields = command.document('fields');
  if (!stored) return null;
  if (!fields || Object.keys(fields).length === 0) return stored.document;
  return compileProjection(fields, command.document('query'))(stored.document);
}
