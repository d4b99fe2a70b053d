import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { BoughtPart } from './coverage.ts';
import type { Requirement } from './requirements.ts';

/** An order at a supplier that the requirements propose. */
export interface Proposal {
  supplierId: string;
  currency: string;
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
  forOrders: (BoughtPart & { orderNumber: string })[];
}

/** Maximum number of items of a purchase order (decisions 1: Body fields). */
const MAX_ITEMS = 500;
/** Maximum number of parts for sales orders in a purchase order. A part has up to 150 bytes, and a document up to 16 MiB. */
const MAX_PARTS = 20_000;

/**
 * Maximum number of BOMs whose shipped pieces an item keeps. An entry has up to 100 bytes. With more, the item keeps only
 * their quantities.
 */
const MAX_PIECES = 100;

/** The proposal that the next item of a supplier and currency comes into. `parts`: the number of all its forOrders. */
interface Open {
  proposal: Proposal | undefined;
  parts: number;
}

const NONE: Open = { proposal: undefined, parts: 0 };

/**
 * The orders that buy what is to buy: one for each supplier and currency, or more if one would have too many items
 * or parts.
 * `numbers`: numbers of the sales orders, by id.
 */
export function proposalsOf(rows: readonly Requirement[], numbers: ReadonlyMap<string, string>): Proposal[] {
  const proposals: Proposal[] = [];
  const open = new Map<string, Open>();
  for (const row of rows) {
    const { supplierId, materialId, buyIn: currency, deliveryDate } = row;
    if (row.problem !== null || supplierId === null || materialId === null || currency === null) continue;
    if (isNothing(row.order)) continue;
    const item = itemOf(row, materialId, numbers);
    const key = JSON.stringify([supplierId, currency]);
    let { proposal, parts } = open.get(key) ?? NONE;
    parts += item.forOrders.length;
    if (!proposal || proposal.items.length === MAX_ITEMS || parts > MAX_PARTS) {
      proposal = { supplierId, currency, deliveryDate: null, items: [] };
      parts = item.forOrders.length;
      proposals.push(proposal);
    }
    open.set(key, { proposal, parts });
    proposal.items.push(item);
    proposal.deliveryDate = earliest(proposal.deliveryDate, deliveryDate);
  }
  return proposals;
}

function itemOf(row: Requirement, materialId: string, numbers: ReadonlyMap<string, string>): ProposedItem {
  const parts = row.orders.filter(({ uncovered }) => !isNothing(uncovered));
  const areFew = parts.reduce((sum, { pieces }) => sum + pieces.length, 0) <= MAX_PIECES;
  return {
    description: row.materialName ?? materialId,
    ...{ materialId, materialSkuId: row.skuId, qty: row.order.toFixed(), unit: row.unit },
    unitPrice: parseDecimal(row.unitCost ?? 0).toFixed(),
    forOrders: parts.map(({ salesOrderId, uncovered, shipped, pieces }) => ({
      ...{ salesOrderId, orderNumber: numbers.get(salesOrderId) ?? '' },
      ...{ qty: uncovered.toFixed(), shippedQty: shipped.toFixed() },
      ...(areFew && pieces.length > 0 && { shippedPieces: pieces }),
    })),
  };
}

const isNothing = (quantity: Decimal): boolean => toNumber(quantity) === 0;

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
