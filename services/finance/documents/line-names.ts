import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { NamedLine } from './domain/named-line.ts';

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

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];
