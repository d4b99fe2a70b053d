import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { BankStatement } from '#proto/gen/finance/v1/BankStatement.ts';
import { commandsOf } from '../../support/read-plans.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { noted, ordered, some } from './delivery-note-scene.ts';
import { openFinance } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';

const finance = await openFinance();

const CALLERS = 10;
const eachOf = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, n) => make(n)));

/** A call for each of the records. */
const each = <T>(records: readonly T[], call: (record: T) => Promise<unknown>) => records.map((one) => () => call(one));

/** Ten calls that write different documents and one common document. All of them must succeed. */
const crowds: Record<string, (who: Caller, clientId: string) => Promise<(() => Promise<unknown>)[]>> = {
  async 'orders of a client are made confirmed'(who, clientId) {
    return Array(CALLERS).fill(() => ordered(finance, who, { clientId, ...goods }));
  },
  async 'invoices of a client are made issued'(who, clientId) {
    return Array(CALLERS).fill(() => invoiced(finance, who, { clientId, status: 'issued' }));
  },
  async 'invoices of an order are made paid'(who, clientId) {
    const { id } = await ordered(finance, who, { clientId, ...goods });
    const paid = { salesOrderId: id, totalAmount: 1, paidAmount: 1, status: 'issued' };
    return Array(CALLERS).fill(() => invoiced(finance, who, paid));
  },
  async 'orders of a client are confirmed'(who, clientId) {
    const drafts = await eachOf(() => ordered(finance, who, { clientId, ...goods, status: 'draft' }));
    return each(drafts, ({ documentId: id }) => finance.orders.confirmOrder({ id }, who));
  },
  async 'orders of a client are changed that it owes by'(who, clientId) {
    const orders = await eachOf(() => ordered(finance, who, { clientId, ...goods }));
    const patch = { taxRate: 10, lineItems: [] };
    return each(orders, ({ id }) => finance.orders.updateOrder({ id, patch, fields: ['taxRate'] }, who));
  },
  async 'orders of a client are cancelled'(who, clientId) {
    const orders = await eachOf(() => ordered(finance, who, { clientId, ...goods }));
    return each(orders, ({ id }) => finance.orders.cancelOrder({ id }, who));
  },
  async 'delivery notes of an order are shipped'(who, clientId) {
    const order = await ordered(finance, who, { clientId });
    const notes = await eachOf(() => noted(finance, who, order.id, { status: 'ready', lineItems: some(order, 1) }));
    return each(notes, ({ documentId: id }) => finance.deliveryNotes.shipDeliveryNote({ id }, who));
  },
  async 'invoices of an order are issued'(who, clientId) {
    const order = await ordered(finance, who, { clientId, ...goods });
    const invoices = await eachOf(() => invoiced(finance, who, { salesOrderId: order.id, totalAmount: 1 }));
    return each(invoices, ({ id }) => finance.invoices.issueInvoice({ id }, who));
  },
  async 'invoices of a client are paid'(who, clientId) {
    const invoices = await eachOf(() => invoiced(finance, who, { clientId, status: 'issued' }));
    return each(invoices, ({ id }) => finance.invoices.payInvoice({ id, amount: 1 }, who));
  },
  async 'invoices of a client are cancelled'(who, clientId) {
    const invoices = await eachOf(() => invoiced(finance, who, { clientId, status: 'issued' }));
    return each(invoices, ({ id }) => finance.invoices.cancelInvoice({ id }, who));
  },
  async 'bank lines of a statement are matched with invoices of a client'(who, clientId) {
    const invoices = await eachOf(() => invoiced(finance, who, { clientId, status: 'issued' }));
    const { id, lines } = await statementOf(who, CALLERS);
    return invoices.map((invoice, n) => () => match(who, { id, lineId: lines[n]?.id as string }, invoice.id));
  },
  async 'lines of bank statements are matched with one invoice'(who, clientId) {
    const invoice = await invoiced(finance, who, { clientId, totalAmount: CALLERS * 100, status: 'issued' });
    const statements = await eachOf(() => statementOf(who, 1));
    return each(statements, ({ id, lines }) => match(who, { id, lineId: lines[0]?.id as string }, invoice.id));
  },
  async 'lines of bank statements are unmatched from invoices of a client'(who, clientId) {
    const statements = await eachOf(() => statementOf(who, 1));
    const keys = statements.map(({ id, lines }) => ({ id, lineId: lines[0]?.id as string }));
    for (const key of keys) await match(who, key, (await invoiced(finance, who, { clientId, status: 'issued' })).id);
    return each(keys, (key) => finance.bankStatements.unmatchBankLine(key, who));
  },
  async 'lines of bank statements are matched with a purchase order'(who) {
    const items = [{ description: 'Twill', qty: '1', unitPrice: String(CALLERS * 100) }];
    const order = { supplierId: finance.product.supplier().id, status: 'issued', items };
    const { record } = await finance.purchaseOrders.createPurchaseOrder({ order }, who);
    const statements = await eachOf(() => statementOf(who, 1, { debit: 100 }));
    const target = { targetType: 'purchase_order', targetId: record?.id as string } as const;
    return each(statements, ({ id, lines }) =>
      finance.bankStatements.matchBankLine({ id, lineId: lines[0]?.id as string, ...target }, who),
    );
  },
};

/** Creates a statement for a new account, with `count` lines. */
async function statementOf(who: Caller, count: number, line: object = { credit: 100 }): Promise<BankStatement> {
  const statement = { accountNumber: newId(), currency: 'EUR' };
  const lines = Array(count).fill(line);
  return (await finance.bankStatements.createBankStatement({ statement, lines }, who)).record as BankStatement;
}

const match = (who: Caller, key: { id: string; lineId: string }, targetId: string) =>
  finance.bankStatements.matchBankLine({ ...key, targetType: 'invoice', targetId }, who);

const goods = { lineItems: [{ description: 'Goods', qty: 1, unitPrice: 100 }] };

test.each(Object.keys(crowds))(
  'no transaction is begun in vain when ten %s at once',
  async (crowd) => {
    const { id } = finance.product.client({ maxAccountValue: 1e9 });
    const calls = await (crowds[crowd] as (typeof crowds)[string])(caller(), id);
    const commands = await commandsOf(finance.store, () => Promise.all(calls.map((call) => call())));
    expect(commands.filter(({ command }) => command.startTransaction)).toHaveLength(CALLERS);
  },
  60_000,
);
