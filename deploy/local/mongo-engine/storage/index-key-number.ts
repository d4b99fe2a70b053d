import { bsonType } from '../values/value.ts';
import type { KeyWriter } from './key-writer.ts';

/** Follows the double: the number is that double, or lies between it and the next one. */
const EXACT = 0;
const ABOVE = 1;
/** Shifts a decimal exponent (Decimal128: -6176 to 6145) above zero. */
const EXPONENT_BIAS = 20_000;

/**
 * A number of any type as the largest double that is not above it, and, where that is not the number itself, its decimal
 * digits: equal numbers have equal bytes, whatever their types. NaN is below all.
 */
export function writeNumber(out: KeyWriter, value: unknown): void {
  switch (bsonType(value)) {
    case 'long':
      writeLong(out, BigInt(String(value)));
      break;
    case 'decimal':
      writeDecimal(out, String(value));
      break;
    default:
      writeDouble(out, Number(value));
  }
}

function writeDouble(out: KeyWriter, value: number): void {
  if (Number.isNaN(value)) out.uint64(0n);
  else out.double(value === 0 ? 0 : value);
  out.byte(EXACT);
}

function writeLong(out: KeyWriter, value: bigint): void {
  const near = Number(value);
  if (BigInt(near) === value) writeDouble(out, near);
  else writeInexact(out, BigInt(near) > value ? nextDown(near) : near, { digits: value, exponent: 0 });
}

function writeDecimal(out: KeyWriter, text: string): void {
  const decimal = parseDecimal(text);
  const near = Number(text);
  if (!decimal) writeDouble(out, near);
  else if (near === Number.POSITIVE_INFINITY) writeInexact(out, Number.MAX_VALUE, decimal);
  else if (near === Number.NEGATIVE_INFINITY) writeInexact(out, near, decimal);
  else writeNear(out, near, decimal);
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

/** Undefined for zero, which has one encoding, and for what is not finite. */
function parseDecimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:E([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return digits === 0n ? undefined : { digits, exponent: Number(power) - fraction.length };
}

function writeNear(out: KeyWriter, near: number, decimal: Decimal): void {
  const order = compareToDouble(decimal, near);
  if (order === 0) writeDouble(out, near);
  else writeInexact(out, order < 0 ? nextDown(near) : near, decimal);
}

/** The sign of `digits * 10^exponent - double`, exactly. */
function compareToDouble({ digits, exponent }: Decimal, double: number): number {
  const { mantissa, power } = parts(double);
  const left = digits * 10n ** BigInt(Math.max(exponent, 0)) * 2n ** BigInt(Math.max(-power, 0));
  const right = mantissa * 2n ** BigInt(Math.max(power, 0)) * 10n ** BigInt(Math.max(-exponent, 0));
  return left === right ? 0 : left < right ? -1 : 1;
}

const view = new DataView(new ArrayBuffer(8));

/** A finite double as `mantissa * 2^power`. */
function parts(double: number): { mantissa: bigint; power: number } {
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: double < 0 ? -mantissa : mantissa, power: Math.max(biased, 1) - 1075 };
}

function nextDown(double: number): number {
  if (double === Number.NEGATIVE_INFINITY) return double;
  if (double === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, double);
  view.setBigUint64(0, view.getBigUint64(0) + (double > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

function writeInexact(out: KeyWriter, floor: number, { digits, exponent }: Decimal): void {
  out.double(floor === 0 ? 0 : floor);
  out.byte(ABOVE);
  const start = out.size;
  const magnitude = String(digits < 0n ? -digits : digits);
  out.uint16(magnitude.length + exponent + EXPONENT_BIAS);
  out.text(/^\d*[1-9]/.exec(magnitude)?.[0] ?? '');
  if (digits < 0n) out.invert(start);
}
