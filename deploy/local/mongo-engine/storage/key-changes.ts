import type { Index } from './collection.ts';

/** The keys of an index that a change removes and adds. */
export interface KeyChange {
  index: Index;
  removed: Buffer[];
  added: Buffer[];
  multikey: boolean;
}

/** Bytes of the multikey flag, and of the numbers of removed and added keys. */
const HEAD = 1 + 4 + 4;
/** Bytes of the length in front of each key. The length is at most MAX_KEY_SIZE. */
const LENGTH = 2;

/**
 * Packs the key changes of a document into bytes. A transaction may hold the changes of tens of thousands of documents.
 * As objects, they would take several times as much memory.
 */
export function packKeys(changes: KeyChange[]): Buffer {
  const packed = Buffer.allocUnsafe(sizeOf(changes));
  let at = 0;
  for (const { removed, added, multikey } of changes) {
    at = packed.writeUInt8(Number(multikey), at);
    for (const keys of [removed, added]) {
      at = packed.writeUInt32BE(keys.length, at);
      for (const key of keys) {
        at = packed.writeUInt16BE(key.length, at);
        packed.set(key, at);
        at += key.length;
      }
    }
  }
  return packed;
}

function sizeOf(changes: KeyChange[]): number {
  let size = changes.length * HEAD;
  for (const { removed, added } of changes) {
    for (const key of removed) size += LENGTH + key.length;
    for (const key of added) size += LENGTH + key.length;
  }
  return size;
}

/**
 * Unpacks keys. `indexes`: the indexes of the planned change, in the same order. The keys share the bytes of `packed`.
 */
export function unpackKeys(packed: Buffer, indexes: readonly Index[]): KeyChange[] {
  let at = 0;
  const key = () => {
    const start = at + LENGTH;
    at = start + packed.readUInt16BE(at);
    return packed.subarray(start, at);
  };
  const keys = () => {
    const length = packed.readUInt32BE(at);
    at += 4;
    return Array.from({ length }, key);
  };
  return indexes.map((index) => {
    const multikey = packed.readUInt8(at) === 1;
    at += 1;
    return { index, multikey, removed: keys(), added: keys() };
  });
}
