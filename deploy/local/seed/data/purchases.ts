import { type Material, materials } from './materials.ts';
import { type SupplierKey, suppliers } from './suppliers.ts';

/** An order to a supplier: of some of its materials the least that it sells. Each supplier has one. */
export interface PlannedPurchase {
  supplier: SupplierKey;
  materials: Material[];
  taxRate: string;
  /** An amount that is paid besides, in its currency. */
  adjustment: string;
  /** The state of the order. If it is received in part, half of the first material is there. */
  status: 'draft' | 'approved' | 'issued' | 'partially_received';
}

const MOST_ITEMS = 3;
const endings = ['partially_received', 'issued', 'approved', 'draft'] as const;

export const purchases: PlannedPurchase[] = (Object.keys(suppliers) as SupplierKey[]).map((supplier, index) => ({
  supplier,
  materials: materials.filter((material) => material.supplier === supplier).slice(0, MOST_ITEMS),
  taxRate: index % 2 === 0 ? '0' : '5.5',
  adjustment: index % 3 === 0 ? '-12' : '0',
  status:
    supplier === 'piedmont' ? 'partially_received' : (endings[index % endings.length] as (typeof endings)[number]),
}));

/** Fabrics are posted apart from all else. */
export const accountOf = ({ type }: Material): string =>
  ['shell', 'knit', 'lining', 'fill'].includes(type) ? '5110' : '5120';
