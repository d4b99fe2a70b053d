import { inTimeSlices, TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { invalidField } from '#chassis/domain/errors.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { MAX_REPORT_ROWS } from '#proto/finance/v1/report.contract.ts';
import { MAX_REQUIRED_ORDERS } from '#proto/finance/v1/requirement.contract.ts';
import { lastDelivery, OPEN } from '../orders/domain/delivery-date.ts';
import type { NeedingOrder, NeedingOrders } from '../orders/needing-orders-repository.ts';
import type { BoughtItems } from '../purchase-orders/bought-items-repository.ts';
import { bomsOf, MAX_OPENED_LINES } from './boms-of-goods.ts';
import { refuseLate } from './deadline.ts';
import { demandsOf, merged } from './domain/demand.ts';
import { type Requirement, Requirements } from './domain/requirements.ts';
import type { Sources } from './sources.ts';

export interface RequirementParts {
  orders: NeedingOrders;
  purchases: BoughtItems;
}

/** The orders of a request. */
export interface Asked {
  /** Ids or documentIds. Undefined: all confirmed orders. */
  orders: readonly string[] | undefined;
  /** Where the request has them, for messages. */
  loc: string[];
  /** Epoch milliseconds. */
  deadline: number;
  /** The default currency of the org; null without one. */
  currency: string | null;
}

/** `numbers`: numbers of the sales orders, by id. */
interface OrderRequirements {
  rows: Requirement[];
  numbers: ReadonlyMap<string, string>;
}

/**
 * Computes what the orders need (decisions 7: Material requirements). Errors: validation_failed for an order that does
 * not exist or has no goods left to make, and for more orders, BOM lines or rows than one request takes;
 * deadline_exceeded at the deadline; the errors of `sources`.
 */
export async function readRequirements(
  { orders, purchases }: RequirementParts,
  scope: ReadScope,
  asked: Asked,
  sources: Sources,
): Promise<OrderRequirements> {
  const wanted = await ordersOf(orders, scope, asked);
  const kits = await sources.kits(wanted.flatMap(({ lineItems }) => lineItems.flatMap(kitStyles)));
  const all = wanted.flatMap((order) => demandsOf(order, lastDelivery(order), kits));
  const bomOf = await bomsOf(all, sources);
  const demands = wanted.length === 0 ? [] : merged(all, bomOf.of);
  const opened = demands.reduce((sum, demand) => sum + (bomOf.lines.get(bomOf.of(demand) ?? '') ?? 0), 0);
  if (opened > MAX_OPENED_LINES) throw tooMuch(asked, `more than ${MAX_OPENED_LINES} BOM lines`);
  const recipes = await sources.recipes(demands.flatMap((demand) => bomOf.of(demand) ?? []));
  const lines = [...recipes.values()].flatMap((recipe) => recipe.lines);
  const materials = await sources.materials(lines.flatMap(({ materialId }) => materialId ?? []));
  const requirements = new Requirements(materials, asked.currency);
  const timeSlices = new TimeSlices();
  for (const demand of demands) {
    await timeSlices.giveWay();
    refuseLate(asked.deadline);
    requirements.add(demand, recipes.get(bomOf.of(demand) ?? ''));
    if (requirements.size > MAX_REPORT_ROWS) throw tooMuch(asked, `more than ${MAX_REPORT_ROWS} rows`);
  }
  const named = [...lines, ...materials.values()].flatMap(({ supplierId }) => supplierId ?? []);
  const suppliers = await sources.suppliers(named);
  const orderIds = wanted.map(({ id }) => id);
  const bought = await purchases.bought(scope, new Set(materials.keys()), orderIds, asked.deadline);
  const numbers = new Map(wanted.map(({ id, documentId }) => [id, documentId]));
  return { rows: await inTimeSlices(until(asked.deadline, requirements.rows(bought, suppliers))), numbers };
}

/** The steps, until the deadline. Errors: deadline_exceeded. */
function* until<T>(deadline: number, steps: Generator<void, T>): Generator<void, T> {
  for (;;) {
    refuseLate(deadline);
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}

/** The style of a line that may be a kit. */
const kitStyles = ({ styleId, skuId }: NeedingOrder['lineItems'][number]): string[] =>
  styleId === null || skuId === null ? [] : [styleId];

async function ordersOf(orders: NeedingOrders, scope: ReadScope, asked: Asked): Promise<NeedingOrder[]> {
  if (asked.orders === undefined) {
    const found = await orders.confirmed(scope, MAX_REQUIRED_ORDERS + 1, asked.deadline);
    if (found.length > MAX_REQUIRED_ORDERS) throw tooMuch(asked, `more than ${MAX_REQUIRED_ORDERS} orders`);
    return found;
  }
  const found = await orders.named(scope, asked.orders, asked.deadline);
  const byKey = new Map(found.flatMap((order) => [order.id, order.documentId].map((key) => [key, order] as const)));
  for (const key of asked.orders) {
    const order = byKey.get(key);
    if (!order) throw invalidField([...asked.loc, 'orders'], 'no sales order has this id', key);
    if ((OPEN as readonly string[]).includes(order.status)) continue;
    const why = `sales order ${order.documentId} is ${order.status}; only ${OPEN.join(', ')} orders need materials`;
    throw invalidField([...asked.loc, 'orders'], why, key);
  }
  return found;
}

const tooMuch = ({ loc }: Asked, what: string) =>
  invalidField([...loc, 'orders'], `the orders are ${what}; name fewer orders`, null);
