/** The names of an ordered style and SKU, as a line shows them. */
export interface Names {
  styleName: string | null;
  refId: string | null;
  color: string | null;
  size: string | null;
}

/** The names of a line without a style. */
export const NO_NAMES: Names = { styleName: null, refId: null, color: null, size: null };

/** The ordered style and SKU of a line. Lists find documents by them. */
export interface OrderedGoods {
  styleId: string | null;
  skuId: string | null;
}

/** The goods of a line without a style. */
export const NO_GOODS: OrderedGoods = { styleId: null, skuId: null };

/** The text that is printed for a line: its description and its names. A line of an earlier version has no names. */
export function describedBy(description: string | null, names: readonly (string | null | undefined)[]): string {
  const others = names.filter((name) => name && name !== description);
  return [description, others.join(', ')].filter((text) => text).join(' · ');
}
