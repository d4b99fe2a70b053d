import { Long } from 'bson';
import { doubleOf, intOrLong, isInt64, toBigInt, toDecimal } from './arithmetic.ts';
import { type Decimal, encodeDecimal, exactDecimal } from './decimal.ts';
import { addDecimals } from './decimal-arithmetic.ts';
import { type BsonNumber, isNumber, type NumberType, numberType, toNumber } from './number.ts';
import { isInt32 } from './value.ts';

const WIDTH: Record<NumberType, number> = { int: 0, long: 1, double: 2, decimal: 3 };

/**
 * A sum of numbers of any type, in the widest of their types and without what doubles lose: MongoDB's, with the error of
 * every addition kept beside it (2Sum of Knuth and Møller).
 */
export class Summation {
  count = 0;
  private widest: NumberType = 'int';
  /** Of ints, as long as a double holds it exactly. */
  private small = 0;
  private whole = 0n;
  private double = 0;
  private error = 0;
  /** What is not finite, for which the error is no number. */
  private plain = 0;
  private decimal: Decimal = { coefficient: 0n, exponent: 0 };

  static of(values: Iterable<unknown>): Summation {
    const total = new Summation();
    for (const value of values) total.add(value);
    return total;
  }

  /** What is no number does not count. */
  add(value: unknown): void {
    if (!isNumber(value)) return;
    this.count++;
    if (typeof value === 'number' && isInt32(value)) {
      this.small += value;
      if (Math.abs(this.small) > 2 ** 52) this.flush();
      return;
    }
    const type = numberType(value);
    if (WIDTH[type] > WIDTH[this.widest]) this.widest = type;
    if (type === 'decimal') this.decimal = addDecimals(this.decimal, toDecimal(value));
    else if (type === 'double') this.addDouble(toNumber(value));
    else this.whole += toBigInt(value);
  }

  private flush(): void {
    this.whole += BigInt(this.small);
    this.small = 0;
  }

  private addDouble(value: number): void {
    const sum = this.double + value;
    const back = sum - this.double;
    this.error += this.double - (sum - back) + (value - back);
    this.double = sum;
    this.plain += value;
  }

  total(): BsonNumber {
    this.flush();
    if (this.widest === 'decimal') return encodeDecimal(this.asDecimal());
    if (this.widest === 'double' || !isInt64(this.whole)) return doubleOf(this.asDouble());
    return this.widest === 'int' ? intOrLong(this.whole) : Long.fromBigInt(this.whole);
  }

  private asDouble(): number {
    const high = Number(this.whole);
    this.addDouble(high);
    this.addDouble(Number(this.whole - BigInt(high)));
    this.whole = 0n;
    return Number.isFinite(this.double + this.error) ? this.double + this.error : this.plain;
  }

  private asDecimal(): Decimal {
    const integers = addDecimals(this.decimal, { coefficient: this.whole, exponent: 0 });
    if (!Number.isFinite(this.double + this.error)) return addDecimals(integers, this.plain);
    return addDecimals(addDecimals(integers, exactDecimal(this.double)), exactDecimal(this.error));
  }
}
