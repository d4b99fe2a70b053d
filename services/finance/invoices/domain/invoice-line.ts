import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal, roundTo, toNumber, unitPriceOf } from '#chassis/domain/money.ts';
import { partIds } from '#chassis/domain/record.ts';
import { lineAmount } from '../../documents/domain/amounts.ts';
import { refuseDisagreement } from './agreement.ts';

/** A line of an invoice (decisions 6: Invoice). */
export interface InvoiceLine {
  id: string;
  salesOrderLineItemId: string | null;
  description: string | null;
  qty: number | null;
  /** Below 0 for what is taken off. */
  unitPrice: number | null;
  amount: number | null;
  /** The caller's own fields, as JSON text of an object. */
  attributes: string;
}

/** A line as it is sent, with the id of what it names. */
export interface InvoiceLineInput extends Omit<InvoiceLine, 'id'> {
  id?: string;
}

interface Making {
  currency: string | null;
  newId: () => string;
  faults: Faults;
}

/**
 * The whole list anew; a line that is sent with its id stays that line. Faults: an amount that is not qty × unitPrice, or more
 * than an amount can tell.
 */
export function replaceLines(
  before: readonly InvoiceLine[] | undefined,
  inputs: readonly InvoiceLineInput[],
  { currency, newId, faults }: Making,
): InvoiceLine[] {
  const ids = partIds({ field: 'lineItems', sent: inputs, known: before }, newId);
  return inputs.map(({ id: _, ...input }, index) => {
    const at = faults.within('lineItems', String(index));
    const unitPrice = input.unitPrice === null ? null : unitPriceOf(input.unitPrice);
    return { id: ids[index] as string, ...input, unitPrice, amount: amountOf({ ...input, unitPrice }, currency, at) };
  });
}

/** Computed where it can be; else as sent. */
function amountOf({ qty, unitPrice, amount }: Omit<InvoiceLineInput, 'id'>, currency: string | null, at: Faults) {
  if (qty === null || unitPrice === null) return amount && toNumber(roundTo(currency, parseDecimal(amount)));
  const computed = lineAmount(qty, unitPrice, currency, at);
  refuseDisagreement('amount', amount, computed, at);
  return computed;
}

/** Lines as if they were sent again: in another currency the amounts are other ones. */
export const sentAgain = (lines: readonly InvoiceLine[]): InvoiceLineInput[] =>
  lines.map((line) => (line.qty === null || line.unitPrice === null ? line : { ...line, amount: null }));
