import type { Document } from 'bson';
import { QueryRun } from '../../queries/query.ts';
import { toNumber } from '../../storage/bson.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse } from '../../values/error.ts';
import { allowFields, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { runStatements, WriteErrors } from '../statements.ts';

const FIELDS = new Set(['deletes', 'ordered']);
const REFUSED = new Set(['let']);
const ENTRY = new Set(['q', 'limit', 'hint']);
const ENTRY_REFUSED = new Set(['collation']);

export function deleteDocuments(context: Context): Promise<Document> {
  const { command } = context;
  command.allow(FIELDS, REFUSED);
  const deletes = command.documents('deletes');
  for (const entry of deletes) allowFields(entry, 'delete.deletes', ENTRY, ENTRY_REFUSED);
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors();
  let removed = 0;
  return runStatements(
    context,
    deletes.length,
    (target, index) => {
      const done = errors.attempt(index, () => {
        removed += removeMatching(context, target, deletes[index] ?? {});
      });
      return done || !ordered;
    },
    () => ({ n: removed, ...errors.reply, ok: 1 }),
  );
}

function removeMatching({ engine, command, deadline }: Context, target: WriteTarget, entry: Document): number {
  const filter = requireDocument(entry.q, 'delete.deletes.q');
  const limit = toNumber(entry.limit);
  if (limit !== 0 && limit !== 1) throw failedToParse('The limit field in delete objects must be 0 or 1');
  const collection = engine.catalog.get(command.ns);
  if (!collection) return 0;
  const query = { filter, hint: entry.hint, limit: limit === 1 ? 1 : undefined };
  const found = [...new QueryRun(collection, query, target, deadline).documents()];
  target.apply(
    collection,
    found.map((before) => ({ before })),
  );
  return found.length;
}
