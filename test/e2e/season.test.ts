import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type Api, type Gateway, openGateway } from '../../deploy/local/seed/api.ts';
import { endingOf } from '../../deploy/local/seed/bills.ts';
import { accounts } from '../../deploy/local/seed/data/accounts.ts';
import { bankAccounts, bankFee } from '../../deploy/local/seed/data/bank.ts';
import { linesOf } from '../../deploy/local/seed/data/bill-of-material.ts';
import { clients } from '../../deploy/local/seed/data/clients.ts';
import { invoices } from '../../deploy/local/seed/data/invoices.ts';
import { materials } from '../../deploy/local/seed/data/materials.ts';
import { orders, type PlannedOrder } from '../../deploy/local/seed/data/orders.ts';
import { purchases } from '../../deploy/local/seed/data/purchases.ts';
import { shipments } from '../../deploy/local/seed/data/shipments.ts';
import { type Style, styles } from '../../deploy/local/seed/data/styles.ts';
import { suppliers } from '../../deploy/local/seed/data/suppliers.ts';
import { type Progress, silently } from '../../deploy/local/seed/progress.ts';
import { type Season, walkSeason } from '../../deploy/local/seed/season.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  costs,
  type Difference,
  differences,
  invoiceTotals,
  orderTotals,
  purchaseTotals,
  shippedQuantities,
  stageOf,
} from '../support/season-figures.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** `npm run seed`, with what it leaves behind looked at through the public interface. */

interface Version {
  id: string;
  versionNumber: number;
  status: string;
  submittedById: string | null;
  approvedById: string | null;
  rejectedById: string | null;
  lineItems: { id: string; description: string }[];
}

interface Bom {
  id: string;
  status: string;
  currentVersion: number;
  versionCount: number;
  versions: [Version, Version, Version];
}

interface Comparison {
  versionA: { versionNumber: number } | null;
  lineItemDiffs: { changeType: string; oldValues: Line | null; newValues: Line | null; fieldDifferences: unknown[] }[];
}
type Line = { lineItemId: string } | null;

interface Submitted {
  type: string;
  data: Bom;
  comparison: Comparison;
}

const SECRET = `whsec_${Buffer.from('what the season is signed with, yes').toString('base64')}`;
/** The style whose bill is in a kit. */
const SINGLE = 'Amager pocket tee';
/**
 * Styles whose bills are walked: one of each garment, in every ending. By hand, all 40:
 * `WHOLE_SEASON=1 npm test -- test/e2e/season`.
 */
const walked = styles.filter(
  ({ name }, index) =>
    process.env.WHOLE_SEASON || index < 4 || index % 4 === Math.floor(index / 4) % 4 || name === SINGLE,
);
/** Submitted, rejected for want of an allowance, submitted again; then once each, but for those left as a draft. */
const SUBMISSIONS = walked.length * 4 - walked.filter((style) => endingOf(style) === 'draft').length;
/** Status of the invoices, by the payments that the bank has seen. */
const STATUSES = ['paid', 'partially_paid', 'paid', 'issued'];
/** Bills that are done when the first walk is cut off. */
const CUT_OFF_AFTER = 3;

let receiver: Receiver;
let system: Tenant;
let gateway: Gateway;
let season: Season;
let staff: Api;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await openTenant();
  gateway = openGateway(system.run.gateway.url, readFileSync(join(system.dataDir, 'tls', 'ca.pem'), 'utf8'));
  const admin = await gateway.login(system.admin.email, system.admin.password);
  await admin.send('POST', '/api/v1/webhooks', {
    url: `${receiver.url}/hook`,
    events: ['bom.submitted'],
    secret: SECRET,
    ...(await orgOf(admin)),
  });
  await expect(walkSeason(gateway, system.admin, cutOff(CUT_OFF_AFTER), walked)).rejects.toThrow('cut off');
  season = await walkSeason(gateway, system.admin, silently, walked);
  staff = season.team.merchandiser.api;
}, 240_000);
afterAll(async () => {
  await gateway.close();
  await system.close();
  await receiver.close();
}, 60_000);

describe('what a season leaves behind', () => {
  test.each([
    ['clients', clients.length],
    ['suppliers', Object.keys(suppliers).length],
    ['materials', materials.length],
    ['styles', styles.length],
    ['bom', walked.length],
    ['management-accounts', accounts.length],
    ['orders', orders.length],
    ['delivery-notes', shipments.length],
    ['purchase-orders/direct-cost', purchases.length],
    ['invoices', invoices.length],
    ['bank-statements', Object.keys(bankAccounts).length],
  ])('all the %s', async (path, count) => {
    const { pagination } = await staff.get<{ pagination: { total: number } }>(`/api/v1/${path}?limit=1`);
    expect(pagination.total).toBe(count);
  });

  test('24 SKUs a style, each with an id and a number of its own', async () => {
    const all = await staff.all<{ skuCount: number; skus: { id: string; documentId: string }[] }>('/api/v1/styles');
    const skus = all.flatMap((style) => style.skus);
    expect(all.every(({ skuCount }) => skuCount === 24)).toBe(true);
    expect(new Set(skus.map(({ id }) => id)).size).toBe(960);
    expect(new Set(skus.map(({ documentId }) => documentId)).size).toBe(960);
  });

  test('three versions a bill, each judged by another than who has submitted it', async () => {
    const [submitter, judge] = await Promise.all([idOf(staff), idOf(season.team.headOfProduct.api)]);
    for (const style of walked) {
      const { versions, status, currentVersion, versionCount } = await billOf(style);
      const ending = endingOf(style);
      expect([currentVersion, versionCount, status]).toEqual([3, 3, ending]);
      const second = ending === 'approved' ? 'superseded' : 'approved';
      expect(versions.map((version) => version.status)).toEqual(['superseded', second, ending]);
      expect(versions.slice(0, 2).map(({ submittedById }) => submittedById)).toEqual([submitter, submitter]);
      expect(versions.slice(0, 2).map(({ approvedById }) => approvedById)).toEqual([judge, judge]);
      expect(versions[2].rejectedById).toBe(ending === 'rejected' ? judge : null);
    }
  }, 30_000);

  test('a walk that goes over it again changes nothing', async () => {
    const before = await Promise.all(walked.map(billOf));
    const again = await walkSeason(gateway, system.admin, silently, walked);
    expect(again.catalog).toEqual(season.catalog);
    expect(await Promise.all(walked.map(billOf))).toEqual(before);
  }, 60_000);
});

describe.each(walked.slice(0, 4).map((style) => [style.name, style] as const))('the bill of the %s', (_name, style) => {
  test.each([1, 2, 3])('has in version %i the lines that were planned', async (number) => {
    const { versions } = await billOf(style);
    const planned = linesOf(style, stageOf(number)).map(({ description }) => description);
    expect(versions[number - 1]?.lineItems.map(({ description }) => description)).toEqual(planned);
  });

  test.each([1, 2, 3])('costs in version %i what is worked out by hand', async (number) => {
    const { id } = await billOf(style);
    const { total, categories } = await staff.get<Cost>(`/api/v1/bom/${id}/versions/${number}/cost`);
    const expected = costs(style, stageOf(number));
    expect(total.costInUsd).toBe(expected.total);
    expect(total.linesWithoutCost).toBe(0);
    expect(total.drift.ratesInUsd).toBe(0);
    expect(Object.fromEntries(total.native.map(({ currency, amount }) => [currency, amount]))).toEqual(expected.native);
    expect(categories.map(({ category, costInUsd }) => [category, costInUsd])).toEqual(expected.categories);
  });
});

test.each([
  [1, 2],
  [2, 3],
  [1, 3],
  [3, 1],
])(
  'versions %i and %i of all bills differ in what was planned, field by field',
  async (from, to) => {
    for (const style of walked) {
      const bill = await billOf(style);
      const comparison = await staff.get<Comparison>(`/api/v1/bom/${bill.id}/versions/${from}/compare/${to}`);
      expect(described(comparison, bill)).toEqual(inOrder(differences(style, from, to, season)));
    }
  },
  60_000,
);

interface Cost {
  total: {
    costInUsd: number;
    linesWithoutCost: number;
    drift: { ratesInUsd: number };
    native: { currency: string; amount: number }[];
  };
  categories: { category: string; costInUsd: number }[];
}

describe('orders', () => {
  test.each(orders.map((order) => [order.notes, order] as const))(
    '%s comes to what is worked out by hand',
    async (notes, order) => {
      const { currency } = clients.find(({ name }) => name === order.client) as (typeof clients)[number];
      const { lineItemCount, ...totals } = orderTotals(order, currency);
      const stored = await staff.get<{ lineItems: Shipped[] }>(`/api/v1/orders/${season.orders.get(notes)}`);
      expect(stored).toMatchObject({ ...totals, currency, status: statusOf(order), clientName: order.client });
      expect(stored.lineItems).toHaveLength(lineItemCount);
      expect(stored.lineItems.map(({ shippedQty }) => shippedQty)).toEqual(shippedQuantities(order));
    },
  );

  test('are counted by their clients', async () => {
    for (const { name } of clients) {
      const path = `/api/v1/clients/${season.catalog.clients.get(name)}`;
      await eventually(async () => expect(await staff.get(path)).toMatchObject({ ordersCount: 2 }));
    }
  });
});

interface Shipped {
  shippedQty: number;
}

/** The status after its moves, and then its delivery notes. */
function statusOf(order: PlannedOrder): string | undefined {
  const notes = shipments.filter((shipment) => shipment.order === order).length;
  return ['partially_shipped', 'shipped'][notes - 1] ?? ['draft', 'confirmed', 'in_production'][order.moves.length];
}

test('the notes of an order count its drops, and name what has left', async () => {
  for (const [notes, id] of season.shipments) {
    const planned = shipments.find((shipment) => shipment.notes === notes) as (typeof shipments)[number];
    const { carrier, trackingNumber, actualShipDate } = planned;
    const dropNumber = shipments.filter(({ order }) => order === planned.order).indexOf(planned) + 1;
    const said = { status: 'shipped', dropNumber, carrier, trackingNumber, actualShipDate };
    expect(await staff.get(`/api/v1/delivery-notes/${id}`)).toMatchObject(said);
  }
});

test.each(purchases.map((purchase) => [purchase.supplier, purchase] as const))(
  'what is bought of %s comes to what is worked out by hand',
  async (supplier, purchase) => {
    const path = `/api/v1/purchase-orders/direct-cost/${season.purchases.get(supplier)}`;
    const { items, ...stored } = await staff.get<{ items: { qty: string; receivedQty: string }[] }>(path);
    const { status } = purchase;
    expect(stored).toMatchObject({ ...purchaseTotals(purchase), status, supplierName: suppliers[supplier].name });
    const received = status === 'partially_received' ? Number(items[0]?.qty) / 2 : 0;
    expect(items.map((item) => Number(item.receivedQty))).toEqual(
      items.map((_, index) => (index === 0 ? received : 0)),
    );
  },
);

test.each(invoices.map((invoice, index) => [invoice.invoiceNumber, invoice, STATUSES[index]] as const))(
  'invoice %s comes to what is worked out by hand, and is paid as the bank says',
  async (number, invoice, status) => {
    const { client } = invoice.shipment.order;
    const { currency } = clients.find(({ name }) => name === client) as (typeof clients)[number];
    const stored = await staff.get(`/api/v1/invoices/${season.invoices.get(number)?.id}`);
    expect(stored).toMatchObject({ ...invoiceTotals(invoice, currency), currency, status, clientName: client });
  },
);

test('every line of the bank is matched with what it pays, but for its fee', async () => {
  const lines = await Promise.all(
    season.bankStatements.map((id) => staff.get<{ lines: BankLine[] }>(`/api/v1/bank-statements/${id}`)),
  );
  const all = lines.flatMap((statement) => statement.lines);
  const ofNobody = all.filter(({ matchedTransferId }) => matchedTransferId === null);
  expect(ofNobody).toEqual([expect.objectContaining({ matchStatus: 'ignored', debit: bankFee.amount })]);
  const paid = all.filter(({ matchStatus }) => matchStatus === 'matched').map(({ referenceNo }) => referenceNo);
  const expected = [
    ...invoices.slice(0, 3).map(({ invoiceNumber }) => invoiceNumber),
    season.purchases.get('piedmont'),
  ];
  expect(paid.toSorted()).toEqual(expected.toSorted());
});

interface BankLine {
  referenceNo: string;
  matchStatus: string;
  matchedTransferId: string | null;
}

describe('what refers to what', () => {
  test('a bill is used by its style, and by the kits that hold a SKU of it', async () => {
    const bundle = await stored('Acadia heavy tee');
    const single = styles.find(({ name }) => name === SINGLE) as Style;
    const { id } = await billOf(single);
    const { usageCount, items } = await staff.get<{ usageCount: number; items: { type: string; id: string }[] }>(
      `/api/v1/bom/${id}/usage`,
    );
    expect(usageCount).toBe(25);
    expect(items.filter(({ type }) => type === 'style')).toEqual([
      expect.objectContaining({ id: season.catalog.styles.get(single.refId)?.id, name: single.name }),
    ]);
    const kits = items.filter(({ type }) => type === 'kit').map((item) => item.id);
    expect(kits.toSorted()).toEqual(bundle.skus.map((sku) => sku.id).toSorted());
  });

  test.each([
    ['a client', () => `clients/${season.catalog.clients.get('Nordwind Apparel')}`, /style/],
    ['a supplier', () => `suppliers/${season.catalog.suppliers.get('Keelung Zip Industrial')}`, /material/],
    ['a material', () => `materials/${season.catalog.materials.get('AW27-THR-01')}`, /bom/i],
    ['a style', () => `styles/${season.catalog.styles.get('AW27-1001')?.id}`, /bom/i],
  ])('%s that is in use is not deleted', async (_what, path, user) => {
    const token = await system.login();
    const response = await system.call(token, 'DELETE', `/api/v1/${path()}`);
    const refusal = (await response.json()) as { code: string; detail: string };
    expect([response.status, refusal.code]).toEqual([409, 'in_use']);
    expect(refusal.detail).toMatch(user);
  });

  test('a size whose SKU is in a kit is not dropped', async () => {
    const { id, sizes } = await stored(SINGLE);
    const token = await system.login();
    const response = await system.call(token, 'PATCH', `/api/v1/styles/${id}`, { sizes: sizes.slice(1) });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, 'in_use']);
  });
});

test('who has submitted a bill cannot approve it', async () => {
  const style = walked.find((one) => endingOf(one) === 'submitted') as Style;
  const { id } = await billOf(style);
  const token = await system.login(season.team.merchandiser);
  expect((await system.call(token, 'POST', `/api/v1/bom/${id}/approve`)).status).toBe(403);
});

describe('the webhook of a submission', () => {
  test('comes once for each, signed, with what changed since the last approved version', async () => {
    const events = await submissions();
    expect(events).toHaveLength(SUBMISSIONS);
    for (const style of walked) {
      const bill = await billOf(style);
      const own = events.filter(({ data }) => data.id === bill.id);
      for (const { data, comparison } of own) {
        const [version] = data.versions;
        expect(data.versions).toHaveLength(1);
        if (version.versionNumber === 1) {
          expect(comparison.versionA).toBeNull();
          expect(comparison.lineItemDiffs.map(({ changeType }) => changeType)).toEqual(
            version.lineItems.map(() => 'added'),
          );
          continue;
        }
        const from = version.versionNumber - 1;
        expect(comparison.versionA?.versionNumber).toBe(from);
        expect(described(comparison, bill)).toEqual(inOrder(differences(style, from, version.versionNumber, season)));
      }
    }
  }, 60_000);
});

/** All bodies, verified; each event once, in whatever order they came. */
async function submissions(): Promise<Submitted[]> {
  const distinct = () => new Map(receiver.requests.map((request) => [request.headers['webhook-id'], request]));
  await receiver.until(() => distinct().size >= SUBMISSIONS, 30_000);
  return [...distinct().values()].map(({ headers, body }) => {
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return new Webhook(SECRET).verify(body, text) as Submitted;
  });
}

/** A comparison with what its lines describe in place of their ids. */
function described({ lineItemDiffs }: Comparison, { versions }: Bom): Difference[] {
  const lines = versions.flatMap(({ lineItems }) => lineItems);
  const descriptions = new Map(lines.map(({ id, description }) => [id, description]));
  const differences = lineItemDiffs.map(({ changeType, oldValues, newValues, fieldDifferences }) => ({
    changeType,
    description: descriptions.get((newValues ?? oldValues)?.lineItemId ?? '') ?? '',
    fields: fieldDifferences as Difference['fields'],
  }));
  return inOrder(differences);
}

function inOrder(differences: Difference[]): Difference[] {
  const sorted = differences.map(({ fields, ...difference }) => ({
    ...difference,
    fields: fields.toSorted((a, b) => a.field.localeCompare(b.field)),
  }));
  return sorted.toSorted((a, b) => a.description.localeCompare(b.description));
}

async function billOf(style: Style): Promise<Bom> {
  return staff.get(`/api/v1/bom/${season.bills.get(style.refId)?.id}`);
}

async function stored(name: string): Promise<{ id: string; sizes: string[]; skus: { id: string }[] }> {
  const style = styles.find((one) => one.name === name);
  return staff.get(`/api/v1/styles/${season.catalog.styles.get(style?.refId ?? '')?.id}`);
}

async function orgOf(api: Api): Promise<{ org_id: string }> {
  const { org_id } = await api.get<{ org_id: string }>('/api/v1/auth/me');
  return { org_id };
}

const idOf = async (api: Api): Promise<string> => (await api.get<{ id: string }>('/api/v1/auth/me')).id;

/** Fails after some of what the longest step does. */
function cutOff(after: number): Progress {
  let count = 0;
  return {
    step: (_title, _things, work) =>
      work(() => {
        if (++count > after) throw new Error('cut off');
      }),
  };
}
