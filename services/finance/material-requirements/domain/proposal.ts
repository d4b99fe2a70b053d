import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { Requirement } from './requirements.ts';

/** An order at a supplier that the requirements propose. */
export interface Proposal {
  supplierId: string;
  /** Null if no cost is known. */
  currency: string | null;
  /** Earliest delivery date of its items, in epoch milliseconds. */
  deliveryDate: number | null;
  items: ProposedItem[];
}

/** Decimals are exact text. */
export interface ProposedItem {
  description: string;
  materialId: string;
  materialSkuId: string | null;
  qty: string;
  unit: string | null;
  unitPrice: string;
  forOrders: { salesOrderId: string; orderNumber: string; qty: string; shippedQty: string }[];
}

/** Maximum number of items of a purchase order (decisions 1: Body fields). */
const MAX_ITEMS = 500;

/**
 * The orders that buy what is to buy: one for each supplier and currency, or more if one would have too many items.
 * `numbers`: numbers of the sales orders, by id.
 */
export function proposalsOf(rows: readonly Requirement[], numbers: ReadonlyMap<string, string>): Proposal[] {
  const proposals: Proposal[] = [];
  const open = new Map<string, Proposal>();
  for (const row of rows) {
    const { supplierId, materialId, currency, deliveryDate } = row;
    if (row.problem !== null || supplierId === null || materialId === null || isNothing(row.order)) continue;
    const key = JSON.stringify([supplierId, currency]);
    let proposal = open.get(key);
    if (!proposal || proposal.items.length === MAX_ITEMS) {
      proposal = { supplierId, currency, deliveryDate: null, items: [] };
      proposals.push(proposal);
      open.set(key, proposal);
    }
    proposal.items.push(itemOf(row, materialId, numbers));
    proposal.deliveryDate = earliest(proposal.deliveryDate, deliveryDate);
  }
  return proposals;
}

function itemOf(row: Requirement, materialId: string, numbers: ReadonlyMap<string, string>): ProposedItem {
  const parts = row.orders.filter(({ uncovered }) => !isNothing(uncovered));
  return {
    description: row.materialName ?? materialId,
    ...{ materialId, materialSkuId: row.skuId, qty: row.order.toFixed(), unit: row.unit },
    unitPrice: parseDecimal(row.unitCost ?? 0).toFixed(),
    forOrders: parts.map(({ salesOrderId, uncovered, shipped }) => ({
      ...{ salesOrderId, orderNumber: numbers.get(salesOrderId) ?? '' },
      ...{ qty: uncovered.toFixed(), shippedQty: shipped.toFixed() },
    })),
  };
}

const isNothing = (quantity: Decimal): boolean => toNumber(quantity) === 0;

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
