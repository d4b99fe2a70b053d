const CHUNK = 64 * 1024;
/** Bytes behind a key: where its value is in `values`, and the length of the key. */
const TAIL = 4 + 2;
const NOTHING = 0xffff_ffff;

/**
 * What was under the keys that a job has written, to take the job back. Keys are kept as bytes: a transaction of tens of
 * thousands of documents writes ten times as many, and as objects they would be a third of the memory that it takes.
 */
export class Overwritten {
  private chunk = Buffer.allocUnsafeSlow(CHUNK);
  private at = 0;
  private full: Buffer[] = [];
  private values: Buffer[] = [];

  /** `before` is kept as it is; null: there was nothing. */
  note(key: Buffer, before: Buffer | null): void {
    if (this.at + key.length + TAIL > CHUNK) this.turn();
    const { chunk, at } = this;
    const tail = at + key.length;
    chunk.set(key, at);
    chunk.writeUInt32BE(before ? this.values.push(before) - 1 : NOTHING, tail);
    chunk.writeUInt16BE(key.length, tail + 4);
    this.at = tail + TAIL;
  }

  private turn(): void {
    this.full.push(this.chunk.subarray(0, this.at));
    this.chunk = Buffer.allocUnsafeSlow(CHUNK);
    this.at = 0;
  }

  /** The newest first. */
  *backwards(): Generator<{ key: Buffer; before: Buffer | null }> {
    for (const chunk of [...this.full, this.chunk.subarray(0, this.at)].reverse()) {
      for (let end = chunk.length; end > 0; ) {
        const tail = end - TAIL;
        const start = tail - chunk.readUInt16BE(end - 2);
        const value = chunk.readUInt32BE(tail);
        yield { key: chunk.subarray(start, tail), before: value === NOTHING ? null : (this.values[value] as Buffer) };
        end = start;
      }
    }
  }

  clear(): void {
    this.at = 0;
    if (this.full.length > 0) this.full = [];
    if (this.values.length > 0) this.values = [];
  }
}
