import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { type Decimal, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';
import { flowOf, type LineAmounts } from './line-amounts.ts';

/** The amounts that say how much a line has moved. */
type Moved = Pick<LineAmounts, 'debit' | 'credit' | 'amount'>;

export type OpenItemType = 'invoice' | 'purchase_order';

/** The document with which a line is matched. */
export interface OpenItemName {
  type: OpenItemType;
  /** As callers know it. */
  id: string;
  /** The database's. */
  key: string;
}

/** A match that has been made. */
export interface Match extends OpenItemName {
  /** Id of the payment that the match made; null if the payment is no record of its own. */
  paymentId: string | null;
}

/** A document that a line of a bank statement can have paid. */
export interface OpenItem extends OpenItemName {
  /** Number of the document, as people know it. */
  number: string;
  currency: string;
  /** The unpaid amount, as decimal text. */
  remaining: string;
  /** Name of the client or the supplier. */
  name: string | null;
}

/** A document that a line may have paid, as callers see it. */
export interface Suggestion {
  type: OpenItemType;
  id: string;
  number: string;
  amount: number;
}

/** The type of document that a line can have paid: incoming money pays invoices, outgoing money purchase orders. */
export function openItemTypeOf(line: Moved): OpenItemType | undefined {
  const flow = flowOf(line);
  if (flow.eq(0)) return undefined;
  return flow.gt(0) ? 'invoice' : 'purchase_order';
}

/** The amount that a line has paid. */
export const paidBy = (line: Moved): Decimal => flowOf(line).abs();

/** Whether the line can have paid it. Errors: validation_failed for another direction, currency, or more decimals than that has. */
export function checkKind(line: Moved, currency: string | null, item: OpenItem): void {
  const { type, id } = item;
  if (openItemTypeOf(line) !== type) throw invalidField(['body', 'type'], DIRECTIONS[type], type);
  if (item.currency !== currency) {
    const error = `it is in ${item.currency}, and the statement in ${currency ?? 'no currency that is known'}`;
    throw invalidField(['body', 'id'], error, id);
  }
  const paid = paidBy(line);
  if (roundTo(currency, paid).eq(paid)) return;
  throw invalidField(['body', 'id'], `the line is of ${canonicalText(paid)}: more decimals than ${currency} has`, id);
}

/** Errors: conflict for more than remains, naming what does. */
export function checkRemaining(line: Moved, { number, remaining, currency }: OpenItem): void {
  if (paidBy(line).lte(parseDecimal(remaining))) return;
  const message = `The line is of ${canonicalText(paidBy(line))}; of ${number} remain ${remaining} ${currency}`;
  throw new AppError('conflict', message);
}

const DIRECTIONS: Record<OpenItemType, string> = {
  invoice: 'a line matched with an invoice is a credit',
  purchase_order: 'a line matched with a purchase order is a debit',
};
