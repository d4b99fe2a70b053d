import { readFileSync } from 'node:fs';
import type { Parameter } from './openapi-parameters.ts';
import type { Response } from './openapi-responses.ts';
import type { JsonSchema } from './openapi-schemas.ts';

/** A request of the recorded story, and its answer (ADR 67). */
export interface Sample {
  /** Values of the path's parameters. */
  path: Record<string, string>;
  query: Record<string, string>;
  /** Absent if the request has no body. */
  body?: unknown;
  status: number;
  /** JSON, or the first lines of a CSV file. */
  answer: unknown;
}

/** The parts of an operation that have examples. */
interface Operation {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, Response>;
}

export const SAMPLES_FILE = new URL('samples.json', import.meta.url);

/** The recorded samples by operationId. */
export const readSamples = (): Record<string, Sample> => JSON.parse(readFileSync(SAMPLES_FILE, 'utf8'));

/** The operation with the values of its sample as examples. An operation without a sample stays as it is. */
export function withSample<Whole extends Operation>(operation: Whole, sample: Sample | undefined): Whole {
  if (!sample) return operation;
  const { path, query, body, answer } = sample;
  const values: Record<string, string> = { ...query, ...path };
  const parameters = operation.parameters.map((parameter) => {
    const example = parameter.in === 'header' ? undefined : values[parameter.name];
    return example === undefined ? parameter : { ...parameter, example };
  });
  const { requestBody, responses } = operation;
  return {
    ...operation,
    parameters,
    ...(requestBody && { requestBody: { ...requestBody, content: withExample(requestBody.content, body) } }),
    responses: { ...responses, 200: { ...responses[200], content: withExample(responses[200]?.content, answer) } },
  };
}

/** The content with an example of its first media type. */
function withExample<Content extends object>(content: Record<string, Content> = {}, example: unknown) {
  const [[mediaType, first] = []] = Object.entries(content);
  if (mediaType === undefined || example === undefined) return content;
  return { ...content, [mediaType]: { ...(first as Content), example } };
}
