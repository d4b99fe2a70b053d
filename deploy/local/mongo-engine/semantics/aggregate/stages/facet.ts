import type { Document } from 'bson';
import { located } from '../../../values/error.ts';
import { asDocument, setField } from '../../../values/value.ts';
import { collected, documentOperand, type StageCompiler } from './stage.ts';

/** Several pipelines over the same documents, which are read once and held. */
export const facet: StageCompiler = (operand, compileStages) => {
  const spec = documentOperand(operand, '$facet');
  const facets = Object.keys(spec).map((name) => {
    const stages: unknown = spec[name];
    if (!Array.isArray(stages)) throw located(40170, `arguments to $facet must be arrays, ${name} is none`);
    if (stages.some((stage) => asDocument(stage)?.$facet !== undefined))
      throw located(40600, '$facet is not allowed to be used within a $facet stage');
    return { name, pipeline: compileStages(stages) };
  });
  if (facets.length === 0) throw located(40169, 'the $facet specification must be a non-empty object');
  return function* (input, run) {
    const documents = yield* collected(input, (document) => run.budget.hold(document));
    const result: Document = {};
    for (const { name, pipeline } of facets)
      setField(result, name, yield* collected(pipeline(documents, run), (document) => run.budget.hold(document)));
    yield result;
  };
};
