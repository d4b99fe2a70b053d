import type { OpenApi, Operation } from '../../../gateway/openapi/openapi.ts';
import type { Sample } from '../../../gateway/openapi/samples.ts';
import { examplesOf, resolve } from '../../../gateway/pages/docs/example.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import type { Instance } from '../system/instance.ts';
import { mailedToken } from '../system/mail.ts';
import { type Target, targetsOf, withValues } from '../walk/calls.ts';
import { type Made, type Makers, makersOf, type Values } from '../walk/records.ts';
import { Calendar, Settler } from './settle.ts';

/** The address of the webhook in the examples. */
const HOOK = 'https://example.com/hooks';
/** Lists that are too long for a sample are asked for so many records. */
const FEW = '2';
const LONG_LISTS = ['listEventTypes', 'listEvents', 'listAuditLog', 'listWebhookDeliveries'];
/** Lines of a CSV file that a sample shows, with the line of names. */
const CSV_LINES = 3;

interface Step {
  target: Target;
  path: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  status: number;
  answer: unknown;
  /** Its index among all requests of the story. */
  moment: number;
}

/** Sends the requests that the reference shows as a story, in which each uses the records of earlier ones. */
export class Recorder {
  readonly document: OpenApi;
  /** The values of names in braces: `client_id`. */
  readonly values: Values;
  readonly makers: Makers;
  readonly #system: Instance;
  readonly #receiver: Receiver;
  readonly #calendar = new Calendar();
  readonly #moments: number[] = [];
  readonly #steps: Step[] = [];
  readonly #mailedTokens: string[] = [];
  readonly #token: string;

  private constructor(system: Instance, document: OpenApi, receiver: Receiver, token: string) {
    this.#system = system;
    this.document = document;
    this.#receiver = receiver;
    this.#token = token;
    this.values = { ...system.admin, a_day_ago: new Date(Date.now() - 24 * 3600_000).toISOString() };
    this.makers = makersOf({
      make: (path, body, method = 'POST', org) => this.#make(path, body, method, org),
      login: (user) => system.login(user),
      mailedToken: (email, page) => mailedToken(system, email, page),
      orgId: '',
    });
  }

  static async of(system: Instance): Promise<Recorder> {
    const document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
    const receiver = await startReceiver();
    receiver.fallback = { status: 200, body: 'ok' };
    return new Recorder(system, document, receiver, await system.login());
  }

  close = () => this.#receiver.close();

  /** The operations that have no sample yet. */
  get missing(): Target[] {
    const told = new Set(this.#steps.map(({ target }) => target.operation.operationId));
    return targetsOf(this.document).filter(({ operation }) => isSampled(operation) && !told.has(operation.operationId));
  }

  /**
   * Sends the first example of the operation, and records it. `saved`: names of values, and the fields of the answer that
   * have them, as `lineItems.0.id`.
   */
  async tell(operationId: string, saved: Values = {}, own: Values = {}): Promise<Made> {
    const target = targetsOf(this.document).find(({ operation }) => operation.operationId === operationId);
    if (!target) throw new Error(`The document has no operation ${operationId}`);
    const values = { ...this.values, ...own };
    const { path, query, body, mediaType } = this.#requestOf(target, values);
    if (values.mailed_token) this.#mailedTokens.push(values.mailed_token);
    const moment = this.#moments.push(Date.now()) - 1;
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    const response = await this.#system.fetch(
      target.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? '')) + search,
      {
        method: target.method.toUpperCase(),
        headers: this.#headers(target.operation, mediaType, own.token),
        ...(body !== undefined && { body: textOf(body, mediaType) }),
      },
    );
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`${operationId} ${JSON.stringify({ path, query, body })}: ${response.status} ${text}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isJson ? JSON.parse(text) : text.split('\n').slice(0, CSV_LINES).join('\n');
    this.#steps.push({ target, path, query, body, status: response.status, answer, moment });
    for (const [name, place] of Object.entries(saved)) this.values[name] = String(at(answer, place));
    return answer;
  }

  /** The answers to reads that are no part of the story. */
  peek = (paths: string[]): Promise<unknown[]> => Promise.all(paths.map((path) => this.#make(path, undefined, 'GET')));

  /** The first example of the operation's body. */
  exampleOf({ requestBody }: Operation): unknown {
    const [content] = Object.values(requestBody?.content ?? {});
    return content && examplesOf(resolve(content.schema, this.document.components.schemas))[0];
  }

  samples(): Record<string, Sample> {
    const { url } = this.#system.run.gateway;
    const settler = new Settler(this.#calendar, this.#moments, [
      [this.#receiver.url, HOOK],
      [url, 'https://localhost:8443'],
      ['127.0.0.1', '203.0.113.7'],
      [this.#system.admin.email, 'admin@example.com'],
      [this.#system.admin.password, 'nine brown hens by the gate'],
      ...this.#mailedTokens.map((token): [string, string] => [token, 'zH3kQ0vWm7dYc1LrT9aXeB5uGn8sJf2iKp4oVh6wRqE']),
    ]);
    const samples = this.#steps.map(({ target, moment, path, query, body, status, answer }) => {
      const request = settler.request({ path, query, ...(body !== undefined && { body }) }, moment);
      return [target.operation.operationId, { ...request, status, answer: settler.answer(answer, moment) }] as const;
    });
    return Object.fromEntries(samples);
  }

  #requestOf({ path, operation }: Target, values: Values) {
    const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
    const example = this.exampleOf(operation);
    const filled = (text: string) => withValues(text, values);
    const exampleOf = (name: string) => String(examplesOf(this.#parameter(operation, name))[0]);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const needed = operation.parameters.filter(
      ({ in: place, required, schema }) => place === 'query' && (required || examplesOf(schema).length > 0),
    );
    const few = LONG_LISTS.includes(operation.operationId) ? [['limit', FEW]] : [];
    return {
      mediaType,
      path: Object.fromEntries(names.map((name) => [name, filled(exampleOf(name))])),
      query: Object.fromEntries([...needed.map(({ name }) => [name, filled(exampleOf(name))]), ...few]),
      body: example === undefined ? undefined : JSON.parse(this.#sent(filled(JSON.stringify(example)))),
    };
  }

  #parameter({ parameters }: Operation, name: string) {
    return parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  }

  #headers({ security }: Operation, mediaType: string | undefined, token = this.#token): Record<string, string> {
    const { org_id } = this.values;
    return {
      ...(mediaType && { 'content-type': mediaType }),
      ...(security.length > 0 && { authorization: `Bearer ${token}` }),
      ...(security.length > 0 && org_id && { 'x-org-id': org_id }),
    };
  }

  async #make(path: string, body: object | undefined, method: string, org?: string): Promise<Made> {
    const orgId = org || this.values.org_id;
    const named = body && JSON.parse(JSON.stringify(body).replaceAll('"org_id":""', `"org_id":"${orgId}"`));
    const headers = orgId ? { 'x-org-id': orgId } : {};
    const sent = named && JSON.parse(this.#sent(JSON.stringify(named)));
    return this.#system.json<Made>(this.#token, method, `/api/v1/${path}`, sent, headers);
  }

  /** The text with the days of the run, and with the address of this run's receiver. */
  #sent(text: string): string {
    return this.#calendar.sent(text).replaceAll(HOOK, this.#receiver.url);
  }
}

/** Pictures, PDFs and pages have no sample. */
export function isSampled({ responses }: Operation): boolean {
  const [mediaType = ''] = Object.keys(responses['200']?.content ?? {});
  return mediaType === 'application/json' || mediaType === 'text/csv';
}

function textOf(body: unknown, mediaType: string | undefined): string {
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(body as Record<string, string>).toString();
  return typeof body === 'string' ? body : JSON.stringify(body);
}

const at = (answer: unknown, place: string): unknown =>
  place.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], answer);
