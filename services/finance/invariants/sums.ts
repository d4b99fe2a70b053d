import { Faults } from '#chassis/domain/faults.ts';
import { add, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { lineAmount, totalsOf } from '../documents/domain/amounts.ts';
import { exactAmount, exactTotals } from '../documents/domain/exact-amounts.ts';
import type { Invoice } from '../invoices/domain/invoice.ts';
import type { Order } from '../orders/domain/order.ts';
import type { PurchaseOrder } from '../purchase-orders/domain/purchase-order.ts';

type Stored<Document> = Omit<Document, 'id'> & { _id: string };

/** Documents per batch. A document has up to 500 lines, so batches are small. */
const PAGE = 50;

/** The stored sums of a document equal the sums of its lines (decisions 7: Tax, Invoice amounts, PO decimals). */
export const sums: readonly Invariant[] = [
  invariantOf<Stored<Order>>({ name: 'sums', collection: 'orders', page: PAGE }, (rows) =>
    rows.flatMap((order) => faultsOf('order', order, orderSums(order))),
  ),
  invariantOf<Stored<Invoice>>({ name: 'sums', collection: 'invoices', page: PAGE }, (rows) =>
    rows.flatMap((invoice) => faultsOf('invoice', invoice, invoiceSums(invoice))),
  ),
  invariantOf<Stored<PurchaseOrder>>({ name: 'sums', collection: 'purchase_orders', page: PAGE }, (rows) =>
    rows.flatMap((order) => faultsOf('purchase order', order, purchaseOrderSums(order))),
  ),
];

/** The name of a sum, its stored value, and its computed value. */
type Sum = readonly [field: string, stored: unknown, due: unknown];

/** Faults of the range are ignored here: only the comparison of the sums counts. */
const ignored = () => new Faults();

function orderSums({ lineItems, taxRate, currency, subtotal, taxAmount, totalAmount }: Stored<Order>): Sum[] {
  const totals = totalsOf(lineItems, taxRate, currency, ignored());
  return [
    ...lineItems.map((line): Sum => {
      return [`amount of line ${line.id}`, line.amount, lineAmount(line, currency, ignored())];
    }),
    ['subtotal', subtotal, totals.subtotal],
    ['taxAmount', taxAmount, totals.taxAmount],
    ['totalAmount', totalAmount, totals.totalAmount],
  ];
}

/**
 * The computed sums of an invoice. A null is not compared, because earlier versions stored null for sums that could be
 * computed. The tax is not compared with a rate, because callers may send it.
 */
function invoiceSums({ lineItems, subtotal, taxAmount, totalAmount }: Stored<Invoice>): Sum[] {
  const amounts = lineItems.flatMap(({ amount }) => amount ?? []);
  const isWhole = subtotal !== null && taxAmount !== null && totalAmount !== null;
  return [
    ...(amounts.length > 0 ? [['subtotal', subtotal, sumOf(amounts)] as const] : []),
    ...(isWhole ? [['totalAmount', totalAmount, sumOf([subtotal, taxAmount])] as const] : []),
  ];
}

const sumOf = (amounts: readonly number[]) => toNumber(add(...amounts.map(parseDecimal)));

function purchaseOrderSums({ items, currency, taxRate, ...order }: Stored<PurchaseOrder>): Sum[] {
  const { subtotal, taxAmount, adjustment, total } = order;
  const totals = exactTotals(items, { taxRate, adjustment }, currency, ignored());
  return [
    ...items.map(({ id, qty, unitPrice, amount }): Sum => {
      return [`amount of item ${id}`, amount, exactAmount(qty, unitPrice, currency, ignored())];
    }),
    ['subtotal', subtotal, totals.subtotal],
    ['taxAmount', taxAmount, totals.taxAmount],
    ['total', total, totals.total],
  ];
}

function faultsOf(what: string, { _id, orgId }: { _id: string; orgId: string }, found: readonly Sum[]): Fault[] {
  return found
    .filter(([, stored, due]) => stored !== due)
    .map(([field, stored, due]) => ({
      orgId,
      record: `${what} ${_id}`,
      says: `${field} is ${stored}, and comes to ${due}`,
    }));
}
