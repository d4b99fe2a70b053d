export const CHUNK = 64 * 1024;
/** Bytes of the first chunk, which is cut from Node's pool: most lists are short. */
const FIRST = 512;
/** Bytes before each entry: its length, which is MAX_KEY_SIZE at most. */
const LENGTH = 2;

/** A list of keys as bytes. As buffers of their own, some 150 bytes each, millions of them would fill the heap. */
export class ByteList {
  private chunks: Buffer[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  /** Where each entry is: the number of its chunk, and the place in it. */
  private starts: number[] = [];
  private at = 0;
  private readonly first: number;

  /** Bytes of its first chunk. */
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

  /** Shares the list's bytes, which stay as they are until it is cleared. */
  get(index: number): Buffer {
    const start = this.starts[index] as number;
    const chunk = this.chunks[Math.floor(start / CHUNK)] as Buffer;
    const at = (start % CHUNK) + LENGTH;
    return chunk.subarray(at, at + chunk.readUInt16BE(at - LENGTH));
  }

  /** Keeps its first chunk for what comes next. */
  clear(): void {
    this.chunks.length = Math.min(this.chunks.length, 1);
    this.chunk = this.chunks[0] ?? this.chunk;
    if (this.starts.length > 0) this.starts = [];
    this.at = 0;
  }
}
