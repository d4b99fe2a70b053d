import { afterAll, beforeAll, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectPaid } from '../support/sale/expect-paid.ts';
import { sell } from '../support/sale/sell.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { ownOrg } from '../support/system/tenant.ts';

/**
 * From an order to its payment: order, two drops, an invoice, the bank's file, the match. With two processes of finance and
 * product, behind a gateway each.
 */

let replicas: Replica[] = [];
// Before the org is closed, because its system may stop then.
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())), 60_000);
const own = ownOrg();
let receiver: Receiver;
let gateways: string[];

beforeAll(async () => {
  receiver = await startReceiver();
  const { system, token } = own;
  await system.json(token, 'POST', '/api/v1/webhooks', { url: `${receiver.url}/hook`, events: ['*'] });
  const [product, finance] = await Promise.all([startReplica(system, 'product'), startReplica(system, 'finance')]);
  replicas = [product, finance];
  const second = { PRODUCT_ADDRESS: product.address, FINANCE_ADDRESS: finance.address, RATE_LIMIT_USER: '100000' };
  const gateway = await startReplica(system, 'gateway', second);
  replicas.push(gateway);
  gateways = [system.run.gateway.url, gateway.address];
}, 120_000);

afterAll(() => receiver.close());

test('four sales at once, each step at the other gateway, end paid', async () => {
  const selling = Array.from({ length: 4 }, (_, n) => sell({ ...own, gateways, name: `two-${n}` }));
  for (const sale of await Promise.all(selling)) await expectPaid(sale, { ...own, receiver });
}, 120_000);
