import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

/** A line that shows the names of the ordered style and SKU. */
export interface NamedLine {
  /** The style and SKU of the order line. Callers do not see them. */
  styleId: string | null;
  skuId: string | null;
  styleName: string | null;
  refId: string | null;
  color: string | null;
  size: string | null;
}

/** The fields of a line without a style. */
export const NO_STYLE: NamedLine = {
  styleId: null,
  skuId: null,
  styleName: null,
  refId: null,
  color: null,
  size: null,
};

export type NameCopies = Pick<LocalCopies, 'knownStyles' | 'knownSkus'>;

/** The lines with the present names of their styles and SKUs. A line without a style keeps its names. */
export async function withNames<Line extends NamedLine>(
  copies: NameCopies,
  scope: ReadScope,
  lines: readonly Line[],
): Promise<Line[]> {
  const skus = await copies.knownSkus(scope, idsOf(lines.map(({ skuId }) => skuId)));
  const others = lines.filter(({ skuId }) => !skus.has(skuId ?? ''));
  const styles = await copies.knownStyles(scope, idsOf(others.map(({ styleId }) => styleId)));
  return lines.map((line) => {
    const found = skus.get(line.skuId ?? '');
    const style = found?.style ?? styles.get(line.styleId ?? '');
    if (!style) return line;
    const { color = null, size = null } = found?.sku ?? {};
    return { ...line, styleName: style.name, refId: style.refId, color, size };
  });
}

/**
 * The text that is printed for a line: its description, and the names that are not in it. A line of an earlier version
 * has no names.
 */
export function describedBy(description: string | null, names: readonly (string | null | undefined)[]): string {
  const others = names.filter((name) => name && !description?.includes(name));
  return [description, others.join(', ')].filter((text) => text).join(' · ');
}

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];
