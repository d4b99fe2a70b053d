import { parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { ClientExposureChange } from '../../credit/domain/credit.ts';
import type { Order, OrderStatus } from './order.ts';

/**
 * Statuses in which the client owes for the order (decisions 7: Credit). From the first one on, an order keeps its
 * client.
 */
const OWED: readonly OrderStatus[] = ['confirmed', 'in_production', 'partially_shipped', 'shipped'];

/** Whether the client owes for an order in this status. */
export const countsAsOwed = (status: OrderStatus): boolean => OWED.includes(status);

/**
 * The change of the amounts that the client owes; undefined if they do not change. `before`: undefined for a new order.
 * `after`: undefined for a deleted order.
 */
export function exposureChange(before: Order | undefined, after: Order | undefined): ClientExposureChange | undefined {
  const [was, is] = [owedBy(before), owedBy(after)];
  const { clientId } = is ?? was ?? {};
  if (clientId === undefined || (was && is && isSame(was, is))) return undefined;
  const less = was ? [{ currency: was.currency, amount: parseDecimal(was.amount).neg() }] : [];
  const more = is ? [{ currency: is.currency, amount: parseDecimal(is.amount) }] : [];
  const isLess = was && is && was.currency === is.currency && is.amount < was.amount;
  return { clientId, changes: [...less, ...more], isMore: is !== undefined && !isLess };
}

interface Owed {
  clientId: string;
  currency: string;
  /** Above 0. */
  amount: number;
}

/** The amount of the order that is not invoiced. Only invoices in the order's currency are subtracted. */
function owedBy(order: Order | undefined): Owed | undefined {
  if (!order || !countsAsOwed(order.status)) return undefined;
  const { clientId, currency, totalAmount, invoiced } = order;
  const rest = parseDecimal(totalAmount).minus(parseDecimal(invoiced?.[currency] ?? 0));
  return rest.gt(0) ? { clientId, currency, amount: toNumber(rest) } : undefined;
}

const isSame = (was: Owed, is: Owed) => was.currency === is.currency && was.amount === is.amount;
