import type { Reference } from '#chassis/reference-integrity/references.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import type { Bom } from './domain/bom.ts';

export interface UsageItem {
  type: 'style' | 'kit' | 'sales_order' | 'purchase_order';
  id: string;
  name: string;
  status: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

export interface BomUsage {
  bomId: string;
  usageCount: number;
  items: UsageItem[];
}

/** Maximum number of kits of other styles, and of orders, that are returned. */
const MAX_NAMED = 1_000;

/**
 * The users of a BOM: its style, the kits among the style's SKUs, other kits with one of these SKUs, and orders. The
 * newest come first (decisions 6: BOM usage).
 */
export async function usageOf(bom: Bom, dependencies: BomDependencies): Promise<BomUsage> {
  const { id, orgId, styleId } = bom;
  const [style, kits] = await Promise.all([dependencies.style(bom, styleId), dependencies.kitsOf(bom, styleId)]);
  const ownNames = kits.map((kit) => `sku:${kit.id}` as const);
  const [holders, orders] = await Promise.all([
    dependencies.newestUsers(orgId, `style:${styleId}`, { kinds: ['kit'], limit: MAX_NAMED, except: ownNames }),
    dependencies.newestUsers(orgId, `bom:${id}`, { kinds: ['sales_order', 'purchase_order'], limit: MAX_NAMED }),
  ]);
  const own = style ? [itemOf('style', { ...style, name: style.name ?? '' })] : [];
  const ownKits = style ? kits.map((kit) => itemOf('kit', { ...style, ...kit })) : [];
  const items = [...own, ...ownKits, ...holders.users.map(itemOfUser), ...orders.users.map(itemOfUser)];
  const usageCount = own.length + ownKits.length + holders.total + orders.total;
  return { bomId: id, usageCount, items };
}

type Shown = Omit<UsageItem, 'type' | 'createdAt'> & { createdAt: Date };

const itemOf = (type: UsageItem['type'], { id, name, status, createdAt }: Shown): UsageItem => ({
  type,
  id,
  name,
  status,
  createdAt: createdAt.toISOString(),
});

function itemOfUser({ kind, source, ...user }: Reference): UsageItem {
  const internalId = source.slice(source.indexOf(':') + 1);
  // Callers know a purchase order by its documentId (decisions 2).
  const id = kind === 'purchase_order' ? user.name : internalId;
  return itemOf(kind as UsageItem['type'], { ...user, id });
}
