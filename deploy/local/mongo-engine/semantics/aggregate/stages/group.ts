import type { Document } from 'bson';
import { multiplyNumbers } from '../../../values/arithmetic.ts';
import { located } from '../../../values/error.ts';
import { isNumber, toNumber } from '../../../values/number.ts';
import { asDocument, isOperatorDocument } from '../../../values/value.ts';
import { valueKey } from '../../../values/value-key.ts';
import { checkParts } from '../../../values/visits.ts';
import { compileExpression } from '../expression.ts';
import type { Scope } from '../scope.ts';
import { type Accumulator, compileAccumulator } from './accumulators.ts';
import { documentOperand, gathering, type Stage, type StageCompiler, scopeIn } from './stage.ts';

/** About what a group takes in memory beside its key, and what each of its accumulators takes while it keeps nothing. */
const GROUP_SIZE = 200;
const ACCUMULATOR_SIZE = 150;

interface Group {
  id: unknown;
  accumulators: Accumulator[];
}

export const group: StageCompiler = (operand) => {
  const { _id: key, ...fields } = documentOperand(operand, '$group');
  if (key === undefined) throw located(15955, 'a group specification must include an _id');
  const identify = compileExpression(key);
  const names = Object.keys(fields);
  const makers = names.map((name) => accumulatorOf(name, fields[name]));
  const stage: Stage = gathering((run) => {
    const groups = new Map<string, Group>();
    const begin = (groupKey: string, id: unknown, scope: Scope): Group => {
      run.budget.hold(id, 2 * groupKey.length + GROUP_SIZE + ACCUMULATOR_SIZE * makers.length);
      const made = { id: id ?? null, accumulators: makers.map((make) => make(scope)) };
      groups.set(groupKey, made);
      return made;
    };
    return {
      add(document) {
        const scope = scopeIn(document, run);
        const id = identify(scope);
        const groupKey = valueKey(id ?? null);
        const found = groups.get(groupKey) ?? begin(groupKey, id, scope);
        for (const accumulator of found.accumulators) accumulator.add(scope);
      },
      *result() {
        for (const [groupKey, { id, accumulators }] of groups) {
          groups.delete(groupKey);
          yield resultOf(id, names, accumulators);
        }
      },
    };
  });
  const ofCount = counting(key, fields);
  return ofCount ? Object.assign(stage, { ofCount }) : stage;
};

/** A group of all that adds up ones, as countDocuments sends it. */
function counting(key: unknown, fields: Document): ((count: number) => Document[]) | undefined {
  const [[name, accumulator] = [], ...others] = Object.entries(fields);
  const one: unknown = accumulator?.$sum;
  if (name === undefined || others.length > 0 || !isNumber(one) || toNumber(one) !== 1) return undefined;
  if (key !== null && !isNumber(key)) return undefined;
  return (count) => (count > 0 ? [{ _id: key, [name]: multiplyNumbers(one, count) }] : []);
}

function resultOf(id: unknown, names: string[], accumulators: Accumulator[]): Document {
  const result: Document = { _id: id };
  for (const [i, accumulator] of accumulators.entries()) result[names[i] as string] = accumulator.result();
  checkParts(result);
  return result;
}

function accumulatorOf(name: string, operand: unknown): ReturnType<typeof compileAccumulator> {
  if (name.includes('.')) throw located(40235, `The field name '${name}' cannot contain '.'`);
  const operators = Object.entries(asDocument(operand) ?? {});
  const [only] = operators;
  if (only === undefined || operators.length > 1)
    throw located(40238, `The field '${name}' must specify one accumulator`);
  return compileAccumulator(...only);
}

/** The groups of one expression with their sizes, the largest first. */
export const sortByCount: StageCompiler = (operand, compileStages): Stage => {
  const words = 'the sortByCount field must be defined as a $-prefixed path or an expression inside an object';
  if (typeof operand === 'string' && !operand.startsWith('$')) throw located(40148, words);
  if (asDocument(operand) && !isOperatorDocument(operand)) throw located(40147, words);
  if (typeof operand !== 'string' && !asDocument(operand))
    throw located(40149, 'the sortByCount field must be specified as a string or as an object');
  return compileStages([{ $group: { _id: operand, count: { $sum: 1 } } }, { $sort: { count: -1 } }]);
};
