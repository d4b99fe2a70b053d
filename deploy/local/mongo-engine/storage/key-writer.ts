/** Follows the NUL at the end of a text. Another byte after a NUL means that the text continues. */
export const TEXT_END = 1;

/** A growing buffer. Keys are written into it from left to right. */
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

  /**
   * Writes a double so that the bytes sort as numbers do: a negative double inverted, a positive one with its sign bit
   * set.
   */
  double(value: number): void {
    this.reserve(8);
    const start = this.size;
    this.size = this.buffer.writeDoubleBE(value, start);
    if (value < 0) this.invert(start);
    else this.buffer[start] = (this.buffer[start] ?? 0) | 0x80;
  }

  /** Writes UTF-8 and an end mark. The mark is below every continuation of the text, so a shorter text sorts first. */
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

  /** Returns a copy of the written bytes, and empties the writer. */
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
