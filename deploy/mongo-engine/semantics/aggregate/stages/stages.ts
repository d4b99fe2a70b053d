import { badValue, located } from '../../../values/error.ts';
import { toInteger } from '../../../values/number.ts';
import { asDocument } from '../../../values/value.ts';
import { compileFilter } from '../../match/match.ts';
import { compileAddFields, compileProjectStage, compileUnset, type Projection } from '../../project/project.ts';
import { sortDocuments } from '../../sort.ts';
import { compileExpression } from '../expression.ts';
import { facet } from './facet.ts';
import { group, sortByCount } from './group.ts';
import { lookup, unionWith } from './lookup.ts';
import { documentOperand, type Stage, type StageCompiler, scopeIn } from './stage.ts';
import { unwind } from './unwind.ts';

/** Compiled when it runs: a filter may speak of the command's time and variables. */
const match: StageCompiler = (operand) => {
  const filter = documentOperand(operand, '$match');
  compileFilter(filter);
  return function* (input, run) {
    const predicate = compileFilter(filter, run);
    for (const document of input) if (predicate(document)) yield document;
  };
};

const sort: StageCompiler = (operand) => {
  const spec = documentOperand(operand, '$sort');
  if (Object.keys(spec).length === 0) throw located(15976, '$sort stage must have at least one sort key');
  return function* (input) {
    yield* sortDocuments(input, spec);
  };
};

function countOf(operand: unknown, name: string, least: number): number {
  const integer = toInteger(operand);
  if (integer === undefined || integer < BigInt(least)) {
    throw located(
      name === '$limit' ? 15958 : 15956,
      `invalid argument to ${name} stage: the value must be an integer of at least ${least}`,
    );
  }
  return Number(integer);
}

const skip: StageCompiler = (operand) => {
  const count = countOf(operand, '$skip', 0);
  return function* (input) {
    let passed = 0;
    for (const document of input) if (passed++ >= count) yield document;
  };
};

const limit: StageCompiler = (operand) => {
  const count = countOf(operand, '$limit', 1);
  return function* (input) {
    let passed = 0;
    for (const document of input) {
      yield document;
      if (++passed >= count) return;
    }
  };
};

const each = (projection: Projection): Stage =>
  function* (input, run) {
    for (const document of input) yield projection(document, scopeIn(document, run));
  };

function unset(operand: unknown): Stage {
  const paths = Array.isArray(operand) ? operand : [operand];
  if (paths.length === 0 || paths.some((path) => typeof path !== 'string')) {
    throw located(31002, '$unset specification must be a string or an array of strings');
  }
  return each(compileUnset(paths));
}

function count(operand: unknown): Stage {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
    throw located(40156, "the count field must be a non-empty string without '$' or '.'");
  }
  return function* (input) {
    let total = 0;
    for (const _document of input) total++;
    if (total > 0) yield { [operand]: total };
  };
}

function replaceRoot(newRoot: unknown): Stage {
  const evaluate = compileExpression(newRoot);
  return function* (input, run) {
    for (const document of input) {
      const root = asDocument(evaluate(scopeIn(document, run)));
      if (root === undefined) throw located(40228, "'newRoot' expression must evaluate to an object");
      yield root;
    }
  };
}

function newRootOf(operand: unknown): unknown {
  const { newRoot } = documentOperand(operand, '$replaceRoot');
  if (newRoot === undefined) throw badValue('no newRoot specified for the $replaceRoot stage');
  return newRoot;
}

const addFields: StageCompiler = (operand) => each(compileAddFields(documentOperand(operand, '$addFields')));

export const STAGES: Readonly<Record<string, StageCompiler>> = {
  $match: match,
  $sort: sort,
  $skip: skip,
  $limit: limit,
  $project: (operand) => each(compileProjectStage(documentOperand(operand, '$project'))),
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $count: count,
  $replaceRoot: (operand) => replaceRoot(newRootOf(operand)),
  $replaceWith: replaceRoot,
  $group: group,
  $sortByCount: sortByCount,
  $facet: facet,
  $lookup: lookup,
  $unionWith: unionWith,
  $unwind: unwind,
};
