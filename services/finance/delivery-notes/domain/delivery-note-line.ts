import { partIds } from '#chassis/domain/record.ts';
import type { SkuCopy, StyleCopy } from '../../local-copies/domain/copy.ts';
import type { OrderLine } from '../../orders/domain/order-line.ts';

/** A delivered item (decisions 6: Delivery note). */
export interface DeliveryNoteLine {
  id: string;
  /** The order line whose goods are delivered. */
  salesOrderLineItemId: string | null;
  skuId: string | null;
  /** The style of the SKU or of the order line. Callers do not see it. */
  styleId: string | null;
  /** Name and refId of the style when the line was written. */
  styleName: string | null;
  refId: string | null;
  description: string | null;
  color: string | null;
  size: string | null;
  qty: number;
  unit: string | null;
  cartons: number | null;
}

/** A line, completed with fields of its order line and SKU. */
export interface DeliveryNoteLineInput extends Omit<DeliveryNoteLine, 'id'> {
  id?: string;
}

/** A line of a request. */
export interface SentLine {
  id?: string;
  description?: string;
  color?: string;
  size?: string;
  qty: number;
  unit?: string;
  cartons?: number;
}

/** A style, and the SKU if the line has one. */
interface FoundStyle {
  style: Pick<StyleCopy, 'id' | 'name' | 'refId'>;
  sku?: SkuCopy;
}

/** Completes a line: absent fields come from the order line and the SKU. */
export function filledLine(
  { id, ...sent }: SentLine,
  ordered: (Pick<OrderLine, 'id'> & Partial<Pick<OrderLine, 'description'>>) | undefined,
  found: FoundStyle | undefined,
): DeliveryNoteLineInput {
  const { style, sku } = found ?? {};
  return {
    ...(id !== undefined && { id }),
    salesOrderLineItemId: ordered?.id ?? null,
    skuId: sku?.id ?? null,
    styleId: style?.id ?? null,
    styleName: style?.name ?? null,
    refId: style?.refId ?? null,
    description: sent.description ?? ordered?.description ?? null,
    color: sent.color ?? sku?.color ?? null,
    size: sent.size ?? sku?.size ?? null,
    qty: sent.qty,
    unit: sent.unit ?? null,
    cartons: sent.cartons ?? null,
  };
}

/** Whether the caller sent the line unchanged. A field that is absent counts as null. */
export const saysSame = (line: DeliveryNoteLine, sent: SentLine & Partial<Record<(typeof NAMED)[number], string>>) =>
  SHOWN.every((field) => (sent[field] ?? null) === line[field]);

const NAMED = ['salesOrderLineItemId', 'skuId'] as const;
const SHOWN = [...NAMED, 'description', 'color', 'size', 'qty', 'unit', 'cartons'] as const;

/** Replaces all lines. A line that is sent with its id keeps the id. Faults: see `partIds`. */
export function replaceLines(
  before: readonly DeliveryNoteLine[] | undefined,
  inputs: readonly DeliveryNoteLineInput[],
  newId: () => string,
): DeliveryNoteLine[] {
  const ids = partIds({ field: 'lineItems', sent: inputs, known: before }, newId);
  // The order of fields does not depend on whether an id was sent, because lines are compared by their JSON text.
  return inputs.map(({ id: _, ...input }, index) => ({ ...input, id: ids[index] as string }));
}
