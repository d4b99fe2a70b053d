import type { Document } from 'bson';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import { Budget } from '../../scheduling/budget.ts';
import { PAUSE } from '../../scheduling/scheduler.ts';
import { located } from '../../values/error.ts';
import { COUNT, type Fields, HINT, NUMBER, OBJECT, refused, required, STRING } from '../../values/fields.ts';
import { valuesAt } from '../../values/path.ts';
import { valueKey } from '../../values/value-key.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';

export const COUNT_FIELDS: Fields = {
  query: OBJECT,
  limit: NUMBER,
  skip: COUNT,
  hint: HINT,
  fields: OBJECT,
  ...refused('collation'),
};
export const DISTINCT: Fields = { key: required(STRING), query: OBJECT, hint: HINT, ...refused('collation') };

export function count({ engine, command, deadline }: Context): Promise<Document> | Document {
  const query = countQuery(command);
  const collection = engine.collection(command);
  return engine.read(undefined, function* (source) {
    return { n: yield* new QueryRun(collection, query, source, deadline).count(), ok: 1 };
  });
}

export function countQuery(command: Command): FindQuery {
  return {
    filter: command.document('query') ?? {},
    skip: command.limit('skip') ?? 0,
    // A negative limit means the same as a positive one.
    limit: Math.abs(command.number('limit') ?? 0) || undefined,
    hint: command.value('hint'),
  };
}

/** As much as a reply holds. */
const MAX_DISTINCT = 16 * 1024 * 1024;

export function distinct({ engine, command, transaction, deadline }: Context): Promise<Document> | Document {
  const query = distinctQuery(command);
  const collection = engine.collection(command, transaction);
  const path = command.text('key') ?? '';
  return engine.read(transaction, function* (source) {
    const values = new Map<string, unknown>();
    let size = 0;
    const budget = new Budget(deadline);
    try {
      for (const stored of new QueryRun(collection, query, source, deadline).documentsInSteps()) {
        if (stored === PAUSE) {
          yield PAUSE;
          continue;
        }
        for (const value of valuesAt(stored.document, path)) {
          if (budget.check()) yield PAUSE;
          const key = valueKey(value);
          if (values.has(key)) continue;
          values.set(key, value);
          size += key.length;
          if (size > MAX_DISTINCT) throw located(17217, 'distinct too big, 16mb cap');
          budget.hold(value, key.length);
        }
      }
    } finally {
      budget.release();
    }
    return { values: [...values.values()], ok: 1 };
  });
}

export function distinctQuery(command: Command): FindQuery {
  return { filter: command.document('query') ?? {}, hint: command.value('hint') };
}
