import { type Api, forEach } from './api.ts';
import type { Catalog, StoredStyle } from './catalog.ts';

/** A pack of two tees, which is a style of its own. */
const PACK = { bundle: 'Acadia heavy tee', single: 'Amager pocket tee', quantity: 2 };

interface StyleWithKits {
  skus: { id: string; size: string; isKittedBundle: boolean }[];
}

/**
 * Makes each SKU of the pack a kit of single tees in the same size and the first color. Returns the number of the
 * pack's SKUs.
 */
export async function addKits(api: Api, { styles }: Catalog): Promise<number> {
  const [bundle, single] = [PACK.bundle, PACK.single].map((name) => named(styles, name));
  if (!bundle || !single) return 0;
  const { skus } = await api.get<StyleWithKits>(`/api/v1/styles/${bundle.id}`);
  const open = skus.filter(({ isKittedBundle }) => !isKittedBundle);
  await forEach(open, async ({ id, size }) => {
    const part = single.skus.find((sku) => sku.size === size);
    const kit = part ? [{ skuId: part.id, quantity: PACK.quantity }] : [];
    await api.send('PUT', `/api/v1/styles/${bundle.id}/skus/${id}/kit`, { kittedBundle: kit });
  });
  return skus.length;
}

function named(styles: Map<string, StoredStyle>, name: string): StoredStyle | undefined {
  return [...styles.values()].find((style) => style.name === name);
}
