import { type Decimal, parseDecimal } from './money.ts';

/** Most amounts have at most this many decimals per unit: ten-thousandths. */
const SCALE = 10_000;
/** Ten-thousandths of the largest amount that is added as an integer. Above it, doubles have fewer decimals. */
const LARGEST = 1e15;
/** Ten-thousandths up to which integers are added. One more amount still gives an exact integer. */
const FULL = 8e15;
/** Digits that every double keeps. */
const EXACT_DIGITS = 15;

/** Adds decimals exactly, and fast: amounts with up to 4 decimals are added as integers. */
export class ExactSum {
  /** Ten-thousandths. */
  #integer = 0;
  /** All that is not in `#integer`. Most sums never need it, and some totals have 100,000 sums. */
  #rest: Decimal | undefined;

  /** `value`: a number, or decimal text. Null adds nothing. */
  add(value: number | string | null | undefined): void {
    if (value === null || value === undefined) return;
    const number = typeof value === 'string' && value.length > EXACT_DIGITS ? Number.NaN : Number(value);
    const scaled = Math.round(number * SCALE);
    // The comparison fails for an amount with more decimals, and for NaN.
    if (Math.abs(scaled) <= LARGEST && scaled / SCALE === number) this.#integer += scaled;
    else this.#addRest(parseDecimal(value));
    if (Math.abs(this.#integer) > FULL) this.#empty();
  }

  addSum(other: ExactSum): void {
    // Each is at most FULL, so their sum may not be exact.
    if (Math.abs(this.#integer) + Math.abs(other.#integer) > FULL) this.#empty();
    if (Math.abs(this.#integer) + Math.abs(other.#integer) > FULL) this.#addRest(inUnits(other.#integer));
    else this.#integer += other.#integer;
    if (other.#rest) this.#addRest(other.#rest);
  }

  get value(): Decimal {
    return (this.#rest ?? parseDecimal(0)).plus(inUnits(this.#integer));
  }

  #addRest(amount: Decimal): void {
    this.#rest = this.#rest?.plus(amount) ?? amount;
  }

  #empty(): void {
    this.#addRest(inUnits(this.#integer));
    this.#integer = 0;
  }
}

const inUnits = (scaled: number): Decimal => parseDecimal(scaled).times(1 / SCALE);
