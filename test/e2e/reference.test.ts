import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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

/** The API reference, held against a running system. */

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
  lineItems: { id: string }[];
  items: { id: string }[];
  event_id: string;
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
const styleValues = async () => {
  const { id, skus } = await style();
  return { style_id: id, sku_id: String(skus[0]?.id), other_sku_id: String(skus[1]?.id) };
};
const material = () => make('materials', { name: 'Denim' });
/** An account with a code that no example has. */
const account = (fields: object = {}) =>
  make('management-accounts', { code: `A-${++made}`, name: 'Freight', ...fields });
/** A draft, unless it is moved on. */
const order = async (...moves: string[]) => {
  const lines = [{ description: 'Samples', qty: 100 }];
  const { id, lineItems } = await make('orders', { clientId: (await client()).id, lineItems: lines });
  for (const move of moves) await make(`orders/${id}/${move}`);
  return { sales_order_id: id, sales_order_line_item_id: String(lineItems[0]?.id) };
};
/** A draft, unless it is moved on. */
const deliveryNote = async (...moves: string[]) => {
  const { id } = await make('delivery-notes', { salesOrderId: (await order('confirm')).sales_order_id });
  for (const move of moves) await make(`delivery-notes/${id}/${move}`);
  return { delivery_note_id: id };
};
/** A draft of 10,000, unless it is moved on; of numbers that no example has. */
const invoice = async (...moves: ('issue' | 'pay')[]) => {
  const { sales_order_id: salesOrderId } = await order();
  const { id } = await make('invoices', { invoiceNumber: `I-${++made}`, salesOrderId, totalAmount: 10_000 });
  for (const move of moves) await make(`invoices/${id}/${move}`, move === 'pay' ? { amount: 1 } : undefined);
  return { invoice_id: id };
};
const payment = async () => {
  const { invoice_id } = await invoice('issue', 'pay');
  const { data } = (await make(`invoices/${invoice_id}/payments`, undefined, 'GET')) as unknown as { data: Made[] };
  return { invoice_id, payment_id: String(data[0]?.id) };
};
/** The same; what is to be received of it is so on the way. */
const purchaseOrder = async (...moves: ('approve' | 'issue' | 'receive')[]) => {
  const path = 'purchase-orders/direct-cost';
  const items = [{ description: 'Twill', qty: '300', unitPrice: '6.4' }];
  const order = await make(path, { supplierId: (await supplier()).id, currency: 'EUR', items });
  const item = { id: String(order.items[0]?.id), qty: '1' };
  for (const move of moves)
    await make(`${path}/${order.id}/${move}`, move === 'receive' ? { items: [item] } : undefined);
  return { purchase_order_id: order.id, purchase_order_item_id: item.id };
};
/** A statement with a line that is open, and one that is ignored. */
const bankStatement = async (lines: object[] = [{ credit: 1 }]) => {
  const made = (await make('bank-statements', { accountNumber: 'PT50', currency: 'EUR', lines })) as unknown as {
    id: string;
    lines: { id: string }[];
  };
  return { bank_statement_id: made.id, bank_line_id: String(made.lines[0]?.id) };
};
const ignoredLine = async () => {
  const made = await bankStatement();
  await make(`bank-statements/${made.bank_statement_id}/lines/${made.bank_line_id}/ignore`);
  return made;
};
/** Nobody is there to take it. */
const failedTest = async () => {
  const webhook = await make('webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['client.*'] });
  const { id, event_id } = await make(`webhooks/${webhook.id}/test`);
  return { webhook_id: webhook.id, delivery_id: id, event_id };
};
const bomId = (make: () => Promise<{ id: string }>) => async () => ({ bom_id: (await make()).id });

/** Makes the records on which the samples of these operations stand, if a new record is not enough. */
const prepared: Record<string, () => Promise<Record<string, string>>> = {
  restoreClient: archived('clients', client),
  restoreSupplier: archived('suppliers', supplier),
  restoreMaterial: archived('materials', material),
  restoreStyle: archived('styles', style),
  activateManagementAccount: async () => ({ management_account_id: (await account({ status: 'inactive' })).id }),
  startSalesOrder: () => order('confirm'),
  shipSalesOrder: () => order('confirm', 'start'),
  completeSalesOrder: () => order('confirm', 'start', 'ship'),
  shipDeliveryNote: () => deliveryNote('ready'),
  deliverDeliveryNote: () => deliveryNote('ready', 'ship'),
  payInvoice: () => invoice('issue'),
  removeInvoicePayment: payment,
  getSalesOrderVersion: async () => ({ ...(await order()), version: '1' }),
  issuePurchaseOrder: () => purchaseOrder('approve'),
  receivePurchaseOrder: () => purchaseOrder('approve', 'issue'),
  closePurchaseOrder: () => purchaseOrder('approve', 'issue', 'receive'),
  getPurchaseOrderVersion: async () => ({ ...(await purchaseOrder()), version: '1' }),
  matchBankLine: async () => ({ ...(await bankStatement([{ debit: ++made }])), ...(await purchaseOrder('approve')) }),
  unmatchBankLine: ignoredLine,
  redeliverWebhookDelivery: failedTest,
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
    style_id: styleValues,
    sku_id: styleValues,
    bom_id: async () => {
      const { id, line } = await bom();
      return { bom_id: id, line_item_id: line.id };
    },
    sales_order_id: () => order(),
    delivery_note_id: () => deliveryNote(),
    invoice_id: () => invoice(),
    purchase_order_id: () => purchaseOrder(),
    bank_statement_id: () => bankStatement([{ credit: 1, referenceNo: `R-${++made}` }]),
    management_account_id: async () => ({ management_account_id: (await account()).id }),
    user_id: async () => ({ user_id: (await user()).id }),
    org_id: async () => ({ org_id: await orgId() }),
    webhook_id: async () => ({
      webhook_id: (await make('webhooks', { url: 'https://example.com/hooks', events: ['client.*'] })).id,
    }),
    event_id: failedTest,
    delivery_id: failedTest,
    a_day_ago: async () => ({ a_day_ago: new Date(Date.now() - 24 * 3600_000).toISOString() }),
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

/** The answer, or what curl says where there is none; a 503 is told when its Retry-After has passed. */
async function runSample({ method, path, operation }: Target, body?: unknown): Promise<string> {
  const text = curl(method, path, operation, document, body);
  const values = await readersValues(operation.operationId, text);
  const folder = mkdtempSync(join(tmpdir(), 'sample-'));
  try {
    copyFileSync(join(system.dataDir, 'tls', 'ca.pem'), join(folder, 'ca.pem'));
    const script = text.replace(/^curl/m, "curl -sS -o answer.txt -w '%{http_code} %header{retry-after}'");
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...values } };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-eu', '-c', script], options);
    const [status = '', retryAfter] = stdout.split(' ');
    if (status === '503') await delay(1000 * Number(retryAfter || 0));
    return status === '200' ? status : `${status} ${readFileSync(join(folder, 'answer.txt'), 'utf8')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Most of a request is waiting: for the processes that make what it is about, and for curl. */
const AT_ONCE = 4;
/** Times that a sample is sent while it is a 503, as its Retry-After asks for: a first PDF may find the thread starting that draws it. */
const TRIES = 3;

test('every request that the reference shows is answered as it says', async () => {
  const outcomes: unknown[] = [];
  const samples = targets.flatMap((target) => {
    const [content] = Object.values(target.operation.requestBody?.content ?? {});
    const bodies = content ? examplesOf(resolve(content.schema, document.components.schemas)) : [undefined];
    if (bodies.length === 0) outcomes.push([target.operation.operationId, 'has no example']);
    return bodies.map((body) => ({ target, body }));
  });
  expect(samples.length).toBeGreaterThan(80);
  const waiting = samples.values();
  const work = async () => {
    for (const { target, body } of waiting) {
      let outcome = '';
      for (let tries = 0; tries < TRIES && (tries === 0 || outcome.startsWith('503')); tries++)
        outcome = await runSample(target, body).catch((error) => String(error));
      if (outcome !== '200') outcomes.push([target.operation.operationId, body, outcome]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(outcomes).toEqual([]);
}, 120_000);

describe('whatever is asked', () => {
  /** Requests of one run; beyond it only when time was asked for. */
  const RUNS = 300;
  const known = new Known();

  /** Names of the records before the first request. */
  const NAMES = [
    'CLIENT',
    'SUPPLIER',
    'MATERIAL',
    'STYLE',
    'SKU',
    'OTHER_SKU',
    'BOM',
    'LINE_ITEM',
    'SALES_ORDER',
    'SALES_ORDER_LINE_ITEM',
    'DELIVERY_NOTE',
    'INVOICE',
    'PURCHASE_ORDER',
    'BANK_STATEMENT',
    'MANAGEMENT_ACCOUNT',
    'USER',
    'ORG',
    'WEBHOOK',
    'DELIVERY',
    'EVENT',
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
    known.add('a_day_ago', new Date(Date.now() - 24 * 3600_000).toISOString());
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

  /** Keeps new records for requests to come. */
  function remember({ path }: Target, { status, json }: Given & { json: unknown }): void {
    const name = collections.get(path);
    const { id, skus = [] } = Object(json) as { id?: unknown; skus?: { id: string }[] };
    if (status !== 200 || !name || typeof id !== 'string') return;
    known.add(name, id);
    for (const sku of skus) for (const one of ['sku_id', 'other_sku_id']) known.add(one, sku.id);
  }

  /** A request without a fault by the document may be refused only for reasons that no schema can say. */
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
      // Operations that make something come first, and oftener.
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
