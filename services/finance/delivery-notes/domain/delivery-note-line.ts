import { partIds } from '#chassis/domain/record.ts';
import type { SkuCopy } from '../../local-copies/domain/copy.ts';
import type { OrderLine } from '../../orders/domain/order-line.ts';

/** A delivered item (decisions 6: Delivery note). */
export interface DeliveryNoteLine {
  id: string;
  /** The line of the order that it delivers of. */
  salesOrderLineItemId: string | null;
  skuId: string | null;
  /** Not shown: of the SKU. */
  styleId: string | null;
  description: string | null;
  color: string | null;
  size: string | null;
  qty: number;
  unit: string | null;
  cartons: number | null;
}

/** A line with what it takes of what it names. */
export interface DeliveryNoteLineInput extends Omit<DeliveryNoteLine, 'id'> {
  id?: string;
}

/** A line as it is sent. */
export interface SentLine {
  id?: string;
  description?: string;
  color?: string;
  size?: string;
  qty: number;
  unit?: string;
  cartons?: number;
}

/** A SKU with the style that it is of. */
interface FoundSku {
  style: { id: string };
  sku: SkuCopy;
}

/** Fills fields that are not sent from the order's line and the SKU. */
export function filledLine(
  { id, ...sent }: SentLine,
  ordered: (Pick<OrderLine, 'id'> & Partial<Pick<OrderLine, 'description'>>) | undefined,
  found: FoundSku | undefined,
): DeliveryNoteLineInput {
  const { style, sku } = found ?? {};
  return {
    ...(id !== undefined && { id }),
    salesOrderLineItemId: ordered?.id ?? null,
    skuId: sku?.id ?? null,
    styleId: style?.id ?? null,
    description: sent.description ?? ordered?.description ?? null,
    color: sent.color ?? sku?.color ?? null,
    size: sent.size ?? sku?.size ?? null,
    qty: sent.qty,
    unit: sent.unit ?? null,
    cartons: sent.cartons ?? null,
  };
}

/** Whether it is sent as it was read: what is absent is null. */
export const saysSame = (line: DeliveryNoteLine, sent: SentLine & Partial<Record<(typeof NAMED)[number], string>>) =>
  SHOWN.every((field) => (sent[field] ?? null) === line[field]);

const NAMED = ['salesOrderLineItemId', 'skuId'] as const;
const SHOWN = [...NAMED, 'description', 'color', 'size', 'qty', 'unit', 'cartons'] as const;

/** The whole list anew; a line that is sent with its id stays that line. */
export function replaceLines(
  before: readonly DeliveryNoteLine[] | undefined,
  inputs: readonly DeliveryNoteLineInput[],
  newId: () => string,
): DeliveryNoteLine[] {
  const ids = partIds({ field: 'lineItems', sent: inputs, known: before }, newId);
  // Their fields are in one order, whether or not an id is sent: a change is told by their JSON.
  return inputs.map(({ id: _, ...input }, index) => ({ ...input, id: ids[index] as string }));
}
