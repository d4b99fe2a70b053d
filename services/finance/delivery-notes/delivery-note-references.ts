import type { z } from 'zod';
import { Faults } from '#chassis/domain/faults.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { DeliveryNoteLineInput as LineContract } from '#proto/finance/v1/contract.ts';
import { named, orderLineFinder } from '../documents/domain/named.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { OrderLine } from '../orders/domain/order-line.ts';
import {
  type DeliveryNoteLine,
  type DeliveryNoteLineInput,
  filledLine,
  saysSame,
} from './domain/delivery-note-line.ts';

export type LineInput = z.output<typeof LineContract>;

/** The local copies that lines of delivery notes are resolved with. */
export type DeliveryNoteCopies = Pick<LocalCopies, 'findSkus' | 'findMany'>;

/**
 * Completes the lines with fields of the order lines and SKUs that they name. `before`: the stored lines. A line that
 * is sent unchanged stays as it is, even if the order has changed (decisions 1: Body fields). Errors: validation_failed
 * for a SKU or order line that does not exist, except an order line that the stored line already names;
 * upstream_unavailable when product cannot be asked.
 */
export async function resolveLines(
  copies: DeliveryNoteCopies,
  ordered: readonly OrderLine[],
  { inputs, before = [] }: { inputs: readonly LineInput[]; before?: readonly DeliveryNoteLine[] },
  call: Call,
): Promise<DeliveryNoteLineInput[]> {
  const orderLines = new Map(ordered.map((line) => [line.id, line]));
  const sentBack = linesSentBack(before, inputs);
  /** The line's own SKU, otherwise the SKU of its order line. */
  const skuKeyOf = ({ skuId, salesOrderLineItemId }: LineInput) =>
    skuId ?? orderLines.get(salesOrderLineItemId ?? '')?.skuId ?? undefined;
  const changed = inputs.filter((input) => !sentBack.has(input));
  const skus = await copies.findSkus([...new Set(changed.flatMap((input) => skuKeyOf(input) ?? []))], call);
  const styleIds = changed.flatMap((input) => {
    const { styleId } = orderLines.get(input.salesOrderLineItemId ?? '') ?? {};
    return styleId && skuKeyOf(input) === undefined ? styleId : [];
  });
  const styles = await copies.findMany('style', [...new Set(styleIds)], call);
  const findOrderLine = orderLineFinder(ordered, before);
  const faults = new Faults();
  const lines = inputs.map((input, index) => {
    const same = sentBack.get(input);
    if (same) return same;
    const at = faults.within('lineItems', String(index));
    const { salesOrderLineItemId: _, ...sent } = input;
    const orderLine = findOrderLine(input, at);
    const found = named(skus, { skuId: skuKeyOf(input) }, 'skuId', at);
    const style = styles.get(orderLines.get(orderLine?.id ?? '')?.styleId ?? '');
    return filledLine(sent, orderLine, found ?? (style && { style }));
  });
  faults.throwIfAny();
  return lines;
}

/**
 * The stored lines that were sent unchanged, by their input. If two inputs have the same id, the second one is a new
 * line.
 */
function linesSentBack(
  before: readonly DeliveryNoteLine[],
  inputs: readonly LineInput[],
): Map<LineInput, DeliveryNoteLine> {
  const left = new Map(before.map((line) => [line.id, line]));
  const same = new Map<LineInput, DeliveryNoteLine>();
  for (const input of inputs) {
    const line = left.get(input.id ?? '');
    if (!line) continue;
    left.delete(line.id);
    if (saysSame(line, input)) same.set(input, line);
  }
  return same;
}
