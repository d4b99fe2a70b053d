import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi } from '../../../gateway/openapi/openapi.ts';
import type { Answer, Target } from './calls.ts';
import type { Walk } from './walk.ts';

/** Every answer is as the document says; a request that the reference shows succeeds. */
export function judgeSchemas({ document, targets, calls, failures }: Walk): unknown[] {
  const faultsOf = schemaJudge(document);
  const shown = new Set(calls.filter(({ caller }) => caller === 'admin').map(({ target }) => target));
  const missing = targets.filter((target) => !shown.has(target));
  return [
    ...failures,
    ...missing.map(({ operation }) => [operation.operationId, 'has no example']),
    ...calls.flatMap(({ route, caller, target, answer }) => {
      const faults = faultsOf(target, answer);
      if (caller === 'admin' && answer.status !== 200) faults.push(`${answer.status} ${answer.text}`);
      return faults.map((fault) => [route, caller, fault]);
    }),
  ];
}

/**
 * Returns a function that compares an answer with the OpenAPI document. It lists the differences; the list is empty if
 * the answer agrees.
 */
export function schemaJudge(document: OpenApi): (target: Target, answer: Answer) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const pointerTo = (...names: string[]) =>
    `openapi#${names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

  return ({ path, method, operation }, { status, mediaType, text }) => {
    const response = operation.responses[status];
    if (!response) return [`${status} is not among its answers`];
    const shared = response.$ref?.split('/').at(-1);
    const { content = {} } = shared ? (document.components.responses[shared] ?? {}) : response;
    if (Object.keys(content).length === 0) return text === '' ? [] : ['an answer without content has some'];
    if (!content[mediaType]) return [`${mediaType} is not among the media types of ${status}`];
    if (mediaType !== 'application/json') return [];
    const place = shared ? ['components', 'responses', shared] : ['paths', path, method, 'responses', String(status)];
    const validate = ajv.getSchema(pointerTo(...place, 'content', mediaType, 'schema'));
    if (!validate) return ['its schema was not found'];
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
