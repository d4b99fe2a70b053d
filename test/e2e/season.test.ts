import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type Api, type Gateway, openGateway } from '../../deploy/local/seed/api.ts';
import { endingOf } from '../../deploy/local/seed/bills.ts';
import { accounts } from '../../deploy/local/seed/data/accounts.ts';
import { bankAccounts, bankFee } from '../../deploy/local/seed/data/bank.ts';
import { clients } from '../../deploy/local/seed/data/clients.ts';
import { invoices } from '../../deploy/local/seed/data/invoices.ts';
import { materials } from '../../deploy/local/seed/data/materials.ts';
import { orders } from '../../deploy/local/seed/data/orders.ts';
import { purchases } from '../../deploy/local/seed/data/purchases.ts';
import { shipments } from '../../deploy/local/seed/data/shipments.ts';
import { type Style, styles } from '../../deploy/local/seed/data/styles.ts';
import { suppliers } from '../../deploy/local/seed/data/suppliers.ts';
import { type Progress, silently } from '../../deploy/local/seed/progress.ts';
import { type Season, walkSeason } from '../../deploy/local/seed/season.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** `npm run seed`, with what it leaves behind looked at through the public interface. */

interface Bom {
  id: string;
  status: string;
  currentVersion: number;
  versionCount: number;
  versions: {
    versionNumber: number;
    status: string;
    submittedById: string | null;
    approvedById: string | null;
    rejectedById: string | null;
  }[];
}

interface Submitted {
  data: Bom;
  comparison: {
    versionA: { versionNumber: number } | null;
    lineItemDiffs: { changeType: string; fieldDifferences: object[] }[];
  };
}

interface Usage {
  usageCount: number;
  items: { id: string }[];
}

interface Stored {
  skus: { id: string }[];
}

interface BankLine {
  referenceNo: string;
  matchStatus: string;
  matchedTransferId: string | null;
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
  const webhook = { url: `${receiver.url}/hook`, events: ['bom.submitted'], secret: SECRET };
  await admin.send('POST', '/api/v1/webhooks', webhook);
  // A client of the same name is not taken for the season's.
  const { name } = clients[0];
  await admin.send('POST', '/api/v1/clients', { name, country: 'DK', maxAccountValue: 1, currency: 'EUR' });
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
    ['clients', clients.length + 1],
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
      expect(versions[2]?.rejectedById).toBe(ending === 'rejected' ? judge : null);
    }
  }, 30_000);

  test('orders that their clients count, and invoices that are paid as the bank says', async () => {
    for (const { name } of clients) {
      const path = `/api/v1/clients/${season.catalog.clients.get(name)}`;
      await eventually(async () => expect(await staff.get(path)).toMatchObject({ ordersCount: 2 }));
    }
    for (const [index, { invoiceNumber, shipment }] of invoices.entries()) {
      const stored = await staff.get(`/api/v1/invoices/${season.invoices.get(invoiceNumber)?.id}`);
      expect(stored).toMatchObject({ status: STATUSES[index], clientName: shipment.order.client });
    }
  });

  test('every line of the bank is matched with what it pays, but for its fee', async () => {
    const statements = await Promise.all(
      season.bankStatements.map((id) => staff.get<{ lines: BankLine[] }>(`/api/v1/bank-statements/${id}`)),
    );
    const all = statements.flatMap(({ lines }) => lines);
    const ofNobody = all.filter(({ matchedTransferId }) => matchedTransferId === null);
    expect(ofNobody).toEqual([expect.objectContaining({ matchStatus: 'ignored', debit: bankFee.amount })]);
    const paid = all.filter(({ matchStatus }) => matchStatus === 'matched').map(({ referenceNo }) => referenceNo);
    const numbers = invoices.slice(0, 3).map(({ invoiceNumber }) => invoiceNumber);
    expect(paid.toSorted()).toEqual([...numbers, season.purchases.get('piedmont')].toSorted());
  });

  test('a bill that is used by its style, and by the kits that hold a SKU of it', async () => {
    const [single, bundle] = [SINGLE, 'Acadia heavy tee'].map((known) => styles.find(({ name }) => name === known));
    const { id } = await billOf(single as Style);
    const { usageCount, items } = await staff.get<Usage>(`/api/v1/bom/${id}/usage`);
    expect(usageCount).toBe(25);
    const { skus } = await staff.get<Stored>(`/api/v1/styles/${season.catalog.styles.get(bundle?.refId ?? '')?.id}`);
    const users = [season.catalog.styles.get(single?.refId ?? '')?.id, ...skus.map((sku) => sku.id)];
    expect(items.map((item) => item.id).toSorted()).toEqual(users.toSorted());
  });

  test('a walk that goes over it again changes nothing', async () => {
    const before = await Promise.all(walked.map(billOf));
    const again = await walkSeason(gateway, system.admin, silently, walked);
    expect(again.catalog).toEqual(season.catalog);
    expect(await Promise.all(walked.map(billOf))).toEqual(before);
  }, 60_000);
});

test('each submission is told once, signed, with what changed since the version before', async () => {
  const distinct = () => new Map(receiver.requests.map((request) => [request.headers['webhook-id'], request]));
  await receiver.until(() => distinct().size >= SUBMISSIONS, 30_000);
  expect(distinct().size).toBe(SUBMISSIONS);
  for (const { headers, body } of distinct().values()) {
    const { data, comparison } = new Webhook(SECRET).verify(body, headers as Record<string, string>) as Submitted;
    const [version, ...others] = data.versions;
    expect(others).toEqual([]);
    const from = Number(version?.versionNumber) - 1;
    expect(comparison.versionA?.versionNumber ?? 0).toBe(from);
    const path = `/api/v1/bom/${data.id}/versions/${from}/compare/${from + 1}`;
    const read = from > 0 ? await staff.get<Submitted['comparison']>(path) : comparison;
    expect(comparison.lineItemDiffs.length).toBeGreaterThan(0);
    expect(changesIn(comparison)).toEqual(changesIn(read));
  }
}, 60_000);

const changesIn = ({ lineItemDiffs }: Submitted['comparison']) =>
  lineItemDiffs.map(({ changeType, fieldDifferences }) => [changeType, fieldDifferences]);
const billOf = (style: Style) => staff.get<Bom>(`/api/v1/bom/${season.bills.get(style.refId)?.id}`);
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
