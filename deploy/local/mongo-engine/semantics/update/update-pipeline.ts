import type { Document } from 'bson';
import type { Budget } from '../../scheduling/budget.ts';
import { withoutPauses } from '../../scheduling/scheduler.ts';
import { MongoError } from '../../values/error.ts';
import { identical } from '../../values/identical.ts';
import { compileStages, runOf } from '../aggregate/pipeline.ts';
import { withId } from './replacement.ts';

const STAGES = /^\$(set|addFields|unset|project|replaceRoot|replaceWith)$/;

/** An update by a pipeline of stages that work on one document; the `_id` that it has stays. */
export function compileUpdatePipeline(
  stages: Document[],
): (document: Document, context: { now: Date; budget: Budget }) => Document {
  for (const stage of stages) {
    const name = Object.keys(stage)[0] ?? '';
    if (!STAGES.test(name))
      throw new MongoError(72, 'InvalidOptions', `${name} is not allowed to be used within an update`);
  }
  const run = compileStages(stages);
  return (document, { now, budget }) => {
    const [result = {}] = withoutPauses(run([document], runOf(NO_SOURCE, budget, now)));
    const updated = '_id' in result || !('_id' in document) ? result : withId(document._id, result);
    return identical(updated, document) ? document : updated;
  };
}

const NO_SOURCE = { scan: () => [], isIndexed: () => true };
