import type { Document } from 'bson';
import { PAUSE } from '../../../scheduling/scheduler.ts';
import { intOrLong } from '../../../values/arithmetic.ts';
import { located } from '../../../values/error.ts';
import { ANY, checkFields, required } from '../../../values/fields.ts';
import { nameInMemory } from '../../../values/names.ts';
import { toInteger } from '../../../values/number.ts';
import { asDocument } from '../../../values/value.ts';
import { checkParts } from '../../../values/visits.ts';
import { compileFilter } from '../../match/match.ts';
import { compileAddFields, compileProjectStage, compileUnset, type Projection } from '../../project/project.ts';
import { compileSortOrder } from '../../sort.ts';
import { sortInSteps } from '../../sort-in-steps.ts';
import { compileExpression } from '../expression.ts';
import { facet } from './facet.ts';
import { group, sortByCount } from './group.ts';
import { lookup, unionWith } from './lookup.ts';
import { documentOperand, gathering, mapping, perDocument, type Stage, type StageCompiler, scopeIn } from './stage.ts';
import { unwind } from './unwind.ts';

/** Compiled when it runs: a filter may speak of the command's time and variables. */
const match: StageCompiler = (operand) => {
  const filter = asDocument(operand);
  if (filter === undefined) throw located(15959, 'the match filter must be an expression in an object');
  compileFilter(filter);
  return perDocument((run) => {
    const predicate = compileFilter(filter, run);
    return (document) => (predicate(document) ? [document] : []);
  });
};

const sort: StageCompiler = (operand) => {
  const spec = documentOperand(operand, '$sort');
  if (Object.keys(spec).length === 0) throw located(15976, '$sort stage must have at least one sort key');
  const { keyOf, compareKeys } = compileSortOrder(spec);
  return gathering(({ budget }) => {
    const keyed: { document: Document; key: unknown[]; size: number }[] = [];
    return {
      add(document) {
        keyed.push({ document, key: keyOf(document), size: budget.hold(document) });
      },
      *result() {
        const sorted = yield* sortInSteps(keyed.splice(0), (a, b) => compareKeys(a.key, b.key), budget);
        sorted.reverse();
        for (let next = sorted.pop(); next; next = sorted.pop()) {
          // What is handed out is kept no more.
          budget.grow(-next.size);
          yield next.document;
        }
      },
    };
  });
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
    for (const document of input) if (document === PAUSE || passed++ >= count) yield document;
  };
};

const limit: StageCompiler = (operand) => {
  const count = countOf(operand, '$limit', 1);
  return function* (input) {
    let passed = 0;
    for (const document of input) {
      yield document;
      if (document !== PAUSE && ++passed >= count) return;
    }
  };
};

const each = (projection: Projection): Stage => mapping((document, run) => projection(document, run));

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
  const ofCount = (total: number) => (total > 0 ? [{ [nameInMemory(operand)]: intOrLong(BigInt(total)) }] : []);
  const stage = gathering(() => {
    let total = 0;
    return { add: () => total++, result: () => ofCount(total) };
  });
  return Object.assign(stage, { ofCount });
}

function replaceRoot(newRoot: unknown): Stage {
  const evaluate = compileExpression(newRoot);
  return mapping((document, run) => {
    const root = asDocument(evaluate(scopeIn(document, run)));
    if (root === undefined) throw located(40228, "'newRoot' expression must evaluate to an object");
    checkParts(root);
    return root;
  });
}

function newRootOf(operand: unknown): unknown {
  const spec = documentOperand(operand, '$replaceRoot');
  checkFields(spec, { newRoot: required(ANY) }, '$replaceRoot');
  return spec.newRoot;
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
