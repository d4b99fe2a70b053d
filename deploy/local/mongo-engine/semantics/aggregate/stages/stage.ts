import type { Document } from 'bson';
import type { Budget } from '../../../scheduling/budget.ts';
import { PAUSE, type Pause, type Steps } from '../../../scheduling/scheduler.ts';
import { located } from '../../../values/error.ts';
import { asDocument, bsonType } from '../../../values/value.ts';
import type { Scope } from '../scope.ts';

/** Documents, with pauses where others may have the thread. */
export type Documents = Iterable<Document | Pause>;

/** Where `$lookup` and `$unionWith` read other collections. */
export interface PipelineSource {
  scan(collection: string, filter: Document): Documents;
  /** Whether a scan for one value at this path looks at what has it alone. */
  isIndexed(collection: string, path: string): boolean;
}

/** The documents of a collection by the values at a path. */
export interface JoinTable {
  /** Those that equal any of the values there, in their order. */
  find(values: unknown[]): Document[];
}

/** What a running pipeline is given: the command's time, the variables of an enclosing `$lookup`, other collections. */
export interface Run {
  now: Date;
  variables: Readonly<Record<string, unknown>>;
  source: PipelineSource;
  budget: Budget;
  /** Other collections as they were read for a `$lookup`, once for all its documents. */
  tables: Map<string, JoinTable>;
}

export type Stage = ((input: Documents, run: Run) => Documents) & {
  /** What it makes of this many documents, whatever they are; absent where it looks at them. */
  ofCount?: (count: number) => Document[];
};

/** Compiles the stage's operand; `compileStages` is for those that hold pipelines. */
export type StageCompiler = (operand: unknown, compileStages: (stages: readonly unknown[]) => Stage) => Stage;

export function documentOperand(operand: unknown, name: string): Document {
  const document = asDocument(operand);
  if (document === undefined) throw located(40228, `${name} specification must be an object, not ${bsonType(operand)}`);
  return document;
}

export const scopeIn = (root: Document, { now, variables, budget }: Run): Scope => ({ root, now, variables, budget });

/** A stage that makes documents of each document, one by one. */
export const perDocument = (make: (run: Run) => (document: Document) => Documents): Stage =>
  function* (input, run) {
    const makeOf = make(run);
    for (const document of input) {
      if (document === PAUSE) yield PAUSE;
      else {
        for (const made of makeOf(document)) {
          yield made;
          if (run.budget.check()) yield PAUSE;
        }
      }
    }
  };

/** A stage that makes one document of each. */
export const mapping = (make: (document: Document, run: Run) => Document): Stage =>
  perDocument((run) => (document) => [make(document, run)]);

/** A stage that makes its documents when it has seen all. */
export const gathering = (
  begin: (run: Run) => { add(document: Document): void; result(): Documents },
): ((input: Documents, run: Run) => Documents) =>
  function* (input, run) {
    const { add, result } = begin(run);
    for (const document of input) {
      if (document !== PAUSE) add(document);
      if (document === PAUSE || run.budget.check()) yield PAUSE;
    }
    yield* result();
  };

/** All documents of a pipeline, for what cannot go on with a part of them. */
export function* collected(documents: Documents, keep?: (document: Document) => void): Steps<Document[]> {
  const all: Document[] = [];
  for (const document of documents) {
    if (document === PAUSE) {
      yield PAUSE;
      continue;
    }
    keep?.(document);
    all.push(document);
  }
  return all;
}
