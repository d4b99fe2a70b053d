/** Follows the NUL that ends a text; another byte there says that the text goes on. */
export const TEXT_END = 1;

/** A growing buffer that keys are written into from left to right. */
export class KeyWriter {
  private buffer = Buffer.allocUnsafe(512);
  size = 0;

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.size++] = value;
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.size);
    this.size += value.length;
  }

  uint16(value: number): void {
    this.reserve(2);
    this.size = this.buffer.writeUInt16BE(value, this.size);
  }

  uint32(value: number): void {
    this.reserve(4);
    this.size = this.buffer.writeUInt32BE(value, this.size);
  }

  uint64(value: bigint): void {
    this.reserve(8);
    this.size = this.buffer.writeBigUInt64BE(value, this.size);
  }

  /** Ordered as numbers are: a negative double is written inverted, a positive one with its sign bit set. */
  double(value: number): void {
    this.reserve(8);
    const start = this.size;
    this.size = this.buffer.writeDoubleBE(value, start);
    if (value < 0) this.invert(start);
    else this.buffer[start] = (this.buffer[start] ?? 0) | 0x80;
  }

  /** UTF-8 with an end that sorts below every continuation, also when inverted. */
  text(value: string): void {
    this.reserve(value.length * 3 + 2);
    const start = this.size;
    this.size += this.buffer.write(value, start);
    if (value.includes('\0')) this.escapeNulls(start);
    this.byte(0);
    this.byte(TEXT_END);
  }

  invert(start: number): void {
    for (let i = start; i < this.size; i++) this.buffer[i] = ~(this.buffer[i] ?? 0);
  }

  /** A copy of what was written; the writer starts again. */
  take(): Buffer {
    const key = Buffer.from(this.buffer.subarray(0, this.size));
    this.size = 0;
    return key;
  }

  private escapeNulls(start: number): void {
    const raw = Buffer.from(this.buffer.subarray(start, this.size));
    this.size = start;
    for (const byte of raw) {
      this.byte(byte);
      if (byte === 0) this.byte(0xff);
    }
  }

  private reserve(bytes: number): void {
    if (this.size + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.size + bytes));
    larger.set(this.buffer.subarray(0, this.size));
    this.buffer = larger;
  }
}
