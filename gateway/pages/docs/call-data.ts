import type { OpenApi, Operation } from '../../openapi/openapi.ts';
import { codeText, type Html, html } from '../html.ts';
import { type Entry, examplesOf, isPlaceholder, resolve } from './example.ts';

/** The operation as `try.js` sends it, as JSON that no reader sees. */
export function callData({ method, path, operation }: Entry, document: OpenApi): Html {
  const { parameters, requestBody, security } = operation;
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
  const data = {
    method: method.toUpperCase(),
    path,
    ...(security.length > 0 && { needs: true }),
    parameters: parameters.map(({ name, in: place, required, example, schema }) => {
      // Ids of the recorded story are not the reader's. A field shows them only as a hint.
      const isId = place === 'path' || isPlaceholder(examplesOf(schema)[0]);
      const value = isId ? examplesOf(schema)[0] : (example ?? (required ? examplesOf(schema)[0] : undefined));
      return {
        ...{ name, place },
        ...(required && { required }),
        ...(value !== undefined && { value: String(value) }),
        ...(isId && example !== undefined && { hint: String(example) }),
      };
    }),
    ...(mediaType && { mediaType }),
    ...(content && { body: bodyText(mediaType, examplesOf(resolve(content.schema, document.components.schemas))[0]) }),
    makes: idOf(method, path, document),
  };
  return html`<data class="try" hidden>${codeText(JSON.stringify(data))}</data>`;
}

function bodyText(mediaType: string | undefined, body: unknown): string {
  if (mediaType === 'application/x-www-form-urlencoded') return String(new URLSearchParams(body as never));
  return mediaType === 'application/json' ? JSON.stringify(body ?? {}, null, 2) : String(body);
}

/** The placeholder of the id that the answer has: of the record that is made or read, or of the first one of a list. */
function idOf(method: string, path: string, { paths }: OpenApi): unknown {
  const collection = path.replace(/\/\{\w+\}$/, '');
  if (!(method === 'get' || (method === 'post' && path === collection))) return undefined;
  const [record, operations] =
    Object.entries(paths).find(
      ([other]) => other.startsWith(`${collection}/{`) && other.indexOf('/', collection.length + 1) < 0,
    ) ?? [];
  const name = record?.slice(collection.length + 2, -1);
  const [operation] = Object.values<Operation>(operations ?? {});
  return examplesOf(operation?.parameters.find((one) => one.name === name)?.schema ?? {})[0];
}
