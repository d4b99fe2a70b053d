import { parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type ClientExposureChange, changeExposure, type ExposureChange } from '../../credit/domain/credit.ts';
import type { Order, OrderStatus } from './order.ts';

/** decisions 7: Credit. From the first of them on it keeps its client. */
const OWED: readonly OrderStatus[] = ['confirmed', 'in_production', 'partially_shipped', 'shipped'];

/** Whether a client owes what an order of this status comes to. */
export const isOwedIn = (status: OrderStatus): boolean => OWED.includes(status);

/**
 * The change of the amounts that its client owes; undefined: none. Without `before`, or `after`, there was, or is, no
 * order.
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

/** The order when by so much more of it is invoiced. */
export const withInvoiced = (order: Order, change: ExposureChange): Order => ({
  ...order,
  invoiced: changeExposure(order.invoiced ?? {}, [change]),
});

interface Owed {
  clientId: string;
  currency: string;
  /** Above 0. */
  amount: number;
}

/** The amount that is not invoiced: invoices owe the rest. Invoices in another currency are about another amount. */
function owedBy(order: Order | undefined): Owed | undefined {
  if (!order || !isOwedIn(order.status)) return undefined;
  const { clientId, currency, totalAmount, invoiced } = order;
  const rest = parseDecimal(totalAmount).minus(parseDecimal(invoiced?.[currency] ?? 0));
  return rest.gt(0) ? { clientId, currency, amount: toNumber(rest) } : undefined;
}

const isSame = (was: Owed, is: Owed) => was.currency === is.currency && was.amount === is.amount;
