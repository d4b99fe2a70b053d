import { AppError, invalidField } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { newRecord, type RecordState } from '#chassis/domain/record.ts';
import { isCreditNote } from './invoice-status.ts';

/** A payment of an invoice. It never changes. */
export interface Payment extends RecordState {
  invoiceId: string;
  amount: number;
  /** As sent. */
  date: string;
  reference: string | null;
  /** The line of a bank statement that it was matched with, and that line's statement. */
  bankStatementId: string | null;
  bankLineId: string | null;
  createdById: string;
}

export interface PaymentInput {
  /** Above 0. */
  amount: number;
  /** As sent, or today. */
  date: string;
  reference?: string;
  /** For a payment that a match makes. */
  matched?: { bankStatementId: string; bankLineId: string };
}

interface Recording {
  actorId: string;
  now: Date;
  newId: () => string;
}

export const newPayment = (
  { amount, date, reference, matched }: PaymentInput,
  invoice: { id: string; orgId: string },
  { actorId, now, newId }: Recording,
): Payment => ({
  ...newRecord(newId(), invoice.orgId, now),
  invoiceId: invoice.id,
  amount,
  date,
  reference: reference ?? null,
  bankStatementId: matched?.bankStatementId ?? null,
  bankLineId: matched?.bankLineId ?? null,
  createdById: actorId,
});

/**
 * Payments and PDFs need a currency. Errors: validation_failed at `currency` for an invoice without one (decisions 7:
 * Defaults).
 */
export function requireCurrency({ currency }: { currency: string | null }): string {
  if (currency !== null) return currency;
  throw invalidField(['body', 'currency'], 'the invoice has no currency; PATCH its currency first', null);
}

/**
 * `left`: null for an invoice without a total. Faults: no total, more than is left, or more decimals than the currency has
 * (decisions 7: Payments, Missing sums).
 */
export function refuseAmount(
  field: 'amount' | 'paidAmount',
  amount: number,
  { left, currency }: { left: number | null; currency: string | null },
  faults: Faults,
): void {
  const sent = parseDecimal(amount);
  if (!roundTo(currency, sent).eq(sent)) faults.add([field], `more decimals than ${currency} has`, amount);
  else if (left === null) faults.add([field], 'the invoice has no total: no amount of it is known', amount);
  else if (amount > left) faults.add([field], `more than remains: ${left} ${currency}`, amount);
}

/** A payment that a match has made is deleted with the match only. Errors: in_use. */
export function refuseMatched({ bankLineId, bankStatementId }: Payment): void {
  if (bankLineId === null) return;
  const line = `line ${bankLineId} of bank statement ${bankStatementId}`;
  throw new AppError('in_use', `The payment is matched with ${line}; unmatch takes it back`);
}

/** Whether its client is to pay anything of it any more. */
export const isOwing = (invoice: {
  invoiceType: string | null;
  totalAmount: number | null;
  paidAmount: number;
}): boolean => !isCreditNote(invoice) && (leftOf(invoice.totalAmount, invoice.paidAmount) ?? 0) > 0;

/** The unpaid amount of a total; null without a total. */
export const leftOf = (totalAmount: number | null, paidAmount: number): number | null =>
  totalAmount === null ? null : toNumber(parseDecimal(totalAmount).minus(parseDecimal(paidAmount)));
