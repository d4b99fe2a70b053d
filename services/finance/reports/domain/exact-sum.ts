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

/** Decimal places that a native sum keeps: the most of any currency. */
const PLACES = 4;
const SCALE = 10 ** PLACES;

/** A sum of decimal texts without rounding. Amounts of usual size are added as whole ten-thousandths. */
export class ExactTextSum {
  #scaled = 0;
  #rest: Decimal | undefined;

  add(text: string): void {
    const scaled = scaledOf(text);
    const sum = this.#scaled + scaled;
    if (Number.isSafeInteger(sum)) this.#scaled = sum;
    else this.#rest = add(this.#rest ?? parseDecimal(0), parseDecimal(text));
  }

  get decimal(): Decimal {
    const scaled = parseDecimal(this.#scaled).div(SCALE);
    return this.#rest ? add(this.#rest, scaled) : scaled;
  }

  get value(): number {
    return toNumber(this.decimal);
  }
}

/** The decimal in ten-thousandths; NaN if it is not a safe whole number. */
function scaledOf(text: string): number {
  const point = text.indexOf('.');
  const places = point === -1 ? 0 : text.length - point - 1;
  if (places > PLACES) return Number.NaN;
  const scaled =
    point === -1 ? Number(text) * SCALE : Number(text.slice(0, point) + text.slice(point + 1).padEnd(PLACES, '0'));
  return Number.isSafeInteger(scaled) ? scaled : Number.NaN;
}
