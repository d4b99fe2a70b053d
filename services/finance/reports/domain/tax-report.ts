import type { TaxReportRow } from '#proto/finance/v1/report.contract.ts';
import { readCell } from '../../documents/domain/kept-sums.ts';
import { NO_MONTH, NO_RATE, taxPart } from '../../invoices/domain/invoice-cells.ts';
import { ExactTextSum } from './exact-sum.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** `from` and `to`: the first and the last month, as `2026-03`. */
export interface TaxFilter {
  from?: string | undefined;
  to?: string | undefined;
  currency?: string | undefined;
}

interface Sums {
  base: ExactTextSum;
  amount: ExactTextSum;
}

/** Adds up taxes by month, currency and rate (decisions 7: Reports). */
export class TaxReport {
  readonly #filter: TaxFilter;
  readonly #sums = new Map<string, Sums>();

  constructor(filter: TaxFilter) {
    this.#filter = filter;
  }

  /** Adds the tax sums of a client and a year. Errors: validation_failed above the limit of rows. */
  add(cells: readonly string[]): void {
    for (const cell of cells) {
      const { key, amounts } = readCell(cell);
      const known = this.#sums.get(key);
      if (!known && !this.#isWanted(key)) continue;
      const sums = known ?? { base: new ExactTextSum(), amount: new ExactTextSum() };
      if (!known) this.#sums.set(key, sums);
      sums.base.add(amounts[0] ?? '0');
      sums.amount.add(amounts[1] ?? '0');
    }
    refuseTooManyRows(this.#sums.size, ['from', 'to', 'currency']);
  }

  /** The earliest month first, and amounts without a month last; then by currency; then the highest rate first. */
  rows(): TaxReportRow[] {
    const rows = [...this.#sums].flatMap(([key, { base, amount }]): TaxReportRow[] => {
      if (base.decimal.eq(0) && amount.decimal.eq(0)) return [];
      const [currency = '', month = '', rate = ''] = key.split(' ');
      const words = { month: month === NO_MONTH ? null : month, rate: rate === NO_RATE ? null : Number(rate) };
      return [{ currency, ...words, base: base.value, amount: amount.value }];
    });
    return rows.sort(
      (one, other) =>
        byText(one.month ?? LAST, other.month ?? LAST) ||
        byText(one.currency, other.currency) ||
        (other.rate ?? -1) - (one.rate ?? -1),
    );
  }

  #isWanted(key: string): boolean {
    const { from, to, currency } = this.#filter;
    const [ofCurrency = '', month = ''] = key.split(' ');
    if (currency !== undefined && ofCurrency !== currency) return false;
    if (from === undefined && to === undefined) return true;
    return month.length === MONTH_LENGTH && month >= (from ?? '') && month <= (to ?? LAST);
  }
}

/** The first and the last part of the sums that the filter needs. */
export const partsOf = ({ from, to }: TaxFilter): { from: string; to: string } => ({
  from: taxPart(from?.slice(0, YEAR_LENGTH) ?? ''),
  to: taxPart(to?.slice(0, YEAR_LENGTH) ?? LAST),
});

/** Sorts after all years and months. */
const LAST = '\uffff';
const YEAR_LENGTH = 4;
/** Months of years with more digits have a sign. */
const MONTH_LENGTH = '2026-03'.length;

const byText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
