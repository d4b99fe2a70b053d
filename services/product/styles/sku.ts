/** One color in one size of a style (interface: Style, skus). */
export interface Sku {
  /** Stays as long as its style has the color and the size. */
  id: string;
  /** `<the style's documentId>-<n>`; a number is given out once. */
  documentId: string;
  color: string;
  size: string;
  /** `<the style's documentId>:<color>:<size>`. */
  qrData: string;
  isKittedBundle: boolean;
  /** What its bundle holds; nothing: it is no kit. */
  kittedBundle: KitEntry[];
}

/** decisions 6: Style, kittedBundle. */
export interface KitEntry {
  skuId: string;
  styleId: string;
  quantity: number;
  color: string;
  size: string;
}

/** Makes the SKU of a color and a size that was not there before. */
export type NewSku = (color: string, size: string) => Sku;

/** Every color in every size: those that were there as they were, the others new. */
export function keepSkus(before: Sku[], colors: string[], sizes: string[], make: NewSku): Sku[] {
  const known = new Map(before.map((sku) => [variantOf(sku), sku]));
  return colors.flatMap((color) => sizes.map((size) => known.get(variantOf({ color, size })) ?? make(color, size)));
}

const variantOf = ({ color, size }: { color: string; size: string }) => JSON.stringify([color, size]);
