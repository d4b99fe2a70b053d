/** A color of a style in a size (interface: Style, skus). */
export interface Sku {
  /** The id stays as long as the style has the color and the size. */
  id: string;
  /** `<documentId of the style>-<n>`. A number is never used again. */
  documentId: string;
  color: string;
  size: string;
  /** `<documentId of the style>:<color>:<size>` */
  qrData: string;
  isKittedBundle: boolean;
  /** The SKUs in the kit; empty if the SKU is not a kit. */
  kittedBundle: KitEntry[];
}

/** A SKU in a kit (decisions 6: Style, kittedBundle). */
export interface KitEntry {
  skuId: string;
  styleId: string;
  quantity: number;
  color: string;
  size: string;
}

/** The documentId of the style of a SKU. The SKU's documentId is the style's with `-<number>` appended. */
export const styleOfSku = (documentId: string): string => documentId.replace(/-\d+$/, '');

/** Creates the SKU of a new combination of color and size. */
export type NewSku = (color: string, size: string) => Sku;

/** A SKU for each color in each size. Existing SKUs stay, others are created. */
export function keepSkus(before: Sku[], colors: string[], sizes: string[], make: NewSku): Sku[] {
  const known = new Map(before.map((sku) => [variantOf(sku), sku]));
  return colors.flatMap((color) => sizes.map((size) => known.get(variantOf({ color, size })) ?? make(color, size)));
}

const variantOf = ({ color, size }: { color: string; size: string }) => JSON.stringify([color, size]);

/** Estimated bytes of a SKU or a kit entry without its color and size. */
const FRAME = 64;

/** Estimated bytes of SKUs, in any format. A SKU has its color and its size twice. */
export function bytesOf(skus: readonly Sku[]): number {
  let sum = 0;
  for (const sku of skus) {
    sum += FRAME + 2 * namesOf(sku);
    for (const entry of sku.kittedBundle) sum += FRAME + namesOf(entry);
  }
  return sum;
}

/** Minimum bytes of the SKUs of these colors and sizes, before the SKUs are created. */
export function leastBytes(colors: readonly string[] = [], sizes: readonly string[] = []): number {
  const sum = (names: readonly string[]) => names.reduce((all, name) => all + Buffer.byteLength(name), 0);
  return FRAME * colors.length * sizes.length + 2 * (sizes.length * sum(colors) + colors.length * sum(sizes));
}

const namesOf = ({ color, size }: { color: string; size: string }) =>
  Buffer.byteLength(color) + Buffer.byteLength(size);
