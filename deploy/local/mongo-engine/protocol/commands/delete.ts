import type { Document } from 'bson';
import { PAUSE, type Steps } from '../../scheduling/scheduler.ts';
import { toNumber } from '../../storage/bson.ts';
import type { WriteTarget } from '../../transactions/source.ts';
import { failedToParse } from '../../values/error.ts';
import { BOOL, type Fields, NUMBER, OBJECT, required, statements } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import type { Selection } from '../selection.ts';
import { notRetryable, runStatements, WriteErrors } from '../statements.ts';

export const DELETE: Fields = {
  deletes: statements({ q: required(OBJECT), limit: required(NUMBER) }),
  ordered: BOOL,
};

export function deleteDocuments(context: Context): Promise<Document> {
  const { command } = context;
  const deletes = command.documents('deletes');
  const ordered = command.value('ordered') !== false;
  const errors = new WriteErrors(context);
  let removed: number = context.resumed?.reply.n ?? 0;
  return runStatements(
    context,
    deletes.length,
    function* (target, index, selection) {
      const done = yield* errors.attempt(index, () => removeMatching(context, target, deletes.at(index), selection));
      if (done) removed += selection.modified;
      return done || !ordered;
    },
    () => ({ n: removed, ...errors.reply, ok: 1 }),
    'frees',
  );
}

function* removeMatching(context: Context, target: WriteTarget, entry: Document, selection: Selection): Steps<void> {
  const { engine, command, transaction, deadline, retryable } = context;
  const limit = toNumber(entry.limit);
  if (limit !== 0 && limit !== 1) throw failedToParse('The limit field in delete objects must be 0 or 1');
  if (retryable && limit === 0) throw notRetryable('limit=0');
  const collection = engine.collection(command, transaction);
  const query = { filter: entry.q as Document, limit: limit === 1 ? 1 : undefined };
  for (const before of selection.documents(collection, query, target, deadline)) {
    if (before === PAUSE) {
      yield PAUSE;
      continue;
    }
    target.apply(collection, { before });
    selection.modified++;
  }
}
