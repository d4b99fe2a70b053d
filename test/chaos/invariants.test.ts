import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { Unique } from '#chassis/invariants/unique.ts';
import type { Result } from '../../deploy/local/invariants/check.ts';
import { openGateway } from '../../deploy/local/seed/api.ts';
import { styles } from '../../deploy/local/seed/data/styles.ts';
import { silently } from '../../deploy/local/seed/progress.ts';
import { walkSeason } from '../../deploy/local/seed/season.ts';
import { UNIQUE as finance } from '../../services/finance/invariants/invariants.ts';
import { UNIQUE as identity } from '../../services/identity/invariants/invariants.ts';
import { UNIQUE as product } from '../../services/product/invariants/invariants.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { checkInvariants } from '../support/system/invariants.ts';
import { type End, freeze } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

/**
 * Tests `npm run invariants` on the data of a season: first on the unchanged data, then after manual changes that each
 * break one invariant.
 */

type Row = Record<string, unknown> & { _id: string };

let dataDir: string;
let system: System;
let receiver: Receiver;
let client: mongoose.mongo.MongoClient;

let stopped: Promise<unknown> | undefined;
const stop = () => {
  stopped ??= system.stop();
  return stopped;
};

beforeAll(async () => {
  receiver = await startReceiver();
  dataDir = mkdtempSync(join(tmpdir(), 'selvedge-invariants-'));
  system = await startSystem({ dataDir, env: LOCAL_RECEIVERS });
  const token = await system.login();
  await system.json(token, 'POST', '/api/v1/webhooks', { url: `${receiver.url}/hook`, events: ['*'] });
  const gateway = openGateway(system.run.gateway.url, readFileSync(join(system.dataDir, 'tls', 'ca.pem'), 'utf8'));
  await walkSeason(gateway, system.admin, silently, styles.slice(0, 6));
  await gateway.close();
  const { org_id } = await system.json<{ org_id: string }>(token, 'GET', '/api/v1/auth/me');
  await system.json(token, 'PATCH', `/api/v1/orgs/${org_id}`, { invoice_number_format: 'S-{000}' });
  for (const invoiceNumber of [undefined, 'S-002', undefined]) {
    const invoice = { status: 'issued', currency: 'EUR', totalAmount: 10, ...(invoiceNumber && { invoiceNumber }) };
    // Finance knows the format some seconds later. Before, it refuses an invoice without a number.
    await eventually(async () => (await system.call(token, 'POST', '/api/v1/invoices', invoice)).status === 200);
  }
  client = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  const first = await rows('product', 'clients').findOne();
  const bound = { email: 'bound@example.com', password: 'a fine long passphrase', role: 'client' };
  await system.json(token, 'POST', '/api/v1/users', { ...bound, client_id: first?._id });
}, 240_000);
afterAll(async () => {
  await client.close();
  await stop();
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

test('a season that runs keeps to all of them, as tasks say that another command runs', async () => {
  const environment = `env MONGODB_URL=${system.run.mongodb.url} MONGODB_DATABASE=${system.databasePrefix}_{service}`;
  const task = `${environment} ${process.execPath} services/{service}/invariants.ts`;
  expect(await system.runScript('invariants', '--by', task)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^All invariants hold\. Looked at: identity \d+, product \d{3,},/),
  });
}, 120_000);

test('of a folder on which nothing was started nothing is said to hold', async () => {
  const dataDir = join(tmpdir(), 'selvedge-nothing');
  const checking = checkInvariants({ dataDir, databasePrefix: system.databasePrefix });
  await expect(checking).rejects.toThrow(/Nothing was ever started on/);
});

test('nor of databases of another name, and of four services each is named', async () => {
  const { findings } = await checkInvariants({ dataDir: system.dataDir, databasePrefix: 'another' });
  const unreadable = ['identity', 'product', 'finance', 'notification'].map((record) => ({
    invariant: 'unreadable',
    record,
  }));
  expect(findings).toMatchObject(unreadable);
});

type Rows = mongoose.mongo.Collection<Row>;

test('each unique index is among what they look at', async () => {
  const looked: Record<string, readonly Unique[]> = { product, finance, identity, notification: [] };
  const missing: string[] = [];
  for (const [service, known] of Object.entries(looked)) {
    const database = client.db(`${system.databasePrefix}_${service}`);
    for (const { name } of await database.listCollections().toArray()) {
      for (const { key, unique } of await database.collection(name).indexes()) {
        const [first, ...fields] = Object.keys(key);
        const isKnown = known.some((one) => one.collection === name && one.fields.join() === fields.join());
        if (unique && first === 'orgId' && !isKnown) missing.push(`${service} ${name} ${fields}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

const changed = (of: object, change: object) => async (own: Rows) => {
  const { _id } = await untouched(own, of);
  await own.updateOne({ _id }, change);
  return _id;
};

const removed = (of: object) => async (own: Rows) => {
  const { _id } = await untouched(own, of);
  await own.deleteOne({ _id });
  return _id;
};

/** Inserts a copy of a document under another id. Drops the unique index first, which would refuse the copy. */
const doubled = (index: string) => async (own: Rows) => {
  const row = await untouched(own, {});
  await own.dropIndex(index);
  await own.insertOne({ ...row, _id: `${row._id}0` });
  return row._id;
};

const without = (fields: object) => async (own: Rows) => {
  const row = await untouched(own, {});
  await own.insertOne({ ...row, _id: 'copy', ...fields });
  return 'copy';
};

const unpublished = async (own: Rows) => {
  const row = await untouched(own, { type: 'client.created' });
  const _id = `${row._id.slice(0, -1)}x`;
  await own.insertOne({ ...row, _id, recordId: 'none', createdAt: hourAgo, publishedAt: null });
  return _id;
};

const touched = new Set<string>();

async function untouched(own: Rows, of: object): Promise<Row> {
  const found = await own.findOne({ $and: [of, { _id: { $nin: [...touched] } }] } as never, { sort: { _id: 1 } });
  if (!found) throw new Error(`There is none of ${JSON.stringify(of)} in ${own.collectionName}`);
  touched.add(found._id);
  return found;
}

/** A copy of an org whose only admin has not accepted the invitation. */
async function withoutAdmin(orgs: Rows): Promise<string> {
  const invited = { _id: 'invited', orgId: 'copy', role: 'admin', isActive: true, awaitingOwner: true };
  await rows('identity', 'memberships').insertOne(invited);
  return without({ isOperator: false })(orgs);
}

/** Sums of a party without documents: no upgrade counts them anew before the check. */
const ofNobody = { partyId: 'nobody', part: 'open', cells: 'EUR none=1' };

const hourAgo = new Date(Date.now() - 3600_000);
/**
 * Manual changes that each break an invariant, by service and collection. Each changes another document, and returns the
 * id that the finding must name.
 */
const BREACHES: Record<string, [breach: (own: Rows) => Promise<string>, says: RegExp][]> = {
  'product suppliers': [[removed({}), /^dangling references: material:\w+ refers to supplier:ID, which is not there/]],
  'finance references': [
    [
      removed({ kind: 'sales_order', target: { $gt: 'client:', $lt: 'client;' } }),
      /^reference rows: sales_order:\w+ references lacks client:/,
    ],
    [
      changed({ kind: 'invoice' }, { $set: { status: 'lost' } }),
      /^reference rows: invoice:\w+ references says of \S+ that it is lost, and it is/,
    ],
  ],
  'finance delivery_notes': [
    [
      changed({ status: { $in: ['shipped', 'delivered'] } }, { $set: { status: 'cancelled' } }),
      /^reference rows: delivery_note:ID references has sales_order:\w+ besides/,
    ],
  ],
  'finance orders': [
    [
      changed({ 'lineItems.shippedQty': { $gt: 0 } }, { $inc: { 'lineItems.0.shippedQty': 1 } }),
      /^shipped: order ID \d+ of line \w+ are shipped, by its delivery notes \d+/,
    ],
    [
      changed({ 'lineItems.invoicedQty': { $gt: 0 } }, { $inc: { 'lineItems.0.invoicedQty': 1 } }),
      /^invoiced quantities: order ID [\d.]+ of line \w+ are invoiced, by its invoices [\d.]+/,
    ],
    [changed({}, { $inc: { subtotal: 1 } }), /^sums: order ID subtotal is [\d.]+, and comes to/],
    [changed({ invoiced: { $ne: null } }, { $set: { invoiced: { EUR: '0.01' } } }), /^invoiced: order ID invoiced is/],
  ],
  'finance invoices': [
    [changed({}, { $inc: { subtotal: 1 } }), /^sums: invoice ID subtotal is/],
    [
      changed({ paidAmount: { $gt: 0 } }, { $inc: { paidAmount: 1 } }),
      /^payments: invoice ID paidAmount is [\d.]+, and its payments come to/,
    ],
  ],
  'finance invoice_numbers': [
    [changed({}, { $inc: { last: 1 } }), /^gaps: series S-# has counted to 4, has given 2 numbers, and left out 1/],
  ],
  'finance purchase_orders': [
    [changed({}, { $set: { taxAmount: '0.01' } }), /^sums: purchase order ID taxAmount is 0.01/],
    [changed({ paid: { $ne: '0' } }, { $set: { paid: '0.01' } }), /^payments: purchase order ID paid is 0.01/],
  ],
  'finance invoice_sums': [
    [without(ofNobody), /^sums of invoices: clientId nobody open is "EUR none=1", and the documents come to ""/],
  ],
  'finance purchase_sums': [
    [
      without(ofNobody),
      /^sums of purchase orders: supplierId nobody open is "EUR none=1", and the documents come to ""/,
    ],
  ],
  'finance bank_lines': [
    [
      changed({ 'match.type': 'invoice' }, { $set: { 'match.paymentId': 'none' } }),
      /^payments: bank line ID is matched by payment none/,
    ],
  ],
  'finance bank_statements': [[changed({}, { $inc: { lineCount: 1 } }), /^lines: bank statement ID lineCount is/]],
  'finance credit': [
    [changed({}, { $set: { exposure: { EUR: '1' } } }), /^credit: client \w+ what it owes is \{"EUR":"1"\}/],
  ],
  'finance totals': [
    [
      changed({ _id: { $regex: ':invoices:' } }, { $inc: { count: 1 } }),
      /^totals: invoices its total is \d+, and there are/,
    ],
  ],
  'product boms': [
    [doubled('orgId_1_documentId_1'), /^duplicates: boms \w+ documentId .* is that of \w+, too/],
    [changed({}, { $inc: { 'versions.0.lineItemCount': 1 } }), /^counts: bom ID lineItemCount of version/],
  ],
  'finance local_copies': [
    [
      changed({ kind: 'client' }, { $set: { 'copy.country': 'Elsewhere' } }),
      /^copies: client \w+ of org \w+ differs from its copy in finance/,
    ],
    [removed({ kind: 'bom' }), /^copies: bom \w+ of org \w+ has no copy in finance/],
  ],
  'product references': [
    [removed({ kind: 'purchase_order' }), /^uses: purchase_order:\S+ of org \w+ is not known to product/],
    [
      changed({ kind: 'sales_order' }, { $set: { status: 'lost' } }),
      /^uses: sales_order:\S+ of org \w+ has another status for product: \w+; lost/,
    ],
  ],
  'finance invoice_payments': [
    [
      changed({}, { $set: { invoiceId: 'none' } }),
      /^dangling references: invoice_payments ID is of none, which is not there/,
    ],
  ],
  'identity orgs': [[withoutAdmin, /^admins: org copy has no active admin/]],
  'identity memberships': [
    [without({ orgId: 'none', userId: 'copy' }), /^members: membership copy is of an org that is not there/],
    [
      changed({ email: 'bound@example.com' }, { $set: { clientId: 'none' } }),
      /^bound clients: client none of org \w+ has a user, and is not there/,
    ],
  ],
  'product clients': [
    [changed({ ordersCount: { $gt: 0 } }, { $inc: { ordersCount: 1 } }), /^counts: client ID ordersCount is/],
  ],
  'identity users': [
    [removed({ email: 'bound@example.com' }), /^members: membership \w+ is of user ID, who is not there/],
  ],
  'product outbox': [[unpublished, /^outbox: event evt_\w+ client.created of none waits to be published since/]],
  'finance outbox': [
    [removed({ type: 'order.created' }), /^audit: event ID has an audit entry, and no service has written it/],
  ],
  'identity audit_log': [[removed({ action: 'style.created' }), /^audit: event ID has no audit entry/]],
  'notification events': [
    [
      removed({ type: 'bom.submitted', sequence: { $gt: 2 } }),
      /^sequences: bom \w+ event evt_\w+ has sequence \d+, and \d+ is missing/,
    ],
    [removed({ type: 'invoice.created' }), /^sequences: invoice \w+ event evt_\w+ has sequence 2, and 1 is missing/],
  ],
  'notification deliveries': [
    [
      removed({ eventType: 'supplier.created', attempt: 1 }),
      /^deliveries: event evt_\w+ supplier.created has no delivery for webhook/,
    ],
  ],
};
const breaches = Object.entries(BREACHES).flatMap(([place, all]) =>
  all.map(([breach, says]) => [place, says, breach] as const),
);

describe('what is broken by hand is named', () => {
  let result: Result;
  let end: End;
  const broken = new Map<RegExp, string>();

  beforeAll(async () => {
    // A gap in the events is a finding only after the time in which an earlier event could still arrive. Missing
    // deliveries are findings only for events after the last change of the webhook.
    await rows('notification', 'events').updateMany({}, { $set: { receivedAt: hourAgo } });
    await rows('notification', 'webhooks').updateMany({}, { $set: { updatedAt: new Date(0) } });
    // product would publish the outbox row that must stay unpublished.
    end = freeze(system, 'product');
    for (const [place, says, breach] of breaches) {
      const [service = '', collection = ''] = place.split(' ');
      broken.set(says, await breach(rows(service, collection)));
    }
    result = await checkInvariants(system);
  }, 120_000);

  test.each(breaches)('%s: %s', (_place, says) => {
    const wanted = new RegExp(says.source.replaceAll('ID', broken.get(says) ?? ''));
    expect(textsOf(result)).toContainEqual(expect.stringMatching(wanted));
  });

  test('in words, too, and of a system that is stopped', async () => {
    await end();
    await stop();
    const { code, stdout } = await system.runScript('invariants');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^totals: invoices of org \w+: its total is \d+, and there are/m);
  }, 120_000);
});

const textsOf = ({ findings }: Result) =>
  findings.map(({ invariant, record, says }) => `${invariant}: ${record} ${says}`);

const rows = (service: string, collection: string) =>
  client.db(`${system.databasePrefix}_${service}`).collection<Row>(collection);
