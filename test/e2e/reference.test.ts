import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { curl, examplesOf, resolve } from '../../gateway/docs/example.ts';
import type { OpenApi, Operation } from '../../gateway/openapi.ts';
import { eventually } from '../support/eventually.ts';
import { type System, startSystem } from '../support/system.ts';

/** What the reference says, held against a running system. */

const UNLIMITED = '1000000';
const PASSWORD = 'nine brown hens by the gate';

interface Target {
  method: string;
  path: string;
  operation: Operation;
}

let system: System;
let document: OpenApi;
let targets: Target[];
let token: string;

beforeAll(async () => {
  system = await startSystem({ env: { RATE_LIMIT_ANONYMOUS: UNLIMITED, RATE_LIMIT_USER: UNLIMITED } });
  document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
  targets = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  token = await system.login();
}, 180_000);
afterAll(() => system?.stop(), 60_000);

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
  resetPassword: async () => ({ mailed_token: await mailedToken('reset-password', (await user()).email) }),
  acceptInvitation: async () => {
    const email = `invited${++made}@example.com`;
    await make('users', { email, role: 'staff' });
    return { mailed_token: await mailedToken('accept-invitation') };
  },
  changePassword: async () => ({ token: await memberToken(), password: PASSWORD }),
  logout: async () => ({ token: await memberToken() }),
};

const memberToken = async () => system.login({ email: (await user()).email, password: PASSWORD });

/** What the last mail of the page's link holds. */
async function mailedToken(page: string, email?: string): Promise<string> {
  const folder = join(system.dataDir, 'mail');
  const link = new RegExp(`${page}#([\\w-]{43})`);
  const found = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .flatMap((name) => link.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? []);
  if (email) await make('auth/reset-password-request', { email });
  return eventually(() => found().at(-1) ?? false);
}

/** A new record for each name in braces, and what the reader has anyway. */
async function readersValues(operationId: string, sample: string): Promise<Record<string, string>> {
  const org = async () =>
    ((await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string }).org_id;
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
    org_id: async () => ({ org_id: await org() }),
    webhook_id: async () => ({
      webhook_id: (await make('webhooks', { url: 'https://example.com/hooks', events: ['client.*'] })).id,
    }),
    api_key_id: async () => ({
      api_key_id: (await make('api-keys', { org_id: await org(), name: 'Scanner' })).id,
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
