export const CHUNK = 64 * 1024;
/** Bytes of the first chunk. It is taken from Node's buffer pool, because most lists are short. */
const FIRST = 512;
/** Bytes of the length in front of each entry. The length is at most MAX_KEY_SIZE. */
const LENGTH = 2;

/**
 * A list of keys, stored as bytes. As separate buffers of about 150 bytes each, millions of keys would fill the heap.
 */
export class ByteList {
  private chunks: Buffer[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  /** Position of each entry: the number of its chunk times CHUNK, plus the offset in the chunk. */
  private starts: number[] = [];
  private at = 0;
  private readonly first: number;

  /** `first`: bytes of the first chunk. */
  constructor(first = FIRST) {
    this.first = first;
  }

  static of(all: Iterable<Buffer>): ByteList {
    const list = new ByteList();
    for (const bytes of all) list.push(bytes);
    return list;
  }

  get length(): number {
    return this.starts.length;
  }

  push(bytes: Buffer): void {
    const size = LENGTH + bytes.length;
    if (this.at + size > this.chunk.length) this.extend(size);
    const { chunk, at } = this;
    this.starts.push((this.chunks.length - 1) * CHUNK + at);
    chunk.writeUInt16BE(bytes.length, at);
    chunk.set(bytes, at + LENGTH);
    this.at += size;
  }

  private extend(size: number): void {
    this.chunk = Buffer.allocUnsafe(this.chunks.length === 0 ? Math.max(size, this.first) : CHUNK);
    this.chunks.push(this.chunk);
    this.at = 0;
  }

  /** The returned buffer shares the list's bytes. They do not change until `clear`. */
  get(index: number): Buffer {
    const start = this.starts[index] as number;
    const chunk = this.chunks[Math.floor(start / CHUNK)] as Buffer;
    const at = (start % CHUNK) + LENGTH;
    return chunk.subarray(at, at + chunk.readUInt16BE(at - LENGTH));
  }

  /** Removes all entries. The first chunk is used again. */
  clear(): void {
    this.chunks.length = Math.min(this.chunks.length, 1);
    this.chunk = this.chunks[0] ?? this.chunk;
    if (this.starts.length > 0) this.starts = [];
    this.at = 0;
  }
}
