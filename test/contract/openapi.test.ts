import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { RE2JS } from 're2js';
import type { OpenApi, Operation } from '../../gateway/openapi/openapi.ts';
import type { JsonSchema } from '../../gateway/openapi/openapi-schemas.ts';
import { resolve } from '../../gateway/pages/docs/example.ts';
import { startGateway } from '../integration/gateway/harness.ts';
import { targetsOf } from '../support/walk/calls.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
const document = (await gateway.send('/openapi.json')).json as unknown as OpenApi;
const operations = targetsOf(document);

test('passes redocly lint without errors: for example, ids are unique and references lead somewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n');
  const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_OPTIONS: '' };
  const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', 'openapi.json'], {
    cwd: folder,
    env,
  });
  await rm(folder, { recursive: true });
  expect(stderr).toContain('valid');
}, 120_000);

test('every operation that needs a caller says so', () => {
  for (const { operation } of operations) {
    const isPublic = operation['x-minimum-role'] === 'public';
    expect(operation.security).toEqual(isPublic ? [] : expect.arrayContaining([{ bearer: [] }]));
  }
});

test('an operation that API keys may use says so, and what scope they need', () => {
  const { get, post } = document.paths['/api/v1/clients'] ?? {};
  expect([get?.['x-scope'], post?.['x-scope'], post?.['x-minimum-role']]).toEqual([
    'read:clients',
    'create:clients',
    'staff',
  ]);
  const ofKeys = operations.filter(({ operation }) => operation.security.some((one) => 'apiKey' in one));
  const open = ofKeys.filter(({ operation }) => operation['x-scope'] === undefined).map(({ path }) => path);
  expect(open).toEqual([
    '/api/v1/auth/me',
    '/auth/test/client',
    '/auth/test/staff',
    '/api/v1/auth/can',
    '/api/v1/home',
  ]);
  expect(ofKeys.every(({ path }) => !/api-keys|users|orgs|audit-log|test\/admin/.test(path))).toBe(true);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ in: 'header', name: 'X-API-Key' });
});

test('what creates a client says what may be left out and what may be null', () => {
  const { ClientInput, Client } = document.components.schemas;
  expect(ClientInput?.required).toEqual(['name', 'country', 'maxAccountValue', 'currency']);
  expect(ClientInput?.properties?.taxId?.anyOf?.at(-1)).toEqual({ type: 'null' });
  expect(Client?.required).toContain('taxId');
});

test('parameters say their defaults and what they are for', () => {
  const parameters = new Map(document.paths['/api/v1/clients']?.get?.parameters.map((one) => [one.name, one]));
  expect(parameters.get('page')).toMatchObject({ description: '1-indexed.', schema: { default: 1, minimum: 1 } });
  expect(parameters.get('limit')?.schema).toMatchObject({ default: 10, minimum: 1, maximum: 100 });
  expect(parameters.get('sort')?.schema.enum).toEqual(
    ['created_at', 'name', 'updated_at', 'max_account_value'].flatMap((name) => [name, `-${name}`]),
  );
  expect(parameters.get('updated_since')?.schema).toEqual({ type: 'string', format: 'date-time' });
});

const hasSort = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'sort');

test('a list names what it searches, and has no search where there is none', () => {
  const lists = operations.filter(({ operation }) => operation.operationId.startsWith('list') && hasSort(operation));
  const searches = new Map(
    lists.map(({ path, operation }) => [path, operation.parameters.find(({ name }) => name === 'search')?.description]),
  );
  expect(searches.get('/api/v1/bom')).toContain("documentId, or the style's name or refId");
  const without = [...searches].filter(([, description]) => description === undefined).map(([path]) => path);
  expect(without).toEqual([
    '/api/v1/bom/{bom_id}/versions',
    '/api/v1/invoices/{id}/payments',
    '/api/v1/bank-statements/{id}/lines',
    '/api/v1/bank-lines',
    '/api/v1/webhooks/{id}/deliveries',
    '/api/v1/events',
    '/api/v1/audit-log',
  ]);
});

test('an operation lists the codes of what its headers and its writing may come to', () => {
  const { get, patch } = document.paths['/api/v1/clients/{id}'] ?? {};
  const archive = document.paths['/api/v1/clients/{id}/archive']?.post;
  expect(get?.responses).toHaveProperty('304');
  expect(patch?.responses['503']?.description).toContain('outcome_unknown');
  expect(archive?.responses['422']?.description).toContain('validation_failed');
  expect(archive).not.toHaveProperty('requestBody');
  expect(document.components.responses.Error503?.headers).toHaveProperty('Retry-After');
  expect(document.components.responses.Error401?.headers).toHaveProperty('WWW-Authenticate');
});

test('a record read may be sent back, and an org be named', () => {
  const { schemas } = document.components;
  const fieldsOf = (content: Operation['responses'][string]['content']) =>
    Object.keys(resolve(content?.['application/json']?.schema ?? {}, schemas).properties ?? {});
  const changes = operations.filter(({ method }) => method === 'patch');
  expect(changes.length).toBeGreaterThan(10);
  for (const { path, operation } of changes) {
    const record = fieldsOf(document.paths[path]?.get?.responses[200]?.content);
    expect([path, fieldsOf(operation.requestBody?.content)]).toEqual([path, expect.arrayContaining(record)]);
  }
  const { ClientInput, Client, Webhook, WebhookInput } = schemas;
  for (const [input, record] of [
    [ClientInput, Client],
    [WebhookInput, Webhook],
  ])
    expect(Object.keys(input?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(record?.properties ?? {})));
  expect(ClientInput?.properties?.ordersCount).toMatchObject({ readOnly: true });
  expect(ClientInput?.properties?.status).not.toHaveProperty('readOnly');
  expect(WebhookInput?.properties?.org_id?.anyOf).toContainEqual({ type: 'null' });
});

/** Every schema of the document with its place, those within others included. */
function* schemasOf(part: unknown, at = ''): Generator<[at: string, schema: JsonSchema]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, held] of Object.entries(part)) {
    // A recorded answer, which may have fields with the names of keywords.
    if (name === 'example') continue;
    if (name === 'schema' || /(properties|schemas)$/.test(at)) yield [`${at}/${name}`, held];
    yield* schemasOf(held, `${at}/${name}`);
  }
}

test('everything is described: tags, operations, parameters, properties', () => {
  const component = ($ref = '') => document.components.schemas[$ref.split('/').at(-1) ?? ''];
  const isSilent = ({ description, $ref }: { description?: string; $ref?: string }) =>
    (description ?? component($ref)?.description ?? '').trim() === '';
  const { tags } = document;
  const silent = [
    ...tags.filter(isSilent).map(({ name }) => name),
    ...operations.flatMap(({ operation }) => [
      ...(isSilent(operation) ? [operation.operationId] : []),
      ...operation.parameters.filter(isSilent).map(({ name }) => `${operation.operationId} ${name}`),
    ]),
    ...[...schemasOf(document)]
      .filter(([at, schema]) => at.includes('/properties/') && isSilent(schema))
      .map(([at]) => at),
  ];
  expect(silent).toEqual([]);
});

/** Patterns that some language's regular expressions lack, or read in another way. */
const FOREIGN = /\(\?(?!:)|\\[pPuUkKzZAGQ0hHRX]|[*+?}]\+|\[\[|&&/;

const CLASS = /\[(?:[^\]\\]|\\.)*\]/g;

test('patterns compile in other languages, too', () => {
  const patterns = new Set([...schemasOf(document)].flatMap(([, schema]) => patternsOf(schema)));
  expect(patterns.size).toBeGreaterThan(2);
  for (const pattern of patterns) {
    expect(pattern.replaceAll(CLASS, 'C')).not.toMatch(FOREIGN);
    expect(() => [RE2JS.compile(pattern), new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
  }
});

function patternsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { pattern } = part as JsonSchema;
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(part).flatMap(patternsOf)];
}

test('words that stand in many places have a name', () => {
  const { schemas } = document.components;
  expect(schemas).toMatchObject({
    Currency: { enum: expect.arrayContaining(['EUR', 'USD']) },
    ArchivableStatus: { enum: ['active', 'archived'] },
    BomStatus: { enum: expect.arrayContaining(['draft']) },
    PriceCategory: { enum: ['high', 'medium', 'low'] },
    Role: { enum: ['client', 'staff', 'admin'] },
  });
  const named = new Set(Object.values(schemas).map(({ enum: words }) => words && JSON.stringify(words)));
  const unnamed = [...schemasOf(document)].filter(([at, { enum: words }]) => {
    return words && !/^\/components\/schemas\/\w+$/.test(at) && named.has(JSON.stringify(words));
  });
  expect(unnamed).toEqual([]);
});

test('statuses and currencies have a name wherever they stand', () => {
  const isNamed = (schema: JsonSchema): boolean => schema.$ref !== undefined || (schema.anyOf ?? []).some(isNamed);
  const properties = [...schemasOf(document)].flatMap(([at, schema]) =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({ at: `${at}.${name}`, name, property })),
  );
  const expected = properties.filter(
    ({ name, property }) =>
      /^(\w+_)?currency$|^nativeCurrency$/.test(name) ||
      (/status$/i.test(name) && JSON.stringify(property).includes('enum')),
  );
  expect(expected.length).toBeGreaterThan(20);
  expect(expected.filter(({ property }) => !isNamed(property)).map(({ at }) => at)).toEqual([]);
});

test('an answer is of one media type, so that a list is a page', () => {
  for (const { operation } of operations) {
    expect(Object.keys(operation.responses[200]?.content ?? {})).toHaveLength(1);
  }
  expect(document.paths['/api/v1/clients/export']?.get?.responses[200]?.content).toMatchObject({
    'text/csv': { schema: { type: 'string' } },
  });
});

test('every write may meet another: 409 conflict', () => {
  const writes = operations.filter(({ method }) => method !== 'get');
  const silent = writes.filter(({ operation }) => !operation.responses[409]?.description?.includes('`conflict`'));
  expect(silent).toEqual([]);
});

test('what must be sent is said, and what need not', () => {
  const { parameters = [] } = document.paths['/api/v1/auth/can']?.get ?? {};
  expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['method', 'path']);
  expect(document.paths['/api/v1/bom/{bom_id}/reject']?.post?.requestBody?.required).toBe(false);
  expect(document.paths['/api/v1/bom']?.post?.requestBody?.required).toBe(true);
});

test('addresses are URIs', () => {
  const { Webhook, WebhookInput } = document.components.schemas;
  expect(Webhook?.properties?.url).toMatchObject({ format: 'uri' });
  expect(WebhookInput?.properties?.url).toMatchObject({ format: 'uri', maxLength: 2048 });
});
