import type { Document } from 'bson';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import { PAUSE } from '../../scheduling/scheduler.ts';
import { valuesAt } from '../../values/path.ts';
import { valueKey } from '../../values/value-key.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';

const COUNT = new Set(['query', 'limit', 'skip', 'hint', 'fields']);
const DISTINCT = new Set(['key', 'query', 'hint']);
const REFUSED = new Set(['collation']);

export function count({ engine, command, deadline }: Context): Promise<Document> | Document {
  const query = countQuery(command);
  const collection = engine.catalog.get(command.ns);
  if (!collection) return { n: 0, ok: 1 };
  return engine.read(undefined, function* (source) {
    return { n: yield* new QueryRun(collection, query, source, deadline).count(), ok: 1 };
  });
}

export function countQuery(command: Command): FindQuery {
  command.allow(COUNT, REFUSED);
  return {
    filter: command.document('query') ?? {},
    skip: command.limit('skip') ?? 0,
    // A negative limit means the same as a positive one.
    limit: Math.abs(command.number('limit') ?? 0) || undefined,
    hint: command.value('hint'),
  };
}

export function distinct({ engine, command, transaction, deadline }: Context): Promise<Document> | Document {
  const query = distinctQuery(command);
  const collection = engine.catalog.get(command.ns);
  const path = command.text('key') ?? '';
  if (!collection) return { values: [], ok: 1 };
  return engine.read(transaction, function* (source) {
    const values = new Map<string, unknown>();
    for (const stored of new QueryRun(collection, query, source, deadline).documentsInSteps()) {
      if (stored === PAUSE) {
        yield PAUSE;
        continue;
      }
      for (const value of valuesAt(stored.document, path)) {
        const key = valueKey(value);
        if (!values.has(key)) values.set(key, value);
      }
    }
    return { values: [...values.values()], ok: 1 };
  });
}

export function distinctQuery(command: Command): FindQuery {
  command.allow(DISTINCT, REFUSED);
  return { filter: command.document('query') ?? {}, hint: command.value('hint') };
}
