import type { Document } from 'bson';
import { MAX_HELD, sizeOf } from '../../../scheduling/budget.ts';
import { Growth } from '../../../scheduling/heap.ts';
import type { Steps } from '../../../scheduling/scheduler.ts';
import { failedToParse, located } from '../../../values/error.ts';
import { checkFields, type Fields, listOf, OBJECT, required, STRING } from '../../../values/fields.ts';
import { setPath, valuesAt } from '../../../values/path.ts';
import { asDocument } from '../../../values/value.ts';
import { isRegex } from '../../match/value-tests.ts';
import { compileExpression, pathParts } from '../expression.ts';
import { declaredArguments } from '../expressions/operator.ts';
import type { Expression } from '../scope.ts';
import { declaring } from '../variables.ts';
import { HashTable } from './hash-table.ts';
import {
  collected,
  type Documents,
  documentOperand,
  perDocument,
  type Run,
  type Stage,
  type StageCompiler,
  scopeIn,
} from './stage.ts';

const LOOKUP = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline'];

/** Joins by equal fields, by a pipeline with variables, or by both. */
export const lookup: StageCompiler = (operand, compileStages) => {
  const spec = declaredArguments(operand, '$lookup', [], LOOKUP, [9, 9, 9]);
  const from = text(spec, 'from');
  const as = path(spec, 'as');
  const byFields = spec.localField !== undefined || spec.foreignField !== undefined;
  if (!byFields && spec.pipeline === undefined)
    throw failedToParse('$lookup requires a pipeline or both localField and foreignField');
  const fields = byFields ? { local: path(spec, 'localField'), foreign: path(spec, 'foreignField') } : undefined;
  const bindings = bindingsOf(spec.let);
  const names = bindings.map(([name]) => name);
  const pipeline = declaring(names, () => compileStages(stagesOf(spec.pipeline)));
  return perDocument((run) => {
    const foreign = fields && { ...fields, isIndexed: run.source.isIndexed(from, fields.foreign) };
    return function* (document) {
      const others = foreign ? yield* joined(document, from, foreign, run) : run.source.scan(from, {});
      const within = inner(run, bindings, document);
      const found = yield* collected(pipeline(others, within), bounded(from));
      within.budget.release();
      yield setPath(document, as, found);
    };
  });
};

/** Counts what one document is joined with, for as long as it takes. @throws MongoError 4568 above 100 MiB, 146 when the heap has no room */
function bounded(from: string): (document: Document) => void {
  const growth = new Growth();
  let size = 0;
  return (document) => {
    const bytes = sizeOf(document);
    growth.add(bytes);
    size += bytes;
    if (size > MAX_HELD)
      throw located(
        4568,
        `Total size of documents in ${from} matching pipeline's $lookup stage exceeds ${MAX_HELD} bytes`,
      );
  };
}

function text(spec: Document, name: string): string {
  const value: unknown = spec[name];
  if (typeof value !== 'string') throw failedToParse(`$lookup argument '${name}' must be a string`);
  return value;
}

function path(spec: Document, name: string): string {
  const value = text(spec, name);
  pathParts(value);
  return value;
}

function bindingsOf(spec: unknown): [string, Expression][] {
  const variables = spec === undefined ? {} : asDocument(spec);
  if (!variables) throw failedToParse("$lookup argument 'let' must be an object");
  return Object.keys(variables).map((name) => [name, compileExpression(variables[name])]);
}

function inner(run: Run, bindings: [string, Expression][], document: Document): Run {
  const scope = scopeIn(document, run);
  const variables = Object.fromEntries(bindings.map(([name, value]) => [name, value(scope)]));
  return { ...run, variables: { ...run.variables, ...variables }, budget: run.budget.ofOneRun() };
}

interface JoinFields {
  local: string;
  foreign: string;
  isIndexed: boolean;
}

/** A document without the local field joins those whose foreign field is null or missing; an array joins by any element. */
function* joined(
  document: Document,
  from: string,
  { local, foreign, isIndexed }: JoinFields,
  run: Run,
): Steps<Documents> {
  const found = valuesAt(document, local);
  const values = found.length > 0 ? found : [null];
  if (isIndexed) {
    // Within $in a regular expression would be a pattern.
    const [regexes, plain] = [values.filter(isRegex), values.filter((value) => !isRegex(value))];
    const equal = [{ $in: plain }, ...regexes.map((value) => ({ $eq: value }))].map((test) => ({ [foreign]: test }));
    return run.source.scan(from, { $or: equal });
  }
  const name = JSON.stringify([from, foreign]);
  const table = run.tables.get(name) ?? (yield* HashTable.read(run.source.scan(from, {}), foreign, run));
  run.tables.set(name, table);
  return table.find(values);
}

function stagesOf(pipeline: unknown = []): unknown[] {
  if (Array.isArray(pipeline)) return pipeline;
  throw failedToParse("'pipeline' must be specified as an array");
}

const UNION: Fields = { coll: required(STRING), pipeline: listOf(OBJECT) };

export const unionWith: StageCompiler = (operand, compileStages) => {
  const spec: Document = typeof operand === 'string' ? { coll: operand } : documentOperand(operand, '$unionWith');
  checkFields(spec, UNION, '$unionWith');
  const pipeline: Stage = compileStages(stagesOf(spec.pipeline));
  return function* (input, run) {
    yield* input;
    yield* pipeline(run.source.scan(spec.coll, {}), run);
  };
};
