import { AppError } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { digitsOf, MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';
import { decimalOf } from '../../documents/domain/exact-amounts.ts';
import type { PurchaseOrderItem } from './purchase-order-item.ts';

/** The received quantity of an item. */
export interface ReceivedItem {
  id: string;
  /** Above 0. */
  qty: string;
}

/**
 * Adds received quantities to the items: all of them, or none. Errors: validation_failed for an item that the order
 * does not have; conflict if more is received than is left. The message names what is left.
 */
export function receiveItems(
  items: readonly PurchaseOrderItem[],
  received: readonly ReceivedItem[],
): PurchaseOrderItem[] {
  const come = sumsOf(items, received);
  refuseLong(items, received, come);
  const excess = items.filter((item) => (come.get(item.id) ?? NOTHING).gt(remainingQty(item)));
  if (excess.length > 0) throw tooMuch(excess);
  return items.map((item) => {
    const more = come.get(item.id);
    return more ? { ...item, receivedQty: canonicalText(add(parseDecimal(item.receivedQty), more)) } : item;
  });
}

/** Whether all items are fully received. */
export const isAllReceived = (items: readonly Quantities[]): boolean =>
  items.every((item) => remainingQty(item).lte(NOTHING));

/** The items with their whole quantities received. */
export const allReceived = (items: readonly PurchaseOrderItem[]): PurchaseOrderItem[] =>
  items.map((item) => ({ ...item, receivedQty: item.qty }));

const NOTHING = parseDecimal(0);

type Quantities = Pick<PurchaseOrderItem, 'qty' | 'receivedQty'>;

const remainingQty = ({ qty, receivedQty }: Quantities): Decimal => parseDecimal(qty).minus(parseDecimal(receivedQty));

/** The sums of received quantities, by item. A receipt may name an item more than once. Errors: validation_failed. */
function sumsOf(items: readonly PurchaseOrderItem[], received: readonly ReceivedItem[]): Map<string, Decimal> {
  const known = new Set(items.map(({ id }) => id));
  const sums = new Map<string, Decimal>();
  const faults = new Faults();
  for (const [index, { id, qty }] of received.entries()) {
    if (!known.has(id)) faults.add(['items', String(index), 'id'], 'the purchase order has no item of this id', id);
    sums.set(id, add(sums.get(id) ?? NOTHING, decimalOf(qty)));
  }
  faults.throwIfAny();
  return sums;
}

/** Received and remaining quantities have the limits of all decimals (decisions 7: PO decimals). */
function refuseLong(
  items: readonly PurchaseOrderItem[],
  received: readonly ReceivedItem[],
  come: ReadonlyMap<string, Decimal>,
): void {
  const faults = new Faults();
  for (const item of items) {
    const more = come.get(item.id);
    if (!more) continue;
    const results = [add(parseDecimal(item.receivedQty), more), remainingQty(item).minus(more)];
    if (results.every((result) => digitsOf(canonicalText(result)) <= MAX_DIGITS)) continue;
    const index = received.findIndex(({ id }) => id === item.id);
    const why = `what has come of the item, and what is left, have at most ${MAX_DIGITS} digits`;
    faults.add(['items', String(index), 'qty'], why, received[index]?.qty);
  }
  faults.throwIfAny();
}

/** Maximum number of items that a message names. */
const NAMED = 3;

function tooMuch(items: readonly PurchaseOrderItem[]): AppError {
  const named = items.slice(0, NAMED).map((item) => `${canonicalText(remainingQty(item))} of item ${item.lineNumber}`);
  const others = items.length > NAMED ? ' and less than was sent of others' : '';
  return new AppError('conflict', `More than is left to receive: ${named.join(', ')}${others}; nothing was received`);
}
