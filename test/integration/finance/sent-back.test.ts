import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import {
  BankStatement,
  DeliveryNote,
  DeliveryNotePatch,
  deliveryNoteStatuses,
  Invoice,
  InvoicePatch,
  invoiceStatuses,
  ManagementAccount,
  ManagementAccountPatch,
  orderStatuses,
  PurchaseOrder,
  PurchaseOrderPatch,
  purchaseOrderStatuses,
  SalesOrder,
  SalesOrderPatch,
} from '#proto/finance/v1/contract.ts';
import { statementPatch } from '../../../gateway/bank-statements/statement-body.ts';
import { type BodyKind, type Change, patch } from '../../../gateway/payload/bodies.ts';
import { publicFormOf } from '../../../gateway/payload/record-form.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { noted, ordered, some } from './delivery-note-scene.ts';
import { openFinance } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';
import { refusedAt } from './refusals.ts';

const finance = await openFinance();

type Reply = { record: object | null; eventId: string };

interface Resource {
  item: z.ZodType;
  body: BodyKind<Change<object>>;
  read(id: string, who: Caller): Promise<Reply>;
  update(request: { id: string } & Change<never>, who: Caller): Promise<Reply>;
}

const resources = {
  order: {
    item: SalesOrder,
    body: patch(SalesOrderPatch, SalesOrder),
    read: (id, who) => finance.orders.getOrder({ id }, who),
    update: (request, who) => finance.orders.updateOrder(request, who),
  },
  deliveryNote: {
    item: DeliveryNote,
    body: patch(DeliveryNotePatch, DeliveryNote),
    read: (id, who) => finance.deliveryNotes.getDeliveryNote({ id }, who),
    update: (request, who) => finance.deliveryNotes.updateDeliveryNote(request, who),
  },
  invoice: {
    item: Invoice,
    body: patch(InvoicePatch, Invoice),
    read: (id, who) => finance.invoices.getInvoice({ id }, who),
    update: (request, who) => finance.invoices.updateInvoice(request, who),
  },
  purchaseOrder: {
    item: PurchaseOrder,
    body: patch(PurchaseOrderPatch, PurchaseOrder),
    read: (id, who) => finance.purchaseOrders.getPurchaseOrder({ id }, who),
    update: (request, who) => finance.purchaseOrders.updatePurchaseOrder(request, who),
  },
  account: {
    item: ManagementAccount,
    body: patch(ManagementAccountPatch, ManagementAccount),
    read: (id, who) => finance.accounts.getManagementAccount({ id }, who),
    update: (request, who) => finance.accounts.updateManagementAccount(request, who),
  },
  bankStatement: {
    item: BankStatement,
    body: statementPatch(),
    read: (id, who) => finance.bankStatements.getBankStatement({ id }, who),
    update: (request, who) => finance.bankStatements.updateBankStatement(request, who),
  },
} satisfies Record<string, Resource>;

type Name = keyof typeof resources;

/**
 * Sends the answer of a GET back as a PATCH, with the fields of `changes` replaced. Converts both as the gateway does.
 */
async function sendBack(name: Name, id: string, who: Caller, changes: object = {}): Promise<Reply> {
  const { item, body, read, update }: Resource = resources[name];
  const shown = publicFormOf(item)((await read(id, who)).record) as object;
  const sent = Buffer.from(JSON.stringify({ ...shown, ...changes }));
  const change = await body.validate(await body.parse(sent, undefined));
  return update({ id, ...change } as never, who);
}

/** Expects that an answer that is sent back changes nothing, and that other changes in the same PATCH are accepted. */
async function expectSentBack(name: Name, id: string, who: Caller, changes: object): Promise<void> {
  expect((await sendBack(name, id, who)).eventId).toBe('');
  expect((await sendBack(name, id, who, changes)).record).toMatchObject(changes);
}

const idOf = ({ record }: Reply) => (record as { id: string }).id;

const goods = (styleId: string) => [
  { styleId, qty: 10, unitPrice: 2.5 },
  { description: 'Samples', qty: 1 },
];

/** Creates a record of each kind in this status, with values in as many fields as possible. */
const made: Record<Exclude<Name, 'bankStatement' | 'account'>, (status: string, who: Caller) => Promise<string>> = {
  async order(status, who) {
    const style = finance.product.style();
    const lineItems = [...goods(style.id), { skuId: style.skus[0]?.id as string, qty: 1, unitPrice: 0.125 }];
    const bomId = finance.product.bom(style.id).id;
    const order = { status, taxRate: 19, notes: 'N', lineItems: [...lineItems, { styleId: style.id, bomId, qty: 2 }] };
    return (await ordered(finance, who, order)).id;
  },
  async deliveryNote(status, who) {
    const style = finance.product.style();
    const order = await ordered(finance, who, { lineItems: goods(style.id) });
    const lines = [...some(order, 1), { skuId: style.skus[0]?.id as string, qty: 2 }, { description: 'Tags', qty: 1 }];
    return (await noted(finance, who, order.id, { status, lineItems: lines, carrier: 'Sea' })).id;
  },
  async invoice(status, who) {
    const order = await ordered(finance, who, { lineItems: goods(finance.product.style().id) });
    const lineItems = [
      { ...some(order, 1)[0], unitPrice: 33.335, freeFields: '{"room":"3"}' },
      { description: 'Freight', amount: 7 },
    ];
    const paid = { partially_paid: 10, overdue: 10 }[status];
    const { id } = await invoiced(finance, who, {
      status: status === 'overdue' ? 'partially_paid' : status,
      ...{ salesOrderId: order.id, lineItems, taxRate: 7 },
      ...(paid !== undefined && { paidAmount: paid }),
      ...(status === 'overdue' && { dueDate: '2026-01-02' }),
    });
    return id;
  },
  async purchaseOrder(status, who) {
    const { product, accounts, purchaseOrders } = finance;
    const account = { code: `A-${status}`, name: 'Costs' };
    const managementAccountId = idOf(await accounts.createManagementAccount({ account }, who));
    const named = { managementAccountId, bomId: product.bom(product.style().id).id, materialId: product.material().id };
    const items = [
      { description: 'Twill', qty: '2.50', unitPrice: '0.333333', taxRate: '7', ...named },
      { description: 'Thread', qty: '1', unitPrice: '3' },
    ];
    const order = { supplierId: product.supplier().id, status, taxRate: '19', adjustment: '-0.10', items };
    return idOf(await purchaseOrders.createPurchaseOrder({ order }, who));
  },
};

const statusesOf = {
  order: orderStatuses,
  deliveryNote: deliveryNoteStatuses,
  invoice: invoiceStatuses,
  purchaseOrder: purchaseOrderStatuses,
};

const everyStatus = (Object.keys(made) as (keyof typeof made)[]).flatMap((name) =>
  statusesOf[name].map((status) => [name, status] as const),
);

/** Documents that refer to records that were deleted or changed after the document was created. */
const outlived: Record<string, (who: Caller) => Promise<[name: Name, id: string]>> = {
  async 'a cancelled invoice whose order was deleted'(who) {
    const order = await ordered(finance, who);
    const lineItems = [{ ...some(order, 1)[0], unitPrice: 5 }];
    const { id } = await invoiced(finance, who, { salesOrderId: order.id, lineItems, status: 'cancelled' });
    await finance.orders.deleteOrder({ id: order.id }, who);
    return ['invoice', id];
  },
  async 'a cancelled invoice whose client was deleted'(who) {
    const clientId = finance.product.client().id;
    const { id } = await invoiced(finance, who, { clientId, status: 'cancelled' });
    finance.product.forget(clientId);
    return ['invoice', id];
  },
  async 'a cancelled invoice whose order and client were deleted'(who) {
    const order = await ordered(finance, who);
    const { id } = await invoiced(finance, who, { salesOrderId: order.id, status: 'cancelled' });
    await finance.orders.deleteOrder({ id: order.id }, who);
    finance.product.forget(order.clientId);
    return ['invoice', id];
  },
  async "a cancelled invoice whose order is another client's now"(who) {
    const order = await ordered(finance, who, { status: 'draft' });
    const { id } = await invoiced(finance, who, { salesOrderId: order.id, status: 'cancelled' });
    const patch = { clientId: finance.product.client().id, lineItems: [] };
    await finance.orders.updateOrder({ id: order.id, patch, fields: ['clientId'] }, who);
    return ['invoice', id];
  },
  async 'a cancelled delivery note whose order was deleted'(who) {
    const order = await ordered(finance, who, { lineItems: goods(finance.product.style().id) });
    const { id } = await noted(finance, who, order.id, { status: 'cancelled', lineItems: some(order, 1) });
    await finance.orders.deleteOrder({ id: order.id }, who);
    return ['deliveryNote', id];
  },
  async 'a ready delivery note whose order says more of its line now'(who) {
    const { id: styleId, skus } = finance.product.style();
    const order = await ordered(finance, who, { lineItems: [{ styleId, qty: 1 }] });
    const { id } = await noted(finance, who, order.id, { status: 'ready', lineItems: some(order, 1) });
    const lineItems = order.lineItems.map((line) => ({ id: line.id, qty: 1, skuId: skus[0]?.id as string }));
    await finance.orders.updateOrder({ id: order.id, patch: { lineItems }, fields: ['lineItems'] }, who);
    return ['deliveryNote', id];
  },
  async 'an account below one that is inactive'(who) {
    const made = (account: { code: string; parentId?: string }) =>
      finance.accounts.createManagementAccount({ account: { name: 'Costs', ...account } }, who);
    const parentId = idOf(await made({ code: 'A' }));
    const id = idOf(await made({ code: 'A-1', parentId }));
    await finance.accounts.deactivateManagementAccount({ id: parentId }, who);
    return ['account', id];
  },
  async 'a bank statement of which a line is matched'(who) {
    const lines = [{ credit: 100, description: 'Nordwind', transactionDate: '2026-01-05' }, { debit: 0.5 }];
    const statement = { accountNumber: 'PT50', currency: 'EUR', bankName: 'Caixa', lines };
    const { record } = await finance.bankStatements.createBankStatement({ statement, lines } as never, who);
    const lineId = record?.lines[0]?.id as string;
    const invoice = await invoiced(finance, who, { status: 'issued' });
    const target = { targetType: 'invoice', targetId: invoice.id } as const;
    await finance.bankStatements.matchBankLine({ id: record?.id as string, lineId, ...target }, who);
    return ['bankStatement', record?.id as string];
  },
};

describe('what was read can be sent back', () => {
  test.each(everyStatus)('of a record: %s, %s', async (name, status) => {
    const who = caller();
    const id = await made[name](status, who);
    if (status === 'overdue') await finance.announceOverdue();
    expect((await resources[name].read(id, who)).record).toMatchObject({ status });
    await expectSentBack(name, id, who, { notes: 'Other' });
  });

  test.each(Object.keys(outlived))('of %s', async (which) => {
    const who = caller();
    const [name, id] = await (outlived[which] as (typeof outlived)[string])(who);
    await expectSentBack(name, id, who, name in made ? { notes: 'Other' } : { description: 'Other' });
  });
});

describe('what is sent anew must be there', () => {
  test('of a cancelled invoice, too', async () => {
    const who = caller();
    const { id } = await invoiced(finance, who, { clientId: finance.product.client().id, status: 'cancelled' });
    await expect(sendBack('invoice', id, who, { salesOrderId: 'none' })).rejects.toEqual(
      refusedAt('body', 'salesOrderId'),
    );
    await expect(sendBack('invoice', id, who, { clientId: 'nobody' })).rejects.toEqual(refusedAt('body', 'clientId'));
  });
});
