import type { Reference } from '#chassis/references.ts';
import type { Bom } from './bom.ts';
import type { Neighbours } from './neighbours.ts';

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

/** decisions 6, BOM usage: the style, its kits and those that hold one of its SKUs, and orders; each oldest first. */
export async function usageOf({ id, orgId, styleId }: Bom, neighbours: Neighbours): Promise<BomUsage> {
  const [style, kits, usersOfStyle, usersOfBom] = await Promise.all([
    neighbours.style(orgId, styleId),
    neighbours.kitsOf(orgId, styleId),
    neighbours.usersOf(orgId, `style:${styleId}`),
    neighbours.usersOf(orgId, `bom:${id}`),
  ]);
  const own = style ? [itemOf('style', { ...style, name: style.name ?? '' })] : [];
  const ownKits = style ? kits.map((kit) => itemOf('kit', { ...style, ...kit })) : [];
  const holders = usersOfStyle.filter(({ kind }) => kind === 'kit').map(itemOfUser);
  const orders = usersOfBom.filter(({ kind }) => kind === 'sales_order' || kind === 'purchase_order').map(itemOfUser);
  const items = [...new Map([...own, ...ownKits, ...holders, ...orders].map((item) => [item.id, item])).values()];
  return { bomId: id, usageCount: items.length, items };
}

type Shown = Omit<UsageItem, 'type' | 'createdAt'> & { createdAt: Date };

const itemOf = (type: UsageItem['type'], { id, name, status, createdAt }: Shown): UsageItem => ({
  type,
  id,
  name,
  status,
  createdAt: createdAt.toISOString(),
});

const itemOfUser = ({ kind, source, ...user }: Reference): UsageItem =>
  itemOf(kind as UsageItem['type'], { ...user, id: source.slice(source.indexOf(':') + 1) });
