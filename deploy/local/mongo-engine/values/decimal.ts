import { Decimal128 } from 'bson';

/** `coefficient * 10 ** exponent`, exactly; NaN and the infinities are JavaScript's numbers. */
export type Decimal = { coefficient: bigint; exponent: number } | number;
type Finite = Exclude<Decimal, number>;

const DIGITS = 34;
const BIAS = 6176;
const MAX_EXPONENT = 6111;
const LARGEST = 10n ** BigInt(DIGITS) - 1n;
const LOW_113 = (1n << 113n) - 1n;

/** Reads IEEE 754-2008 decimal128 in its binary integer encoding, the form that BSON stores. */
export function decodeDecimal(value: Decimal128): Decimal {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return Number.NaN;
  if (combination === 30) return negative ? -Infinity : Infinity;
  const large = combination >> 3 === 3;
  const exponent = Number((high >> (large ? 47n : 49n)) & 0x3fffn) - BIAS;
  const bits = ((high << 64n) | view.getBigUint64(0, true)) & LOW_113;
  // A coefficient beyond 34 digits is not canonical and stands for zero.
  const coefficient = large || bits > LARGEST ? 0n : bits;
  return { coefficient: negative ? -coefficient : coefficient, exponent };
}

/** Rounds to 34 digits, half to even, and writes the BSON form. */
export function encodeDecimal(decimal: Decimal): Decimal128 {
  if (typeof decimal === 'number') return Decimal128.fromString(String(decimal));
  const { coefficient, exponent } = clamp(roundToDigits(decimal, DIGITS));
  if (exponent > MAX_EXPONENT) return Decimal128.fromString(coefficient < 0n ? '-Infinity' : 'Infinity');
  const magnitude = coefficient < 0n ? -coefficient : coefficient;
  const bits = (BigInt(exponent + BIAS) << 113n) | magnitude | (coefficient < 0n ? 1n << 127n : 0n);
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, bits & 0xffffffffffffffffn, true);
  view.setBigUint64(8, bits >> 64n, true);
  return new Decimal128(bytes);
}

/** Keeps the exponent in range: trailing zeros take up what is too high, rounding what is too low. */
function clamp({ coefficient, exponent }: Finite): Finite {
  if (coefficient === 0n) return { coefficient, exponent: Math.min(Math.max(exponent, -BIAS), MAX_EXPONENT) };
  // Less than one unit: nothing is computed with an exponent that somebody has written.
  if (exponent < -BIAS - DIGITS) return { coefficient: 0n, exponent: -BIAS };
  if (exponent < -BIAS) return rescale({ coefficient, exponent }, -BIAS);
  const excess = exponent - MAX_EXPONENT;
  if (excess <= 0 || excess + digitsOf(coefficient) > DIGITS) return { coefficient, exponent };
  return { coefficient: coefficient * 10n ** BigInt(excess), exponent: MAX_EXPONENT };
}

const digitsOf = (coefficient: bigint): number => String(coefficient < 0n ? -coefficient : coefficient).length;

function roundToDigits(decimal: Finite, digits: number): Finite {
  const excess = digitsOf(decimal.coefficient) - digits;
  if (excess <= 0) return decimal;
  const rounded = rescale(decimal, decimal.exponent + excess);
  // 99…9 rounds to one digit more.
  return digitsOf(rounded.coefficient) > digits ? rescale(rounded, rounded.exponent + 1) : rounded;
}

export type Rounding = 'half-even' | 'truncate' | 'floor' | 'ceil';

/** The same number with another exponent; a higher one rounds. */
export function rescale(decimal: Finite, exponent: number, rounding: Rounding = 'half-even'): Finite {
  const shift = exponent - decimal.exponent;
  if (shift <= 0) return { coefficient: decimal.coefficient * 10n ** BigInt(-shift), exponent };
  const unit = 10n ** BigInt(shift);
  return { coefficient: divideRounded(decimal.coefficient, unit, rounding), exponent };
}

function divideRounded(dividend: bigint, unit: bigint, rounding: Rounding): bigint {
  const quotient = dividend / unit;
  const rest = dividend % unit;
  if (rest === 0n || rounding === 'truncate') return quotient;
  if (rounding === 'floor') return rest < 0n ? quotient - 1n : quotient;
  if (rounding === 'ceil') return rest > 0n ? quotient + 1n : quotient;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  const away = twice > unit || (twice === unit && quotient % 2n !== 0n);
  if (!away) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

export const decimalOfInteger = (value: bigint): Finite => ({ coefficient: value, exponent: 0 });

/** A double as MongoDB makes a decimal of it in arithmetic: rounded to 15 significant digits. */
export function decimalOfDouble(value: number): Decimal {
  if (!Number.isFinite(value)) return value;
  if (Number.isSafeInteger(value) && Math.abs(value) < 1e15) return decimalOfInteger(BigInt(value));
  return parseDecimal(value.toExponential(14));
}

/** Reads `-1.25e3` exactly. The text must be a finite number. */
export function parseDecimal(text: string): Finite {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { coefficient: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length };
}

/** Every digit of a finite double: its binary fraction written in tens. */
export function exactDecimal(value: number): Finite {
  let mantissa = value;
  let halvings = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    halvings++;
  }
  return { coefficient: BigInt(mantissa) * 5n ** BigInt(halvings), exponent: -halvings };
}

/** The nearest double. */
export function decimalToNumber(decimal: Decimal): number {
  return typeof decimal === 'number' ? decimal : Number(`${decimal.coefficient}e${decimal.exponent}`);
}

export function compareFinite(a: Finite, b: Finite): number {
  const sign = Number(a.coefficient > 0n) - Number(a.coefficient < 0n);
  const other = Number(b.coefficient > 0n) - Number(b.coefficient < 0n);
  if (sign !== other || sign === 0) return Math.sign(sign - other);
  // Numbers of different magnitude are told apart without writing thousands of zeros.
  const magnitude = digitsOf(a.coefficient) + a.exponent - digitsOf(b.coefficient) - b.exponent;
  if (magnitude !== 0) return magnitude > 0 ? sign : -sign;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = rescale(a, exponent).coefficient;
  const right = rescale(b, exponent).coefficient;
  return left < right ? -1 : Number(left > right);
}
