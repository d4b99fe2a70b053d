import type { Document } from 'bson';
import type { FindQuery, QueryRun } from '../../queries/query.ts';
import type { Deadline } from '../../scheduling/deadline.ts';
import { PAUSE, type Pause } from '../../scheduling/scheduler.ts';
import { compileProjection, type Projection, wholeFieldsOf } from '../../semantics/project/project.ts';
import { encode } from '../../storage/bson.ts';
import { fieldCutter, MOST_NAMES } from '../../storage/field-decoder.ts';
import type { StoredDocument } from '../../storage/stored-document.ts';
import { BOOL, COUNT, type Fields, HINT, OBJECT } from '../../values/fields.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { CursorBatch } from '../cursor-reply.ts';
import { bytesOf, openCursor } from './cursor.ts';

export const FIND: Fields = {
  filter: OBJECT,
  sort: OBJECT,
  projection: OBJECT,
  skip: COUNT,
  limit: COUNT,
  batchSize: COUNT,
  singleBatch: BOOL,
  hint: HINT,
};

export function find(context: Context): Promise<CursorBatch> {
  const { command, deadline } = context;
  return openCursor(context, () => {
    const query = findQuery(command);
    const projection = command.filled('projection');
    const project = projection && compileProjection(projection);
    const rowsOf = project ? (run: QueryRun) => projected(run, rowOf(projection, project), deadline) : bytesOf;
    return { query, rowsOf, batchSize: command.number('batchSize'), isSingle: command.flag('singleBatch') };
  });
}

export function findQuery(command: Command): FindQuery {
  return {
    filter: command.document('filter') ?? {},
    sort: command.filled('sort'),
    skip: command.limit('skip') ?? 0,
    limit: command.limit('limit'),
    hint: command.filled('hint'),
  };
}

type RowOf = (stored: StoredDocument) => Uint8Array;

/** The function that makes a row. Whole fields are copied: to decode a document takes most of the time of a read. */
function rowOf(projection: Document, project: Projection): RowOf {
  const names = wholeFieldsOf(projection);
  if (!names || names.length > MOST_NAMES) return (stored) => encode(project(stored.document, stored.bytes.length));
  const cut = fieldCutter(names);
  return ({ bytes }) => cut(bytes);
}

function* projected(run: QueryRun, row: RowOf, deadline: Deadline): Generator<Uint8Array | Pause, void> {
  for (const stored of run.documents()) {
    if (stored === PAUSE) {
      yield PAUSE;
      continue;
    }
    const bytes = row(stored);
    // The cursor may stay at this row for a long time.
    stored.rest();
    yield bytes;
    // Sorted documents come without pauses.
    if (deadline.check()) yield PAUSE;
  }
}
