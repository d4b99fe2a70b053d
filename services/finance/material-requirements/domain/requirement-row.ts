import { toNumber } from '#chassis/domain/money.ts';
import type { Requirement } from './requirements.ts';

/** A row of the report. */
export const requirementRow = ({ needed, onOrder, toBuy, minimum, order, cost, ...row }: Requirement) => ({
  problem: row.problem,
  materialId: row.materialId,
  materialName: row.materialName,
  materialSkuId: row.skuId,
  supplierId: row.supplierId,
  supplierName: row.supplierName,
  styleId: row.styleId,
  skuId: row.styleSkuId,
  description: row.description,
  unit: row.unit,
  orders: row.orders.length,
  neededQty: toNumber(needed),
  onOrderQty: toNumber(onOrder),
  toBuyQty: toNumber(toBuy),
  minimumQty: toNumber(minimum),
  orderQty: toNumber(order),
  unitCost: row.unitCost,
  currency: row.currency,
  cost: cost === null ? null : toNumber(cost),
  deliveryDate: dayOf(row.deliveryDate),
  leadTimeDays: row.leadTimeDays,
  orderBy: dayOf(row.orderBy),
});

/** ISO 8601, in UTC. Null also for a day that no date can have. */
export function dayOf(instant: number | null): string | null {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
