import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { OrderLine } from '../orders/domain/order-line.ts';
import { type Names, NO_GOODS, type OrderedGoods } from './domain/named-line.ts';

/** A line that may name a line of an order. */
interface OfOrderLine extends Names, Partial<OrderedGoods> {
  salesOrderLineItemId: string | null;
}

export type NameCopies = Pick<LocalCopies, 'knownStyles' | 'knownSkus'>;

/**
 * The lines with the style and the SKU of their order line, and the present names of both. A line whose order line has no
 * style keeps its names.
 */
export async function withNames<Line extends OfOrderLine>(
  copies: NameCopies,
  scope: ReadScope,
  ordered: readonly Pick<OrderLine, 'id' | 'styleId' | 'skuId'>[],
  lines: readonly Line[],
): Promise<Line[]> {
  const named = new Set(lines.map(({ salesOrderLineItemId }) => salesOrderLineItemId));
  const orderLines = ordered.filter(({ id }) => named.has(id));
  const skus = await copies.knownSkus(scope, idsOf(orderLines.map(({ skuId }) => skuId)));
  const others = orderLines.filter(({ skuId }) => !skus.has(skuId ?? ''));
  const styles = await copies.knownStyles(scope, idsOf(others.map(({ styleId }) => styleId)));
  const names = new Map<string | null, OrderedGoods & Partial<Names>>();
  for (const { id, styleId, skuId } of orderLines) {
    const found = skus.get(skuId ?? '');
    const style = found?.style ?? styles.get(styleId ?? '');
    const { color = null, size = null } = found?.sku ?? {};
    const shown = style && { styleName: style.name, refId: style.refId, color, size };
    if (styleId !== null) names.set(id, { styleId, skuId, ...shown });
  }
  return lines.map((line) => ({ ...NO_GOODS, ...line, ...names.get(line.salesOrderLineItemId) }));
}

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];
