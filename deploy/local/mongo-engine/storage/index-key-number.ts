import { bsonType } from '../values/value.ts';
import type { KeyWriter } from './key-writer.ts';

/** Follows the double. EXACT: the number is this double. ABOVE: the number is between this double and the next one. */
const EXACT = 0;
const ABOVE = 1;
/** Added to the number of digits. Decimals, which are no longer stored, needed it. Existing files contain it. */
const EXPONENT_BIAS = 20_000;

/**
 * Writes a number as the largest double that is not above it. If this double is not the number itself, its decimal
 * digits follow. So equal numbers have equal bytes, whatever their types. NaN is below all numbers.
 */
export function writeNumber(out: KeyWriter, value: unknown): void {
  if (bsonType(value) === 'long') writeLong(out, BigInt(String(value)));
  else writeDouble(out, Number(value));
}

function writeDouble(out: KeyWriter, value: number): void {
  if (Number.isNaN(value)) out.uint64(0n);
  else out.double(value === 0 ? 0 : value);
  out.byte(EXACT);
}

function writeLong(out: KeyWriter, value: bigint): void {
  const near = Number(value);
  if (BigInt(near) === value) writeDouble(out, near);
  else writeInexact(out, BigInt(near) > value ? nextDown(near) : near, value);
}

const view = new DataView(new ArrayBuffer(8));

/** The double below a finite one that is not zero. */
function nextDown(double: number): number {
  view.setFloat64(0, double);
  view.setBigUint64(0, view.getBigUint64(0) + (double > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

function writeInexact(out: KeyWriter, floor: number, digits: bigint): void {
  out.double(floor);
  out.byte(ABOVE);
  const start = out.size;
  const magnitude = String(digits < 0n ? -digits : digits);
  out.uint16(magnitude.length + EXPONENT_BIAS);
  out.text(/^\d*[1-9]/.exec(magnitude)?.[0] ?? '');
  if (digits < 0n) out.invert(start);
}
