import { toNumber } from '#chassis/domain/money.ts';
import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { invoice } from '#proto/finance/v1/invoice.contract.ts';
import { dateSortKey, instantText } from '../documents/domain/sort-keys.ts';
import { earlyPayment } from './domain/due-date.ts';
import { type Invoice, invoiceSortKeys } from './domain/invoice.ts';
import { isCreditNote, isOpen, resource } from './domain/invoice-status.ts';
import { isOwing, unpaidAmount } from './domain/payment.ts';

/** The stored field that holds the start of the due date, in epoch milliseconds; null if nothing is to be paid. */
export const DUE = 'due';
/** The stored field that holds the unpaid amount; null unless the client has to pay the invoice. */
export const REMAINING = 'remaining';

/** The stored field that holds the amount that settles the invoice by its discount for early payment; null without one. */
export const DISCOUNTED = 'discounted';

export const invoiceModel: RecordModel<Invoice> = {
  resource,
  collection: 'invoices',
  fields: {
    // `overdue` is a stored status, so that lists by status can use an index.
    ...invoice.stored,
    clientName: LOOKED_UP,
    // Up to 500 lines. Not typed, because no field of a line needs casting.
    lineItems: Array,
    isNumbered: Boolean,
    isCounted: Boolean,
    cancelledAsDraft: Boolean,
  },
  list: {
    sorts: invoice.sorts,
    otherSorts: invoice.otherSorts,
    sortKeys: invoiceSortKeys,
    dates: { issuedDate: instantText, dueDate: instantText },
    // The embedded engine takes the first of equal plans. A client has fewer documents than a status.
    filters: ['salesOrderId', 'clientId', 'correctsInvoiceId', 'status'],
    totals: { amounts: invoice.amounts, amountsOf: shownAmounts },
    partFilters: { styleId: 'lineItems.styleId', skuId: 'lineItems.skuId' },
    searches: invoice.searches,
  },
  unique: ['invoiceNumber'],
  // Matching looks up invoices by the amount that a payer owes.
  lookUps: [REMAINING, DISCOUNTED],
  derived: {
    [DUE]: (one) => (isOwing(one) ? dateSortKey(one.dueDate) : null),
    [REMAINING]: unpaidByClient,
    [DISCOUNTED](one) {
      const early = isOpen(one.status) ? earlyPayment(one) : undefined;
      return early ? toNumber(early.amount) : null;
    },
  },
};

/** The unpaid amount; null unless the client has to pay the invoice. */
function unpaidByClient(one: Invoice): number | null {
  return isOpen(one.status) && !isCreditNote(one) ? unpaidAmount(one.totalAmount, one.paidAmount) : null;
}

/** The amounts of a stored invoice. The balance is not stored. */
function shownAmounts(stored: Readonly<Record<string, number | null>>): (number | null | undefined)[] {
  const { totalAmount = null, paidAmount } = stored;
  const amounts: typeof stored = { ...stored, remainingBalance: unpaidAmount(totalAmount, paidAmount ?? 0) };
  return invoice.amounts.map((name) => amounts[name]);
}
