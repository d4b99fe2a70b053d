import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type Sale, type Seller, sell, TOTAL, WRITES } from '../support/order-to-cash.ts';
import { races } from '../support/races/races.ts';
import { OrgApi, runRace } from '../support/races/racing.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { killAndWait, ownProcesses } from '../support/system/outage.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

/** From an order to its payment: order, two drops, an invoice, the bank's file, the match. */

interface Event {
  id: string;
  type: string;
  sequence: number;
  data: { id: string; status?: string };
}

const victims = ownProcesses();
let system: System;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ env: { ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000' } });
  token = await system.login();
  const { org_id } = await read<{ org_id: string }>('/auth/me');
  const webhook = { url: `${receiver.url}/hook`, events: ['*'], org_id };
  expect((await system.call(token, 'POST', '/api/v1/webhooks', webhook)).status).toBe(200);
}, 120_000);

afterAll(async () => {
  await system.stop();
  await receiver.close();
}, 60_000);

test('a sale ends paid, and each of its events arrives', async () => {
  await expectPaid(await sell(sellerOf('calm')));
}, 60_000);

describe('while a process is killed with -9', () => {
  test.each(victims.map((victim, index) => [victim, index] as const))(
    '%s',
    async (victim, index) => {
      // Each at another step of the way.
      const at = Math.floor((index * WRITES) / victims.length) + 1;
      let killing: Promise<void> | undefined;
      const meanwhile = (writes: number) => {
        if (writes === at) killing = killAndWait(system, victim);
      };
      const sale = await sell({ ...sellerOf(`killed-${victim}`), meanwhile });
      await killing;
      await expectPaid(sale);
    },
    180_000,
  );
});

describe('with two processes of finance and product, behind a gateway each', () => {
  let replicas: Replica[];
  let gateways: string[];

  beforeAll(async () => {
    const [product, finance] = await Promise.all([startReplica(system, 'product'), startReplica(system, 'finance')]);
    const second = { PRODUCT_ADDRESS: product.address, FINANCE_ADDRESS: finance.address, RATE_LIMIT_USER: '100000' };
    const gateway = await startReplica(system, 'gateway', second);
    replicas = [product, finance, gateway];
    gateways = [system.run.gateway.url, gateway.address];
  }, 60_000);

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
  }, 60_000);

  test('ten sales at once, each step at the other, end paid', async () => {
    const sales = await Promise.all(Array.from({ length: 10 }, (_, n) => sell({ ...sellerOf(`two-${n}`), gateways })));
    for (const sale of sales) await expectPaid(sale);
  }, 120_000);

  test.each(races.map((race) => [race.rule, race] as const))(
    'of 20 callers at once none breaks the rule of %s',
    async (_rule, race) => {
      await runRace(race, new OrgApi({ system, token, gateways }));
    },
    60_000,
  );
});

const sellerOf = (name: string): Seller => ({ system, token, gateways: [system.run.gateway.url], name });

async function expectPaid(sale: Sale & { suggested: string[] }): Promise<void> {
  const { order, notes, invoice, statement, eventIds, suggested } = sale;
  // Others of the same amount may follow.
  expect(suggested[0]).toBe(invoice);
  expect(await read(`/invoices/${invoice}`)).toMatchObject({
    status: 'paid',
    totalAmount: TOTAL,
    paidAmount: TOTAL,
    remainingBalance: 0,
  });
  const { data: payments } = await read<{ data: object[] }>(`/invoices/${invoice}/payments`);
  expect(payments).toEqual([expect.objectContaining({ amount: TOTAL })]);
  expect(await read(`/orders/${order}`)).toMatchObject({ status: 'shipped', totalAmount: TOTAL });
  const { lines } = await read<{ lines: object[] }>(`/bank-statements/${statement}`);
  expect(lines).toEqual([
    expect.objectContaining({ matchStatus: 'matched', matchedTransferId: invoice, amount: TOTAL }),
  ]);
  await eventually(() => {
    expect(eventIds.filter((id) => !heard().has(id))).toEqual([]);
    expect(typesOf(order)).toEqual(['created', 'confirmed', 'started', 'shipped', 'shipped'].map(of('order')));
    for (const note of notes) expect(typesOf(note)).toEqual(['created', 'ready', 'shipped'].map(of('delivery_note')));
    expect(typesOf(invoice)).toEqual(['created', 'issued', 'paid'].map(of('invoice')));
    expect(typesOf(statement)).toEqual(['created', 'line_matched'].map(of('bank_statement')));
  }, 60_000);
}

const of = (resource: string) => (what: string) => `${resource}.${what}`;

/** Each event once, however often it came. */
const heard = () => new Map(receiver.requests.map(({ body }) => JSON.parse(body) as Event).map((one) => [one.id, one]));

/** What was told of a record, in the order in which it happened. */
function typesOf(recordId: string): string[] {
  const own = [...heard().values()].filter(({ data }) => data.id === recordId);
  return own.sort((one, other) => one.sequence - other.sequence).map(({ type }) => type);
}

/** Asks again while a process that is up again is not yet connected everywhere. */
function read<T>(path: string): Promise<T> {
  return eventually(async () => {
    const response = await system.call(token, 'GET', `/api/v1${path}`);
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  }) as Promise<T>;
}
