import type { Document } from 'bson';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { type FindQuery, QueryRun } from '../query.ts';
import { valuesAt } from '../semantics/path.ts';
import { valueKey } from '../semantics/value-key.ts';

const COUNT = new Set(['query', 'limit', 'skip', 'hint', 'fields']);
const DISTINCT = new Set(['key', 'query', 'hint']);
const REFUSED = new Set(['collation']);

export function count({ engine, command, source, deadline }: Context): Document {
  const query = countQuery(command);
  const collection = engine.catalog.get(command.ns);
  return { n: collection ? new QueryRun(collection, query, source, deadline).count() : 0, ok: 1 };
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

export function distinct({ engine, command, source, deadline }: Context): Document {
  const query = distinctQuery(command);
  const collection = engine.catalog.get(command.ns);
  const path = command.text('key') ?? '';
  const values = new Map<string, unknown>();
  const documents = collection ? new QueryRun(collection, query, source, deadline).documents() : [];
  for (const { document } of documents) {
    for (const value of valuesAt(document, path)) {
      const key = valueKey(value);
      if (!values.has(key)) values.set(key, value);
    }
  }
  return { values: [...values.values()], ok: 1 };
}

export function distinctQuery(command: Command): FindQuery {
  command.allow(DISTINCT, REFUSED);
  return { filter: command.document('query') ?? {}, hint: command.value('hint') };
}
