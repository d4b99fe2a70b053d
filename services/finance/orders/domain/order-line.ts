import { AppError } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';
import { unitPriceOf } from '#chassis/domain/money.ts';
import { partIds } from '#chassis/domain/record.ts';
import type { SalesOrder } from '#proto/finance/v1/order.contract.ts';
import { lineAmount } from '../../documents/domain/amounts.ts';

/** An ordered item (decisions 6: Sales order), without the names beside its ids. */
export type OrderLine = Omit<SalesOrder['lineItems'][number], 'styleName' | 'refId' | 'color' | 'size' | 'bomNumber'>;

/** A line of a request, with the ids of the records that it names. */
export interface OrderLineInput {
  id?: string;
  styleId: string | null;
  skuId: string | null;
  bomId: string | null;
  description: string | null;
  qty: number;
  unitPrice: number | null;
  discountPercent: number | null;
  taxRate: number | null;
}

/**
 * Replaces all lines. A line that is sent with its id keeps the id. Faults: a line without style, SKU and description;
 * an amount above MAX_AMOUNT.
 */
export function replaceLines(
  before: readonly OrderLine[] | undefined,
  inputs: readonly OrderLineInput[],
  { currency, newId, faults }: { currency: string; newId: () => string; faults: Faults },
): OrderLine[] {
  const known = new Map(before?.map((line) => [line.id, line]));
  const ids = partIds({ field: 'lineItems', sent: inputs, known: before }, newId);
  const lines = inputs.map(({ id: _, ...input }, index) => {
    const at = faults.within('lineItems', String(index));
    if (input.styleId === null && input.skuId === null && input.description === null) {
      at.add([], 'a line names a styleId, a skuId or a description', input);
    }
    const id = ids[index] as string;
    const unitPrice = input.unitPrice === null ? null : unitPriceOf(input.unitPrice);
    const amount = lineAmount({ ...input, unitPrice }, currency, at);
    const { shippedQty, invoicedQty } = known.get(id) ?? UNTOUCHED;
    return { id, ...input, unitPrice, amount, shippedQty, invoicedQty };
  });
  return lines;
}

const UNTOUCHED = { shippedQty: 0, invoicedQty: 0 };

/**
 * A line cannot be removed or reduced below its shipped or its invoiced quantity (decisions 7: Order lines). A line with
 * an invoiced quantity above the ordered one may stay as it is. Errors: in_use.
 */
export function refuseUndoing(before: readonly OrderLine[], after: readonly OrderLine[]): void {
  const quantities = new Map(after.map(({ id, qty }) => [id, qty]));
  for (const [index, { id, qty, shippedQty, invoicedQty }] of before.entries()) {
    const left = quantities.get(id) ?? 0;
    const done = left < shippedQty ? `${shippedQty} were shipped` : `${invoicedQty} were invoiced`;
    if (left >= shippedQty && (left >= invoicedQty || left >= qty)) continue;
    throw new AppError(
      'in_use',
      `Of line ${index + 1}, ${done}; the line cannot be removed, nor its quantity lowered below that`,
    );
  }
}
