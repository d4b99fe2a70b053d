import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi } from '../../../gateway/openapi/openapi.ts';
import type { Target } from './requests.ts';

/** An answer of the gateway. */
export interface Given {
  status: number;
  mediaType: string;
  text: string;
}

export type Judge = (target: Target, given: Given) => string[];

/**
 * Returns a function that compares an answer with the OpenAPI document. It lists the differences; the list is empty if
 * the answer agrees.
 */
export function judgeOf(document: OpenApi): Judge {
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
