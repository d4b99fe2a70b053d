import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal, roundTo, toNumber, unitPriceOf } from '#chassis/domain/money.ts';
import { partIds } from '#chassis/domain/record.ts';
import { lineAmount } from '../../documents/domain/amounts.ts';
import { type Names, NO_GOODS, type OrderedGoods } from '../../documents/domain/named-line.ts';
import { refuseDisagreement } from './agreement.ts';

/**
 * A line of an invoice (decisions 6: Invoice). Callers do not see the ids of the ordered goods. A line of an earlier version
 * has none.
 */
export interface InvoiceLine extends Names, Partial<OrderedGoods> {
  id: string;
  salesOrderLineItemId: string | null;
  description: string | null;
  qty: number | null;
  /** Negative for a discount. */
  unitPrice: number | null;
  discountPercent: number | null;
  taxRate: number | null;
  amount: number | null;
  /** The caller's own fields, as JSON text of an object. */
  attributes: string;
}

/** A line of a request, with the id of the order line that it names. */
export interface InvoiceLineInput extends Omit<InvoiceLine, 'id'> {
  id?: string;
}

interface Making {
  currency: string | null;
  newId: () => string;
  faults: Faults;
}

/**
 * Replaces all lines. A line that is sent with its id keeps the id, and its ordered goods unless the input has them. Faults: an amount that is not the computed one; an
 * amount above MAX_AMOUNT.
 */
export function replaceLines(
  before: readonly InvoiceLine[] | undefined,
  inputs: readonly InvoiceLineInput[],
  { currency, newId, faults }: Making,
): InvoiceLine[] {
  const ids = partIds({ field: 'lineItems', sent: inputs, known: before }, newId);
  const goods = new Map(before?.map(({ id, styleId = null, skuId = null }) => [id, { styleId, skuId }]));
  return inputs.map(({ id: sentId, ...input }, index) => {
    const at = faults.within('lineItems', String(index));
    const unitPrice = input.unitPrice === null ? null : unitPriceOf(input.unitPrice);
    const id = ids[index] as string;
    const own = goods.get(sentId ?? '') ?? NO_GOODS;
    return { id, ...own, ...input, unitPrice, amount: amountOf({ ...input, unitPrice }, currency, at) };
  });
}

/** qty × unitPrice less the discount if both are known, otherwise the sent amount. */
function amountOf(line: Omit<InvoiceLineInput, 'id'>, currency: string | null, at: Faults) {
  const { qty, unitPrice, amount } = line;
  if (qty === null || unitPrice === null) return amount && toNumber(roundTo(currency, parseDecimal(amount)));
  const computed = lineAmount({ ...line, qty }, currency, at);
  refuseDisagreement('amount', amount, computed, at);
  return computed;
}

/** The stored lines as inputs. Computed amounts are dropped, so that they are computed again in another currency. */
export const sentAgain = (lines: readonly InvoiceLine[]): InvoiceLineInput[] =>
  lines.map((line) => (line.qty === null || line.unitPrice === null ? line : { ...line, amount: null }));
