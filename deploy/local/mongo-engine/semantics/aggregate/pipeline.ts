import type { Budget } from '../../scheduling/budget.ts';
import { located, MongoError, unsupported } from '../../values/error.ts';
import { asDocument } from '../../values/value.ts';
import type { PipelineSource, Run, Stage } from './stages/stage.ts';
import { STAGES } from './stages/stages.ts';

/** Stages of MongoDB that this engine does not have. */
const KNOWN =
  /^\$(out|merge|bucket|bucketAuto|changeStream|collStats|currentOp|densify|documents|fill|geoNear|graphLookup|indexStats|listSessions|planCacheStats|redact|sample|search|setWindowFields|vectorSearch)$/;

/** What a pipeline runs with that begins now. */
export const runOf = (source: PipelineSource, budget: Budget, now = new Date()): Run => ({
  now,
  variables: {},
  source,
  budget,
  tables: new Map(),
});

/**
 * A pipeline that can be run many times. Throws Location40324 for a stage that MongoDB does not have, CommandNotSupported
 * (115) for one that this engine does not have.
 */
export const compileStages = (stages: readonly unknown[]): Stage => chained(compileEach(stages));

export const compileEach = (stages: readonly unknown[]): Stage[] => stages.map(compileStage);

export const chained =
  (stages: readonly Stage[]): Stage =>
  (input, run) =>
    stages.reduce((documents, stage) => stage(documents, run), input);

function compileStage(stage: unknown): Stage {
  const names = Object.keys(asDocument(stage) ?? {});
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (compile !== undefined) return compile(asDocument(stage)?.[name], compileStages);
  if (KNOWN.test(name)) throw unsupported(`the pipeline stage ${name}`);
  throw new MongoError(40324, 'Location40324', `Unrecognized pipeline stage name: '${name}'`);
}
