import { type Material, materials } from './materials.ts';
import { type SupplierKey, suppliers } from './suppliers.ts';

/** An order to a supplier, for the minimum quantity of some of its materials. Each supplier has one order. */
export interface PlannedPurchase {
  supplier: SupplierKey;
  materials: Material[];
  taxRate: string;
  /** An additional amount, in the order's currency. */
  adjustment: string;
  /** The final status of the order. If it is partially received, half of the first material has arrived. */
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

/** Fabrics have an account of their own. */
export const accountOf = ({ type }: Material): string =>
  ['shell', 'knit', 'lining', 'fill'].includes(type) ? '5110' : '5120';
