import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { examplesOf } from '../../../gateway/pages/docs/example.ts';
import { echo } from '../../../gateway/payload/echo.ts';
import { type Answer, send, type Target } from './calls.ts';
import { Known } from './known.ts';
import { type Drawn, Requests } from './requests.ts';
import { schemaJudge } from './schema.ts';
import type { Walk } from './walk.ts';

/** Requests of one run; beyond it only when time was asked for. */
const RUNS = 300;

/** Draws requests of every kind: each is answered as the document says, and never with a 5xx. */
export async function sendAnyRequest(walk: Walk, seconds: number): Promise<void> {
  const { document, targets, values } = walk;
  walk.drawnFrom = walk.system.exchanges.length;
  const faultsOf = schemaJudge(document);
  const known = new Known();
  for (const [name, value] of Object.entries({ ...values, own_org_id: values.org_id }))
    if (value && (name.endsWith('_id') || name === 'a_day_ago')) known.add(name, value);
  const requests = new Requests(document, known);
  const collections = collectionsOf(targets);
  // Operations that make something come first, and oftener.
  const makers = targets.filter(({ method, path }) => method === 'post' && collections.has(path));
  const target = fc.oneof(fc.constantFrom(...makers), fc.constantFrom(...targets), fc.constantFrom(...targets));
  const drawn = target.chain((one) => requests.of(one).map((request) => [one, request] as const));
  const property = fc.asyncProperty(drawn, async ([one, request]) => {
    const answer = await ask(walk, one, request);
    const judged = faultsOf(one, answer).filter((fault) => !(isLacking(fault) && choosesFields(request)));
    const faults = [...judged, ...unforeseen(request, answer), ...altered(request, answer)];
    if (answer.status >= 500) faults.push('a 5xx');
    if (faults.length > 0) throw new Error(`${one.operation.operationId}: ${faults.join('; ')}\n${answer.text}`);
    remember(known, collections.get(one.path), answer);
  });
  const limit = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 };
  await fc.assert(property, { endOnFailure: true, ...(seconds > 0 ? limit : { numRuns: RUNS }) });
}

/** Records of a request that chooses fields lack the others (decisions 1: Fields). */
const choosesFields = ({ url }: Drawn): boolean => new URL(url, 'https://localhost').searchParams.has('fields');
const isLacking = (fault: string): boolean => fault.includes('must have required property');

/** The name of the ids of each collection's records: `client_id` of `/api/v1/clients`. */
function collectionsOf(targets: Target[]): Map<string, string> {
  const collections = new Map<string, string>();
  for (const { path, operation } of targets) {
    const [, collection = '', name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const [example] = examplesOf(operation.parameters.find((parameter) => parameter.name === name)?.schema ?? {});
    if (name) collections.set(collection, String(example).replace(/[{}]/g, ''));
  }
  return collections;
}

function ask({ system, token }: Walk, { method, operation }: Target, { url, headers, body }: Drawn): Promise<Answer> {
  // A session that ends is not the one that goes on asking.
  const bearer = operation.operationId === 'logout' ? 'ended' : token;
  const credentials = operation.security.length > 0 ? { authorization: `Bearer ${bearer}` } : {};
  const request = { method, url, headers: { ...headers, ...credentials }, body: body?.toWellFormed() };
  // A connection that was about to end is no answer.
  return send(system, request).catch(() => send(system, request));
}

/** Keeps new records for requests to come. */
function remember(known: Known, name: string | undefined, answer: Answer): void {
  if (answer.status !== 200 || !name || answer.mediaType !== 'application/json') return;
  const { id, skus = [] } = JSON.parse(answer.text) as { id?: unknown; skus?: { id: string }[] };
  if (typeof id !== 'string') return;
  known.add(name, id);
  for (const sku of skus) for (const one of ['sku_id', 'other_sku_id']) known.add(one, sku.id);
}

/** A request without a fault by the document may be refused only for reasons that no schema can say. */
function unforeseen({ isValid }: Drawn, { status, text }: Answer): string[] {
  if (!isValid || status !== 422) return [];
  const { detail } = JSON.parse(text) as { detail: { type: string; loc: string[] }[] };
  // The number of an invoice may be left out in some orgs (decisions 7: Invoice numbers).
  const isForeseen = ({ type, loc }: (typeof detail)[number]) =>
    type === 'value_error' || (type === 'missing' && loc.join('.') === 'body.invoiceNumber');
  return detail.filter((one) => !isForeseen(one)).map(({ type, loc }) => `refused as ${type} at ${loc}`);
}

/** `input` of a 422 is the value that was sent, as far as it may be shown (decisions 1: 422). */
function altered({ url, headers, body }: Drawn, { status, text }: Answer): string[] {
  if (status !== 422) return [];
  const { detail } = JSON.parse(text) as { detail: { type: string; loc: string[]; input: unknown }[] };
  const query = url.includes('?') ? Object.fromEntries(new URL(url, 'https://localhost').searchParams) : undefined;
  const json = headers['content-type'] === 'application/json' ? jsonOf(body) : undefined;
  return detail.flatMap(({ type, loc: [part, ...way], input }) => {
    const root = { query, body: type === 'json_invalid' ? undefined : json }[String(part)];
    // A missing field shows the object that lacks it.
    const path = type === 'missing' ? way.slice(0, -1) : way;
    const sent = path.reduce<unknown>(
      (value, key) => (Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined),
      root,
    );
    const shown = JSON.stringify(echo(sent, [String(part), ...path]));
    return sent === undefined || isDeepStrictEqual(input, JSON.parse(shown))
      ? []
      : [`${JSON.stringify(input)} is shown at ${way} for ${shown}`];
  });
}

/** Undefined for a text that is no JSON. */
function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text.toWellFormed());
  } catch {
    return undefined;
  }
}
