import { add, amountText, type Decimal } from '#chassis/domain/money.ts';
import type { PayablesRow } from '#proto/finance/v1/report.contract.ts';
import { daysBetween } from '../../documents/domain/days.ts';
import { readCell } from '../../documents/domain/kept-sums.ts';
import { NO_DAY, PREPAID, TO_COME } from '../../purchase-orders/domain/purchase-cells.ts';
import { ExactTextSum } from './exact-sum.ts';
import { ageOf } from './receivables.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** A row without the name of its supplier. */
export type PayableRow = Omit<PayablesRow, 'supplierName'>;

const OWED = ['current', 'days1To30', 'days31To60', 'days61To90', 'daysOver90', 'prepaid'] as const;
type Column = (typeof OWED)[number] | 'toCome';
type Sums = Record<Column, ExactTextSum>;

/** Ages the received and unpaid amounts of suppliers (decisions 7: Reports). */
export class Payables {
  readonly #today: string;
  readonly #currency: string | undefined;
  readonly #columns = new Map<string, Column>([
    [NO_DAY, 'current'],
    [PREPAID, 'prepaid'],
    [TO_COME, 'toCome'],
  ]);
  readonly #rows: PayableRow[] = [];

  /** `today`: ISO 8601. `currency`: only amounts in it are counted. */
  constructor(today: string, currency?: string) {
    this.#today = today;
    this.#currency = currency;
  }

  /** Adds the sums of a supplier, once for each supplier. Errors: validation_failed above the limit of rows. */
  add(supplierId: string, cells: readonly string[]): void {
    const byCurrency = new Map<string, Sums>();
    for (const cell of cells) {
      const { key, amounts } = readCell(cell);
      const [currency = '', day = ''] = key.split(' ');
      if (this.#currency !== undefined && currency !== this.#currency) continue;
      const sums = byCurrency.get(currency) ?? noAmounts();
      byCurrency.set(currency, sums);
      sums[this.#columnOf(day)].add(amounts[0] ?? '0');
    }
    for (const [currency, sums] of byCurrency) this.#rows.push(rowOf(supplierId, currency, sums));
    refuseTooManyRows(this.#rows.length, ['supplierId', 'currency']);
  }

  rows(): readonly PayableRow[] {
    return this.#rows;
  }

  #columnOf(day: string): Column {
    const known = this.#columns.get(day);
    if (known) return known;
    const column = ageOf(daysBetween(day, this.#today)) as Column;
    this.#columns.set(day, column);
    return column;
  }
}

const noAmounts = () => Object.fromEntries([...OWED, 'toCome'].map((name) => [name, new ExactTextSum()])) as Sums;

function rowOf(supplierId: string, currency: string, sums: Sums): PayableRow {
  const text = (amount: Decimal) => amountText(currency, amount);
  const columns = Object.fromEntries(OWED.map((name) => [name, text(sums[name].decimal)]));
  const total = text(add(...OWED.map((name) => sums[name].decimal)));
  return {
    supplierId,
    currency,
    ...(columns as Record<(typeof OWED)[number], string>),
    total,
    toCome: text(sums.toCome.decimal),
  };
}
