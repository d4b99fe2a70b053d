import { type Cursors, DEFAULT_FIRST_BATCH } from '../../queries/cursors.ts';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import { Budget } from '../../scheduling/budget.ts';
import { PAUSE, type Pause } from '../../scheduling/scheduler.ts';
import { compileProjection } from '../../semantics/project/project.ts';
import { encode } from '../../storage/bson.ts';
import type { StoredDocument } from '../../storage/stored-document.ts';
import { SnapshotSource } from '../../transactions/source.ts';
import { BOOL, COUNT, type Fields, HINT, OBJECT } from '../../values/fields.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

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

export async function find(context: Context): Promise<CursorBatch> {
  const { engine, command, transaction } = context;
  const first = await engine.scheduler.run(firstBatch(context), transaction);
  return new CursorBatch('firstBatch', first.rows, first.id, command.ns);
}

function* firstBatch(context: Context): ReturnType<Cursors['open']> {
  const { engine, command, transaction, deadline } = context;
  // Starts to watch the time, because planning may take long, too.
  deadline.check();
  const query = findQuery(command);
  const render = rendering(context);
  const collection = engine.collection(command, transaction);
  const source = transaction ?? new SnapshotSource(engine.store);
  const run = new QueryRun(collection, query, source, deadline);
  const rows = rendered(run.documentsInSteps(), render);
  const batchSize = command.number('batchSize') ?? DEFAULT_FIRST_BATCH;
  const snapshot = transaction ? undefined : source.reader;
  const cursor = { ns: command.ns, rows, deadline, snapshot, isGone: () => run.isGone(), owner: transaction };
  const session = command.sessionId?.toString('latin1');
  return yield* engine.cursors.open({ ...cursor, session }, batchSize, command.flag('singleBatch'));
}

export function findQuery(command: Command): FindQuery {
  const sort = command.document('sort');
  return {
    filter: command.document('filter') ?? {},
    sort: sort && Object.keys(sort).length > 0 ? sort : undefined,
    skip: command.limit('skip') ?? 0,
    limit: command.limit('limit'),
    hint: command.value('hint'),
  };
}

/** Makes the form of a document in the reply, within a budget. */
interface Rendering {
  render(stored: StoredDocument): Uint8Array;
  budget?: Budget;
}

/** Stored bytes are sent unchanged, unless there is a projection. */
function rendering({ command, deadline }: Context): Rendering {
  const projection = command.document('projection');
  if (!projection || Object.keys(projection).length === 0) return { render: (stored) => stored.bytes };
  const project = compileProjection(projection);
  const budget = new Budget(deadline);
  const render = (stored: StoredDocument) => {
    const row = encode(project(stored.document, stored.bytes.length));
    // The cursor may stay at this row for a long time.
    stored.rest();
    return row;
  };
  return { render, budget };
}

function* rendered(
  documents: Iterable<StoredDocument | Pause>,
  { render, budget }: Rendering,
): Generator<Uint8Array | Pause> {
  for (const stored of documents) {
    yield stored === PAUSE ? PAUSE : render(stored);
    // Sorted documents come without pauses.
    if (budget?.check()) yield PAUSE;
  }
}
