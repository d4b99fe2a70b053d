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

/** Where what delivery notes name is looked up. */
export type DeliveryNoteCopies = Pick<LocalCopies, 'findSkus'>;

/**
 * The lines with what they take of the order's lines and of the SKUs that they name. `before`: those that are there; one that
 * is sent as it was read stays so, whatever the order says now (decisions 1: Body fields). Errors: validation_failed for what
 * is not there, unless it is the order's line of one that stays; upstream_unavailable.
 */
export async function resolveLines(
  copies: DeliveryNoteCopies,
  ordered: readonly OrderLine[],
  { inputs, before = [] }: { inputs: readonly LineInput[]; before?: readonly DeliveryNoteLine[] },
  call: Call,
): Promise<DeliveryNoteLineInput[]> {
  const orderLines = new Map(ordered.map((line) => [line.id, line]));
  const sentBack = linesSentBack(before, inputs);
  /** Without a SKU of its own it is of the order line's. */
  const skuKeyOf = ({ skuId, salesOrderLineItemId }: LineInput) =>
    skuId ?? orderLines.get(salesOrderLineItemId ?? '')?.skuId ?? undefined;
  const changed = inputs.filter((input) => !sentBack.has(input));
  const skus = await copies.findSkus([...new Set(changed.flatMap((input) => skuKeyOf(input) ?? []))], call);
  const findOrderLine = orderLineFinder(ordered, before);
  const faults = new Faults();
  const lines = inputs.map((input, index) => {
    const same = sentBack.get(input);
    if (same) return same;
    const at = faults.within('lineItems', String(index));
    const { salesOrderLineItemId: _, ...sent } = input;
    const orderLine = findOrderLine(input, at);
    const found = named(skus, { skuId: skuKeyOf(input) }, 'skuId', at);
    return filledLine(sent, orderLine, found);
  });
  faults.throwIfAny();
  return lines;
}

/** The lines that are there, by the inputs that say the same. A second one of its id is a new line. */
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
