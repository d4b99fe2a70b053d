import type { ReceivablesRow } from '#proto/finance/v1/report.contract.ts';
import { daysBetween } from '../../documents/domain/days.ts';
import { readCell } from '../../documents/domain/kept-sums.ts';
import { CREDITS, NO_DAY } from '../../invoices/domain/invoice-cells.ts';
import { ExactTextSum } from './exact-sum.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** A row without the name of its client. */
export type OwedRow = Omit<ReceivablesRow, 'clientName'>;

const AGES = ['current', 'days1To30', 'days31To60', 'days61To90', 'daysOver90', 'credits'] as const;
export type Age = (typeof AGES)[number];

/** Ages the unpaid amounts of clients (decisions 7: Reports). */
export class Receivables {
  readonly #today: string;
  readonly #currency: string | undefined;
  readonly #ages = new Map<string, Age>([
    [NO_DAY, 'current'],
    [CREDITS, 'credits'],
  ]);
  readonly #rows: OwedRow[] = [];

  /** `today`: ISO 8601. `currency`: only amounts in it are counted. */
  constructor(today: string, currency?: string) {
    this.#today = today;
    this.#currency = currency;
  }

  /** Adds the open sums of a client, once for each client. Errors: validation_failed above the limit of rows. */
  add(clientId: string, cells: readonly string[]): void {
    const byCurrency = new Map<string, Record<Age, ExactTextSum>>();
    for (const cell of cells) {
      const { key, amounts } = readCell(cell);
      const [currency = '', due = ''] = key.split(' ');
      if (this.#currency !== undefined && currency !== this.#currency) continue;
      const sums = byCurrency.get(currency) ?? noAmounts();
      byCurrency.set(currency, sums);
      sums[this.#ageOf(due)].add(amounts[0] ?? '0');
    }
    for (const [currency, sums] of byCurrency) this.#rows.push(rowOf(clientId, currency, sums));
    refuseTooManyRows(this.#rows.length, ['clientId', 'currency']);
  }

  rows(): readonly OwedRow[] {
    return this.#rows;
  }

  #ageOf(due: string): Age {
    const known = this.#ages.get(due);
    if (known) return known;
    const age = ageOf(daysBetween(due, this.#today));
    this.#ages.set(due, age);
    return age;
  }
}

/** The age of an amount by the days that have passed since it was due. */
export function ageOf(days: number): Age {
  if (days <= 0) return 'current';
  if (days <= 30) return 'days1To30';
  if (days <= 60) return 'days31To60';
  return days <= 90 ? 'days61To90' : 'daysOver90';
}

const noAmounts = () => Object.fromEntries(AGES.map((age) => [age, new ExactTextSum()])) as Record<Age, ExactTextSum>;

function rowOf(clientId: string, currency: string, sums: Record<Age, ExactTextSum>): OwedRow {
  const total = new ExactTextSum();
  for (const age of AGES) total.add(sums[age].decimal.toFixed());
  const amounts = Object.fromEntries(AGES.map((age) => [age, sums[age].value])) as Record<Age, number>;
  return { clientId: clientId === '' ? null : clientId, currency, ...amounts, total: total.value };
}
