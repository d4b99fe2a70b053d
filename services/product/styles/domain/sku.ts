/** A color of a style in a size (interface: Style, skus). */
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
  /** The SKUs of its bundle; empty if it is no kit. */
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

/** A SKU's documentId begins with its style's. */
export const styleOfSku = (documentId: string): string => documentId.replace(/-\d+$/, '');

/** Makes the SKU of a color and a size that was not there before. */
export type NewSku = (color: string, size: string) => Sku;

/** Every color in every size: those that were there as they were, the others new. */
export function keepSkus(before: Sku[], colors: string[], sizes: string[], make: NewSku): Sku[] {
  const known = new Map(before.map((sku) => [variantOf(sku), sku]));
  return colors.flatMap((color) => sizes.map((size) => known.get(variantOf({ color, size })) ?? make(color, size)));
}

const variantOf = ({ color, size }: { color: string; size: string }) => JSON.stringify([color, size]);

/** Bytes that a SKU or an entry of a kit takes besides its color and its size. */
const FRAME = 64;

/** Bytes of SKUs, whatever their spelling in storage. A SKU has its color and its size twice. */
export function bytesOf(skus: readonly Sku[]): number {
  let sum = 0;
  for (const sku of skus) {
    sum += FRAME + 2 * namesOf(sku);
    for (const entry of sku.kittedBundle) sum += FRAME + namesOf(entry);
  }
  return sum;
}

/** The same for every color in every size, before there are any. */
export function leastBytes(colors: readonly string[] = [], sizes: readonly string[] = []): number {
  const sum = (names: readonly string[]) => names.reduce((all, name) => all + Buffer.byteLength(name), 0);
  return FRAME * colors.length * sizes.length + 2 * (sizes.length * sum(colors) + colors.length * sum(sizes));
}

const namesOf = ({ color, size }: { color: string; size: string }) =>
  Buffer.byteLength(color) + Buffer.byteLength(size);
