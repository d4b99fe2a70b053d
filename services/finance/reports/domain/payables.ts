import { add, amountText, type Decimal, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import type { PayablesRow } from '#proto/finance/v1/report.contract.ts';
import { daysBetween, dayText } from '../../documents/domain/days.ts';
import { exactTax } from '../../documents/domain/exact-amounts.ts';
import type { PurchaseOrder } from '../../purchase-orders/domain/purchase-order.ts';
import { isAllReceived } from '../../purchase-orders/domain/receipt.ts';
import { type Age, ageOf } from './receivables.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** A row without the name of its supplier. */
export type PayableRow = Omit<PayablesRow, 'supplierName'>;

export type PayableOrder = Pick<
  PurchaseOrder,
  'status' | 'supplierId' | 'currency' | 'orderDate' | 'expectedDeliveryDate' | 'taxRate' | 'items' | 'total' | 'paid'
>;

const AMOUNTS = ['current', 'days1To30', 'days31To60', 'days61To90', 'daysOver90', 'prepaid', 'toCome'] as const;
type Sums = Record<(typeof AMOUNTS)[number], Decimal>;

/** Ages the received and unpaid amounts of purchase orders by supplier and currency (decisions 7: Reports). */
export class Payables {
  readonly #today: string;
  readonly #sums = new Map<string, Sums>();

  /** `today`: ISO 8601. */
  constructor(today: string) {
    this.#today = today;
  }

  /** Errors: validation_failed above the limit of rows. */
  add(order: PayableOrder): void {
    const { received, toCome } = valuesOf(order);
    const owed = received.minus(parseDecimal(order.paid));
    if (owed.eq(0) && toCome.eq(0)) return;
    const key = `${order.supplierId} ${order.currency}`;
    const sums = this.#sums.get(key) ?? nothing();
    this.#sums.set(key, sums);
    const column = owed.lt(0) ? 'prepaid' : this.#ageOf(order);
    sums[column] = add(sums[column], owed);
    sums.toCome = add(sums.toCome, toCome);
    refuseTooManyRows(this.#sums.size, ['supplierId', 'currency']);
  }

  rows(): PayableRow[] {
    return [...this.#sums].map(([key, { toCome, ...owed }]) => {
      const [supplierId = '', currency = ''] = key.split(' ');
      const text = (amount: Decimal) => amountText(currency, amount);
      return {
        ...{ supplierId, currency },
        ...{ current: text(owed.current), days1To30: text(owed.days1To30), days31To60: text(owed.days31To60) },
        ...{ days61To90: text(owed.days61To90), daysOver90: text(owed.daysOver90), prepaid: text(owed.prepaid) },
        ...{ total: text(add(...Object.values(owed))), toCome: text(toCome) },
      };
    });
  }

  #ageOf({ expectedDeliveryDate, orderDate }: PayableOrder): Exclude<Age, 'credits'> {
    const day = dayText(expectedDeliveryDate) ?? dayText(orderDate);
    return day === null ? 'current' : (ageOf(daysBetween(day, this.#today)) as Exclude<Age, 'credits'>);
  }
}

/**
 * The value of the received goods with tax, and of the goods that will still come. All goods together are worth the
 * total. Goods of a closed order that were not received do not come any more.
 */
export function valuesOf(order: Omit<PayableOrder, 'supplierId' | 'orderDate' | 'expectedDeliveryDate' | 'paid'>) {
  const { status, items, total, taxRate, currency } = order;
  const whole = parseDecimal(total);
  if (isAllReceived(items)) return { received: whole, toCome: NOTHING };
  const received = add(
    ...items.map((item) => {
      const amount = roundTo(currency, multiply(parseDecimal(item.receivedQty), parseDecimal(item.unitPrice)));
      return add(amount, exactTax(amount.toFixed(), item.taxRate ?? taxRate, currency));
    }),
  );
  return { received, toCome: status === 'closed' ? NOTHING : whole.minus(received) };
}

const NOTHING = parseDecimal(0);
const nothing = () => Object.fromEntries(AMOUNTS.map((name) => [name, NOTHING])) as Sums;
