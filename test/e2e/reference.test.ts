import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import { curl, examplesOf, resolve } from '../../gateway/pages/docs/example.ts';
import { loadTestSettings } from '../config.ts';
import { type Given, judgeOf } from '../support/contract/judge.ts';
import { Known } from '../support/contract/known.ts';
import { type Drawn, Requests, type Target } from '../support/contract/requests.ts';
import { mailedToken } from '../support/system/mail.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** What the reference says, held against a running system. */

const PASSWORD = 'nine brown hens by the gate';

let system: Tenant;
let document: OpenApi;
let targets: Target[];
let token: string;

beforeAll(async () => {
  system = await openTenant();
  document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
  targets = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  token = await system.login();
}, 180_000);
afterAll(() => system?.close(), 60_000);

interface Made {
  id: string;
  email: string;
  skus: { id: string }[];
}

/** A record, made by whoever may. */
async function make(path: string, body?: object, method = 'POST'): Promise<Made> {
  const response = await system.call(token, method, `/api/v1/${path}`, body);
  const record = (await response.json()) as Made;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(record)}`);
  return record;
}

const orgId = async () =>
  ((await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string }).org_id;

let made = 0;
const user = () => make('users', { email: `member${++made}@example.com`, role: 'staff', password: PASSWORD });
const client = () => make('clients', { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' });
const style = () => make('styles', { name: 'Parka', colors: ['Navy'], sizes: ['S', 'M'] });

async function bom() {
  const { id } = await make('bom', { styleId: (await style()).id });
  const line = await make(`bom/${id}/versions/1/line-items`, { grossConsumption: 1 });
  return { id, line };
}

async function submitted() {
  const made = await bom();
  await make(`bom/${made.id}/submit`);
  return made;
}

async function revised() {
  const made = await bom();
  await make(`bom/${made.id}/versions`);
  return made;
}

const archived = (path: string, record: () => Promise<Made>) => async () => {
  const { id } = await record();
  await make(`${path}/${id}/archive`);
  return { [`${path.slice(0, -1)}_id`]: id };
};

const supplier = () => make('suppliers', { name: 'Weavers' });
const material = () => make('materials', { name: 'Denim' });
const bomId = (make: () => Promise<{ id: string }>) => async () => ({ bom_id: (await make()).id });

/** Who makes what the samples of these operations stand on, where a new record is not enough. */
const prepared: Record<string, () => Promise<Record<string, string>>> = {
  restoreClient: archived('clients', client),
  restoreSupplier: archived('suppliers', supplier),
  restoreMaterial: archived('materials', material),
  restoreStyle: archived('styles', style),
  approveBom: bomId(submitted),
  rejectBom: bomId(submitted),
  compareBomVersions: bomId(revised),
  resetPassword: async () => {
    const { email } = await user();
    await make('auth/reset-password-request', { email });
    return { mailed_token: await mailedToken(system, email, 'reset-password') };
  },
  acceptInvitation: async () => {
    const email = `invited${++made}@example.com`;
    await make('users', { email, role: 'staff' });
    return { mailed_token: await mailedToken(system, email, 'accept-invitation') };
  },
  changePassword: async () => ({ token: await memberToken(), password: PASSWORD }),
  logout: async () => ({ token: await memberToken() }),
};

const memberToken = async () => system.login({ email: (await user()).email, password: PASSWORD });

/** A new record for each name in braces, and what the reader has anyway. */
async function readersValues(operationId: string, sample: string): Promise<Record<string, string>> {
  const makers: Record<string, () => Promise<Record<string, string>>> = {
    client_id: async () => ({ client_id: (await client()).id }),
    supplier_id: async () => ({ supplier_id: (await supplier()).id }),
    material_id: async () => ({ material_id: (await material()).id }),
    style_id: async () => {
      const { id, skus } = await style();
      return { style_id: id, sku_id: String(skus[0]?.id), other_sku_id: String(skus[1]?.id) };
    },
    bom_id: async () => {
      const { id, line } = await bom();
      return { bom_id: id, line_item_id: line.id };
    },
    user_id: async () => ({ user_id: (await user()).id }),
    org_id: async () => ({ org_id: await orgId() }),
    webhook_id: async () => ({
      webhook_id: (await make('webhooks', { url: 'https://example.com/hooks', events: ['client.*'] })).id,
    }),
    api_key_id: async () => ({
      api_key_id: (await make('api-keys', { org_id: await orgId(), name: 'Scanner' })).id,
    }),
  };
  const values = { token, ...system.admin, ...(await prepared[operationId]?.()) } as Record<string, string>;
  for (const [name, maker] of Object.entries(makers)) {
    if (sample.includes(`$${name.toUpperCase()}`) && !values[name]) Object.assign(values, await maker());
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
}

/** What the answer is, and what curl had to say where there is none. */
async function runSample({ method, path, operation }: Target, body?: unknown): Promise<string> {
  const text = curl(method, path, operation, document, body);
  const values = await readersValues(operation.operationId, text);
  const script = text.replace(/^curl/m, "curl -sS -o answer.txt -w '%{http_code}'");
  const options = { cwd: join(system.dataDir, 'tls'), env: { PATH: process.env.PATH, ...values } };
  const { stdout } = await promisify(execFile)('/bin/sh', ['-eu', '-c', script], options);
  return stdout === '200' ? stdout : `${stdout} ${readFileSync(join(options.cwd, 'answer.txt'), 'utf8')}`;
}

test('every request that the reference shows is answered as it says', async () => {
  const outcomes: unknown[] = [];
  let tried = 0;
  for (const target of targets) {
    const [content] = Object.values(target.operation.requestBody?.content ?? {});
    const bodies = content ? examplesOf(resolve(content.schema, document.components.schemas)) : [undefined];
    if (bodies.length === 0) outcomes.push([target.operation.operationId, 'has no example']);
    for (const body of bodies) {
      tried++;
      const outcome = await runSample(target, body).catch((error) => String(error));
      if (outcome !== '200') outcomes.push([target.operation.operationId, body, outcome]);
    }
  }
  expect(outcomes).toEqual([]);
  expect(tried).toBeGreaterThan(80);
}, 120_000);

describe('whatever is asked', () => {
  /** Requests of one run; beyond it only when time was asked for. */
  const RUNS = 300;
  const known = new Known();

  /** What there is before the first request. */
  const NAMES = [
    'CLIENT',
    'SUPPLIER',
    'MATERIAL',
    'STYLE',
    'SKU',
    'OTHER_SKU',
    'BOM',
    'LINE_ITEM',
    'USER',
    'ORG',
    'WEBHOOK',
    'API_KEY',
  ].map((name) => `${name}_ID`);

  /** Where records of a collection are found by what name: `/api/v1/clients` by `client_id`. */
  const collections = new Map<string, string>();

  beforeAll(async () => {
    for (const { path, operation } of targets) {
      const [, collection = '', name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
      const [example] = examplesOf(operation.parameters.find((parameter) => parameter.name === name)?.schema ?? {});
      if (name) collections.set(collection, String(example).replace(/[{}]/g, ''));
    }
    known.add('own_org_id', await orgId());
    const values = await readersValues('', NAMES.map((name) => `$${name}`).join());
    for (const name of NAMES) known.add(name.toLowerCase(), String(values[name]));
  });

  async function send(
    { method, operation }: Target,
    { url, headers, body }: Drawn,
  ): Promise<Given & { json: unknown }> {
    // A session that ends is not the one that goes on asking.
    const bearer = operation.operationId === 'logout' ? 'ended' : token;
    const sent = {
      method: method.toUpperCase(),
      headers: { ...headers, ...(operation.security.length > 0 && { authorization: `Bearer ${bearer}` }) },
      ...(body !== undefined && { body: Buffer.from(body.toWellFormed()) }),
    };
    // A connection that was about to end is no answer.
    const response = await system.fetch(url, sent).catch(() => system.fetch(url, sent));
    const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
    const text = await response.text();
    const json = mediaType === 'application/json' && text !== '' ? JSON.parse(text) : undefined;
    return { status: response.status, mediaType, text, json };
  }

  /** What was made is there for requests to come. */
  function remember({ path }: Target, { status, json }: Given & { json: unknown }): void {
    const name = collections.get(path);
    const { id, skus = [] } = Object(json) as { id?: unknown; skus?: { id: string }[] };
    if (status !== 200 || !name || typeof id !== 'string') return;
    known.add(name, id);
    for (const sku of skus) for (const one of ['sku_id', 'other_sku_id']) known.add(one, sku.id);
  }

  /** Of a request that the document has nothing against, only what no schema can say may be refused. */
  function unforeseen({ isValid }: Drawn, { status, json }: Given & { json: unknown }): string[] {
    const faults = isValid && status === 422 ? (json as { detail: { type: string; loc: string[] }[] }).detail : [];
    return faults.filter(({ type }) => type !== 'value_error').map(({ type, loc }) => `refused as ${type} at ${loc}`);
  }

  test(
    'is answered as the document says, and never with a 5xx',
    async () => {
      const { FUZZ_SECONDS } = loadTestSettings();
      const judge = judgeOf(document);
      const requests = new Requests(document, known);
      // Those that make something come first, and oftener.
      const makers = targets.filter(({ method, path }) => method === 'post' && collections.has(path));
      const target = fc.oneof(fc.constantFrom(...makers), fc.constantFrom(...targets), fc.constantFrom(...targets));
      const byId = new Map(targets.map((one) => [one.operation.operationId, one]));
      const drawn = target.chain((one) => requests.of(one));
      await fc.assert(
        fc.asyncProperty(drawn, async (request) => {
          const one = byId.get(request.operationId) as Target;
          const given = await send(one, request);
          const faults = [...judge(one, given), ...unforeseen(request, given)];
          if (given.status >= 500) faults.push('a 5xx');
          if (faults.length > 0) throw new Error(`${one.operation.operationId}: ${faults.join('; ')}\n${given.text}`);
          remember(one, given);
        }),
        {
          endOnFailure: true,
          ...(FUZZ_SECONDS > 0
            ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: FUZZ_SECONDS * 1000 }
            : { numRuns: RUNS }),
        },
      );
    },
    120_000 + loadTestSettings().FUZZ_SECONDS * 1000,
  );
});

test('a client that is generated from the document is typed, and works', async () => {
  const root = join(import.meta.dirname, '..', '..');
  const folder = mkdtempSync(join(tmpdir(), 'typed-client-'));
  const source = join(root, 'test', 'support', 'typed-client');
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(system.dataDir, 'tls', 'ca.pem') },
    });
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    copyFileSync(join(source, 'season.ts'), join(folder, 'season.ts'));
    copyFileSync(join(root, 'tsconfig.json'), join(folder, 'base.json'));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: './base.json', include: ['*.ts'], exclude: [] }),
    );
    const modules = join(root, 'node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    const generator = [
      '--import',
      join(source, 'classic-typescript.mjs'),
      join(modules, 'openapi-typescript', 'bin', 'cli.js'),
    ];
    await run(...(generator as [string, ...string[]]), 'openapi.json', '--output', 'openapi.d.ts');
    await run(join(modules, 'typescript', 'bin', 'tsc'), '--noEmit');
    const { email, password } = system.admin;
    const { stdout } = await run(join(folder, 'season.ts'), system.run.gateway.url, email, password);
    expect(JSON.parse(stdout)).toEqual({
      lines: 1,
      status: 'approved',
      changes: [['modified', 2]],
      listed: [true],
      missing: 'not_found',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
