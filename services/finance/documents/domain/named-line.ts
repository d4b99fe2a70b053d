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

/**
 * The text that is printed for a line: its description, and the names that are not in it. A line of an earlier version
 * has no names.
 */
export function describedBy(description: string | null, names: readonly (string | null | undefined)[]): string {
  const others = names.filter((name) => name && !description?.includes(name));
  return [description, others.join(', ')].filter((text) => text).join(' · ');
}
