import type { Document } from 'bson';
import { failedToParse } from '../../../values/error.ts';
import { setPath, valuesAt } from '../../../values/path.ts';
import { asDocument } from '../../../values/value.ts';
import { isRegex } from '../../match/value-tests.ts';
import { compileExpression } from '../expression.ts';
import type { Expression } from '../scope.ts';
import { documentOperand, type Run, type Stage, type StageCompiler, scopeIn } from './stage.ts';

/** Joins by equal fields, by a pipeline with variables, or by both. */
export const lookup: StageCompiler = (operand, compileStages) => {
  const spec = documentOperand(operand, '$lookup');
  const from = text(spec, 'from');
  const as = text(spec, 'as');
  const byFields = spec.localField !== undefined || spec.foreignField !== undefined;
  if (!byFields && spec.pipeline === undefined)
    throw failedToParse('$lookup requires a pipeline or both localField and foreignField');
  const fields = byFields ? { local: text(spec, 'localField'), foreign: text(spec, 'foreignField') } : undefined;
  const bindings = bindingsOf(spec.let);
  const pipeline = compileStages(spec.pipeline ?? []);
  return function* (input, run) {
    for (const document of input) {
      const filter = fields === undefined ? {} : joinFilter(document, fields.local, fields.foreign);
      const joined = pipeline(run.source.scan(from, filter), inner(run, bindings, document));
      yield setPath(document, as, [...joined]);
    }
  };
};

function text(spec: Document, name: string): string {
  const value: unknown = spec[name];
  if (typeof value !== 'string') throw failedToParse(`$lookup argument '${name}' must be a string`);
  return value;
}

function bindingsOf(spec: unknown): [string, Expression][] {
  const variables = asDocument(spec) ?? {};
  return Object.keys(variables).map((name) => [name, compileExpression(variables[name])]);
}

function inner(run: Run, bindings: [string, Expression][], document: Document): Run {
  const scope = scopeIn(document, run);
  const variables = Object.fromEntries(bindings.map(([name, value]) => [name, value(scope)]));
  return { ...run, variables: { ...run.variables, ...variables } };
}

/** A document without the local field joins those whose foreign field is null or missing; an array joins by any element. */
function joinFilter(document: Document, local: string, foreign: string): Document {
  const values = valuesAt(document, local);
  const plain = (values.length > 0 ? values : [null]).filter((value) => !isRegex(value));
  const regexes = values.filter(isRegex).map((value) => ({ [foreign]: { $eq: value } }));
  const filter = { [foreign]: { $in: plain } };
  return regexes.length === 0 ? filter : { $or: [filter, ...regexes] };
}

export const unionWith: StageCompiler = (operand, compileStages) => {
  const spec = typeof operand === 'string' ? { coll: operand } : documentOperand(operand, '$unionWith');
  const collection: unknown = spec.coll;
  if (typeof collection !== 'string') throw failedToParse('$unionWith needs the name of a collection');
  const pipeline: Stage = compileStages('pipeline' in spec ? spec.pipeline : []);
  return function* (input, run) {
    yield* input;
    yield* pipeline(run.source.scan(collection, {}), run);
  };
};
