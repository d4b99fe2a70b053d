import type { OpenApi, Operation, Parameter } from '../../openapi/openapi.ts';
import type { JsonSchema } from '../../openapi/openapi-schemas.ts';
import { codeText, type Html, html, inline, prose } from '../html.ts';
import { callData } from './call-data.ts';
import { answerExample, curl, type Entry } from './example.ts';
import { fields, row } from './fields.ts';

/** The section of an operation: parameters and answers on the left, an example on the right. */
export function operationSection(entry: Entry, document: OpenApi): Html {
  const { method, path, operation } = entry;
  const { operationId, summary, description, parameters, requestBody } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  return html`<article id="${operationId}">
    <div class="about">
      <h3><a href="#${operationId}">${summary}</a></h3>
      ${callLine(entry)}
      <p class="access">${accessWords(operation).map((words) => html`<span class="badge">${words}</span> `)}</p>
      ${description !== undefined && prose(description)}
      ${parameterGroup('Path', 'path', parameters, document)}
      ${parameterGroup('Query', 'query', parameters, document)}
      ${body && bodyFields(Object.keys(requestBody?.content ?? {})[0], body.schema, document)}
      ${parameterGroup('Headers', 'header', parameters, document)}
      ${responses(operation, document)}
      ${callData(entry, document)}
    </div>
    <div class="samples">
      ${sample('Request', curl(method, path, operation, document))}
      ${answerSample(operation, document)}
    </div>
  </article>`;
}

/** The method and the path. */
export const callLine = ({ method, path }: Entry): Html =>
  html`<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></p>`;

/** The callers who may use the operation, in words. */
export function accessWords({ security, 'x-minimum-role': role, 'x-scope': scope }: Operation): string[] {
  if (security.length === 0) return ['public'];
  const words = [`role ${role}${role === 'admin' ? '' : ' or higher'}`];
  if (security.some((one) => 'apiKey' in one)) words.push(scope ? `scope ${scope}` : 'any API key');
  return words;
}

/** Lets a long path break at its slashes. */
const breakable = (path: string) => path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`);

function parameterGroup(
  title: string,
  place: Parameter['in'],
  all: Parameter[],
  { components }: OpenApi,
): Html | false {
  const parameters = all.filter((parameter) => parameter.in === place);
  const rows = parameters.map(({ name, schema, required, description }) =>
    row(name, schema, required === true, components.schemas, description),
  );
  return rows.length > 0 && html`<h4>${title}</h4><ul class="fields">${rows}</ul>`;
}

function bodyFields(mediaType: string | undefined, schema: JsonSchema, { components }: OpenApi): Html {
  return html`<h4>Body <span class="media">${mediaType}</span></h4>${fields(schema, components.schemas)}`;
}

function responses({ responses: all }: Operation, { components }: OpenApi): Html {
  const rows = Object.entries(all).map(([status, { description = '' }]) => {
    return html`<li><span class="status s${status.charAt(0)}">${status}</span> <span>${inline(description)}</span></li>`;
  });
  const schema = all['200']?.content?.['application/json']?.schema;
  return html`<h4>Answers</h4><ul class="answers">${rows}</ul>
    ${schema && html`<details><summary>Fields of the answer</summary>${fields(schema, components.schemas)}</details>`}`;
}

function answerSample(operation: Operation, document: OpenApi): Html | false {
  const content = operation.responses['200']?.content?.['application/json'];
  if (!content) return false;
  // An operation that is newer than the recorded samples has an answer that is made from its schema.
  const example = content.example ?? answerExample(operation, content.schema, document);
  return sample('Answer', JSON.stringify(example, null, 2));
}

const sample = (title: string, code: string) => html`<figure class="sample ${title.toLowerCase()}">
  <figcaption>${title} <button type="button" class="copy">Copy</button></figcaption>
  <pre tabindex="0"><code>${codeText(code)}</code></pre>
</figure>`;
