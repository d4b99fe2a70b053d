import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { personNames } from '#chassis/records/person-names.ts';
import { caller, envelopesOf, query, recordOf } from '../../../support/service/callers.ts';
import { ordered } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { invoiced, paymentsOf } from '../invoice-scene.ts';

const finance = await openFinance();
const { product, orders, purchaseOrders, invoices } = finance;
product.persons.set('u1', 'Ada Reis');

test('the authors of orders, purchase orders, versions and payments are named to the staff', async () => {
  const who = caller();
  const order = await ordered(finance, who);
  const author = { createdById: 'u1', createdByName: 'Ada Reis' };
  expect(order.versions).toMatchObject([author]);
  const version = await orders.getOrderVersion({ id: order.id, versionNumber: 1 }, who);
  expect(version).toMatchObject(author);

  const supplierId = product.supplier().id;
  await purchaseOrders.createPurchaseOrder({ order: { supplierId, items: [] } }, who);
  const { data } = await purchaseOrders.listPurchaseOrders(query(), who);
  expect(data).toMatchObject([{ createdBy: 'u1', createdByName: 'Ada Reis' }]);

  const { id } = await invoiced(finance, who);
  await invoices.issueInvoice({ id }, who);
  await invoices.payInvoice({ id, amount: 5 }, who);
  expect(await paymentsOf(finance, who, id)).toMatchObject([author]);
});

test('neither a client nor an event has the names of persons', async () => {
  const who = caller();
  const order = await ordered(finance, who);
  const { record } = await orders.getOrder({ id: order.id }, callerOfClient(who, order.clientId));
  expect(record?.versions).toMatchObject([{ createdById: 'u1' }]);
  expect(record?.versions[0]).not.toHaveProperty('createdByName');
  const [created] = await envelopesOf(finance.store, order.id);
  expect(created.data.versions).toMatchObject([{ createdById: 'u1', createdByName: null }]);
});

test('while identity does not answer, lists and records are answered in time, without names', async () => {
  const who = caller();
  const supplierId = product.supplier().id;
  await purchaseOrders.createPurchaseOrder({ order: { supplierId, items: [] } }, who);
  const own = product.readPersons;
  const waited: number[] = [];
  // As the client of identity: a call ends at its deadline.
  product.readPersons = personNames({
    async listNames(_request, { deadline = 0 }) {
      waited.push(deadline - Date.now());
      await sleep(Math.max(0, deadline - Date.now()));
      throw new AppError('deadline_exceeded', 'identity did not answer');
    },
  });
  try {
    const { data, total } = await purchaseOrders.listPurchaseOrders(query(), who);
    expect({ data, total }).toMatchObject({ data: [{ createdBy: 'u1', supplierName: 'Weavers' }], total: 1 });
    expect(data[0]).not.toHaveProperty('createdByName');
    const record = await recordOf(purchaseOrders.getPurchaseOrder({ id: data[0]?.id as string }, who));
    expect(record).toMatchObject({ createdBy: 'u1' });
    expect(waited).toHaveLength(2);
    for (const time of waited) expect(time).toBeLessThanOrEqual(1_000);
  } finally {
    product.readPersons = own;
  }
});
