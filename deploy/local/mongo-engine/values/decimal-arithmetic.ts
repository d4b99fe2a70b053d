import { type Decimal, decimalToNumber, rescale } from './decimal.ts';

type Finite = Exclude<Decimal, number>;

/** More digits than decimal128 keeps (34), so that a quotient is rounded once, when it is encoded. */
const WORKING_DIGITS = 40;

/** Infinities and NaN follow the rules that doubles have for them. */
const lift =
  (finite: (a: Finite, b: Finite) => Decimal, special: (a: number, b: number) => number) =>
  (a: Decimal, b: Decimal): Decimal => {
    if (typeof a === 'object' && typeof b === 'object') return finite(a, b);
    return special(sample(a), sample(b));
  };

/** A finite decimal's sign and zero are all that counts beside an infinity or NaN. */
const sample = (value: Decimal): number => (typeof value === 'number' ? value : Math.sign(Number(value.coefficient)));

export const addDecimals = lift(
  (a, b) => {
    const exponent = Math.min(a.exponent, b.exponent);
    return { coefficient: rescale(a, exponent).coefficient + rescale(b, exponent).coefficient, exponent };
  },
  (a, b) => a + b,
);

export const multiplyDecimals = lift(
  (a, b) => ({ coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent }),
  (a, b) => a * b,
);

export const negateDecimal = (value: Decimal): Decimal =>
  typeof value === 'number' ? -value : { coefficient: -value.coefficient, exponent: value.exponent };

/** `a / b`, exact where 34 digits suffice; trailing zeros go as far as the operands' exponents allow. */
export const divideDecimals = lift(
  (a, b) => {
    if (b.coefficient === 0n) return sample(a) / 0;
    const extra = WORKING_DIGITS + String(b.coefficient).length;
    const scaled = a.coefficient * 10n ** BigInt(extra);
    const quotient = scaled / b.coefficient;
    // A last digit that is not zero keeps a remainder visible to the rounding.
    const sticky = scaled % b.coefficient === 0n ? quotient * 10n : quotient * 10n + (quotient < 0n ? -1n : 1n);
    return strip({ coefficient: sticky, exponent: a.exponent - b.exponent - extra - 1 }, a.exponent - b.exponent);
  },
  (a, b) => a / b,
);

function strip({ coefficient, exponent }: Finite, upTo: number): Finite {
  let [digits, power] = [coefficient, exponent];
  while (power < upTo && digits % 10n === 0n) {
    digits /= 10n;
    power++;
  }
  return { coefficient: digits, exponent: power };
}

/** The remainder with the sign of the dividend. */
export const remainderOfDecimals = lift(
  (a, b) => {
    if (b.coefficient === 0n) return Number.NaN;
    const exponent = Math.min(a.exponent, b.exponent);
    return { coefficient: rescale(a, exponent).coefficient % rescale(b, exponent).coefficient, exponent };
  },
  (a, b) => (Number.isFinite(a) && !Number.isNaN(b) ? a : Number.NaN),
);

export const isZeroDecimal = (value: Decimal): boolean => decimalToNumber(value) === 0;
