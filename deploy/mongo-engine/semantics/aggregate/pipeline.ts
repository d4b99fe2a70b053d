import type { Document } from 'bson';
import { located, MongoError, unsupported } from '../../values/error.ts';
import { asDocument } from '../../values/value.ts';
import type { PipelineSource, Stage } from './stages/stage.ts';
import { STAGES } from './stages/stages.ts';

/** Stages of MongoDB that this engine does not have. */
const KNOWN =
  /^\$(out|merge|bucket|bucketAuto|changeStream|collStats|currentOp|densify|documents|fill|geoNear|graphLookup|indexStats|listSessions|planCacheStats|redact|sample|search|setWindowFields|vectorSearch)$/;

/**
 * Runs an aggregation pipeline; the documents come as they are asked for. Throws Location40324 for a stage that MongoDB does
 * not have, CommandNotSupported (115) for one that this engine does not have.
 */
export function runPipeline(
  stages: Document[],
  input: Iterable<Document>,
  source: PipelineSource,
  now: Date,
  variables: Readonly<Record<string, unknown>> = {},
): Iterable<Document> {
  return compileStages(stages)(input, { now, variables, source });
}

/** A pipeline that can be run many times. */
export function compileStages(stages: readonly unknown[]): Stage {
  const compiled = stages.map(compileStage);
  return (input, run) => compiled.reduce((documents, stage) => stage(documents, run), input);
}

function compileStage(stage: unknown): Stage {
  const names = Object.keys(asDocument(stage) ?? {});
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (compile !== undefined) return compile((stage as Document)[name], compileStages);
  if (KNOWN.test(name)) throw unsupported(`the pipeline stage ${name}`);
  throw new MongoError(40324, 'Location40324', `Unrecognized pipeline stage name: '${name}'`);
}
