import { invalidField } from '#chassis/domain/errors.ts';
import { parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { requireLoaded } from '../documents/domain/named.ts';
import { earlyPayment } from '../invoices/domain/due-date.ts';
import { isCreditNote } from '../invoices/domain/invoice-status.ts';
import { requireCurrency, unpaidAmount } from '../invoices/domain/payment.ts';
import type { OpenInvoice } from '../invoices/open-invoices-repository.ts';
import type { InvoicePayments } from '../invoices/payments.ts';
import type { InvoiceRepository } from '../invoices/repository.ts';
import type { BankLine } from './domain/bank-line.ts';
import type { OpenItem } from './domain/open-item.ts';
import type { OpenItemSource } from './open-items.ts';

/** Invoices as open items, for incoming money. Each match creates a payment that names the line. */
export function invoiceOpenItems(
  invoices: Pick<InvoiceRepository, 'lockAll' | 'load' | 'matching'>,
  paying: InvoicePayments,
): OpenItemSource {
  return {
    lock: (tx, id) => invoices.lockAll(tx, { id }),
    async load(tx, id) {
      const invoice = await requireLoaded(invoices.load(tx, { id }), () => none(id));
      if (isCreditNote(invoice)) throw credited(id);
      const currency = requireCurrency(invoice);
      if (invoice.totalAmount === null) throw withoutTotal(id);
      return {
        item: openItemOf(invoice, currency),
        async pay({ line, amount, today }) {
          const details = { date: line.transactionDate ?? today, ...referenceOf(line) };
          const matched = { bankStatementId: line.bankStatementId, bankLineId: line.id };
          const payment = { amount: toNumber(amount), ...details, matched };
          return (await paying.pay(tx, { id: invoice.id }, payment)).paymentId;
        },
      };
    },
    async takeBack(tx, { key, paymentId }, { today }) {
      await paying.takeBack(tx, { id: key }, { paymentId: paymentId as string, today, isUnmatch: true });
    },
    async find(scope, { currency, amounts, numbers }) {
      const found = await invoices.matching(scope, { currency, amounts: amounts.map(Number), numbers });
      return found.map((invoice) => openItemOf(invoice, currency));
    },
  };
}

function openItemOf(invoice: OpenInvoice, currency: string): OpenItem {
  const remaining = parseDecimal(unpaidAmount(invoice.totalAmount, invoice.paidAmount) ?? 0);
  const early = earlyPayment(invoice);
  return {
    type: 'invoice',
    id: invoice.id,
    key: invoice.id,
    // Only drafts may have no number.
    number: invoice.invoiceNumber ?? '',
    currency,
    remaining: remaining.toFixed(),
    ...(early && { discounted: { remaining: early.amount.toFixed(), until: early.until } }),
    name: invoice.clientName,
  };
}

const referenceOf = ({ referenceNo }: BankLine) => (referenceNo === null ? {} : { reference: referenceNo });

/** A credit note reduces the client's debt. A payment recorded on it would increase the debt again. */
const credited = (id: string) =>
  invalidField(['body', 'id'], 'it is a credit note, which the client does not pay; name an invoice', id);

const withoutTotal = (id: string) =>
  invalidField(['body', 'id'], 'the invoice has no total, because none of its amounts is known', id);

const none = (id: string) =>
  invalidField(['body', 'id'], 'there is no such invoice; POST /api/v1/invoices creates one', id);
