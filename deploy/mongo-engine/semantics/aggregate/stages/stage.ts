import type { Document } from 'bson';
import { located } from '../../../values/error.ts';
import { asDocument, bsonType } from '../../../values/value.ts';
import { type Scope, scopeOf } from '../scope.ts';

/** Where `$lookup` and `$unionWith` read other collections. */
export interface PipelineSource {
  scan(collection: string, filter: Document): Iterable<Document>;
}

/** What a running pipeline is given: the command's time, the variables of an enclosing `$lookup`, other collections. */
export interface Run {
  now: Date;
  variables: Readonly<Record<string, unknown>>;
  source: PipelineSource;
}

export type Stage = (input: Iterable<Document>, run: Run) => Iterable<Document>;

/** Compiles the stage's operand; `compileStages` is for those that hold pipelines. */
export type StageCompiler = (operand: unknown, compileStages: (stages: readonly unknown[]) => Stage) => Stage;

export function documentOperand(operand: unknown, name: string): Document {
  const document = asDocument(operand);
  if (document === undefined) throw located(40228, `${name} specification must be an object, not ${bsonType(operand)}`);
  return document;
}

export const scopeIn = (document: Document, run: Run): Scope => scopeOf(document, run.now, run.variables);
