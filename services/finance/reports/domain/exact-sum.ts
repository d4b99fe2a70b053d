import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';

/** A sum without rounding. Whole numbers are added natively, because a report adds hundreds of thousands of them. */
export class ExactSum {
  #whole = 0;
  #fraction: Decimal | undefined;

  add(value: number): void {
    const sum = this.#whole + value;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(sum)) this.#whole = sum;
    else this.#fraction = add(this.#fraction ?? parseDecimal(0), parseDecimal(value));
  }

  get value(): number {
    return this.#fraction ? toNumber(add(this.#fraction, parseDecimal(this.#whole))) : this.#whole;
  }
}

/** a - b without rounding, at least 0. */
export function leftOf(a: number, b: number): number {
  if (b >= a) return 0;
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a - b;
  return toNumber(parseDecimal(a).minus(parseDecimal(b)));
}
