import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { type Decimal, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';
import { flowOf, type LineAmounts } from './line-amounts.ts';

/** The fields that decide which amount a line has moved. */
type Moved = Pick<LineAmounts, 'debit' | 'credit' | 'amount'>;

export type OpenItemType = 'invoice' | 'purchase_order';

/** The name of a document that a line can be matched with. */
export interface OpenItemName {
  type: OpenItemType;
  /** The id that callers see. */
  id: string;
  /** The id of the record in the database. */
  key: string;
}

/** The document that a line is matched with, and the payment. */
export interface Match extends OpenItemName {
  /** Id of the payment that the match created; null if payments of this type are not records of their own. */
  paymentId: string | null;
}

/** An invoice or purchase order that is not fully paid. */
export interface OpenItem extends OpenItemName {
  /** The document number that people use. */
  number: string;
  currency: string;
  /** The unpaid amount, as decimal text. */
  remaining: string;
  /** The amount that settles the item until a day in ISO 8601, by a discount for early payment; absent without one. */
  discounted?: { remaining: string; until: string };
  /** Name of the client or the supplier. */
  name: string | null;
}

/** An open item that a line may have paid, as callers see it. */
export interface Suggestion {
  type: OpenItemType;
  id: string;
  number: string;
  amount: number;
}

/**
 * The type of document that a line can pay: incoming money pays invoices, outgoing money pays purchase orders.
 * Undefined if the line moves no money.
 */
export function openItemTypeOf(line: Moved): OpenItemType | undefined {
  const flow = flowOf(line);
  if (flow.eq(0)) return undefined;
  return flow.gt(0) ? 'invoice' : 'purchase_order';
}

/** The absolute amount that a line moves. */
export const paidBy = (line: Moved): Decimal => flowOf(line).abs();

/**
 * Checks that the line can pay the item. `currency`: currency of the statement. Errors: validation_failed if the
 * direction or the currency is different, or if the line's amount has more decimals than the currency.
 */
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

/** Errors: conflict if the line pays more than the item's unpaid amount. The message names the unpaid amount. */
export function checkRemaining(line: Moved, { number, remaining, currency }: OpenItem): void {
  if (paidBy(line).lte(parseDecimal(remaining))) return;
  const message = `The line is of ${canonicalText(paidBy(line))}; of ${number} remain ${remaining} ${currency}`;
  throw new AppError('conflict', message);
}

const DIRECTIONS: Record<OpenItemType, string> = {
  invoice: 'a line matched with an invoice is a credit',
  purchase_order: 'a line matched with a purchase order is a debit',
};
