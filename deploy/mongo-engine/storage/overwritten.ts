const CHUNK = 64 * 1024;
/** Bytes behind a key: where its value is in `values`, and the length of the key. */
const TAIL = 4 + 2;
const NOTHING = 0xffff_ffff;

/**
 * What was under the keys that a job has written, to take the job back. Keys are kept as bytes: a transaction of tens of
 * thousands of documents writes ten times as many, and as objects they would be a third of the memory that it takes.
 */
export class Overwritten {
  private chunks: Buffer[] = [];
  /** Where each chunk ends. */
  private ends: number[] = [];
  private values: Buffer[] = [];

  /** `before` is kept as it is; null: there was nothing. */
  note(key: Buffer, before: Buffer | null): void {
    const length = key.length + TAIL;
    let [chunk, at] = [this.chunks.at(-1), this.ends.at(-1) ?? 0];
    if (!chunk || chunk.length - at < length) {
      // A first small one comes from Node's pool: most jobs write few keys.
      chunk = Buffer.allocUnsafe(chunk ? CHUNK : Math.max(length, 512));
      at = 0;
      this.chunks.push(chunk);
      this.ends.push(0);
    }
    chunk.set(key, at);
    chunk.writeUInt32BE(before ? this.values.push(before) - 1 : NOTHING, at + key.length);
    chunk.writeUInt16BE(key.length, at + key.length + 4);
    this.ends[this.ends.length - 1] = at + length;
  }

  /** The newest first. */
  *backwards(): Generator<{ key: Buffer; before: Buffer | null }> {
    for (let last = this.chunks.length - 1; last >= 0; last--) {
      const chunk = this.chunks[last] as Buffer;
      for (let end = this.ends[last] ?? 0; end > 0; ) {
        const tail = end - TAIL;
        const key = chunk.subarray(tail - chunk.readUInt16BE(end - 2), tail);
        const value = chunk.readUInt32BE(tail);
        yield { key, before: value === NOTHING ? null : (this.values[value] as Buffer) };
        end = key.byteOffset - chunk.byteOffset;
      }
    }
  }

  clear(): void {
    this.chunks = [];
    this.ends = [];
    this.values = [];
  }
}
