import type { RootDatabase } from 'lmdb';
import type { Overwritten } from './overwritten.ts';
import { Reader } from './reader.ts';
import { isRefusedByStore } from './store-fault.ts';

/** About what one write takes beside its value: the pages above it are written anew. */
const PATH_SIZE = 16 * 1024;

/** The value of a key that says all by itself. */
export const NOTHING = Buffer.alloc(0);

/** Writes of one batch; its reads see them. */
export class Writer extends Reader {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly reversals: (() => void)[] = [];
  /** Number of reversals that belong to the jobs before. */
  private jobStart = 0;
  private readonly overwritten: Overwritten;
  /** Keys that this batch has written: until it is visible a snapshot does not show them. */
  readonly touched: string[] = [];
  /** About how many bytes it has written. */
  written = 0;
  /** Number of keys that it has written or removed. */
  changes = 0;
  /** LMDB has refused a write, and will refuse the whole batch. */
  fault: unknown;

  /** `overwritten` is the store's: one job writes at a time. */
  constructor(root: RootDatabase<Buffer, Buffer>, overwritten: Overwritten) {
    super(root);
    this.root = root;
    this.overwritten = overwritten;
  }

  /** `before`: what is under the key, for a caller who knows; null too where nothing of the job follows that may have to be taken back. */
  put(key: Buffer, value: Buffer, before = this.get(key) ?? null): void {
    this.written += value.length + PATH_SIZE;
    this.attempt(() => this.root.putSync(key, value));
    this.overwritten.note(key, before);
  }

  remove(key: Buffer, before = this.get(key) ?? null): void {
    this.attempt(() => this.root.removeSync(key));
    this.overwritten.note(key, before);
  }

  /** Says how to take back what the batch has changed in memory, for the case that it does not reach the disk. */
  onRevert(reversal: () => void): void {
    this.reversals.push(reversal);
  }

  revert(): void {
    for (const reversal of this.reversals.splice(0).reverse()) reversal();
  }

  /** The changes of the job belong to its batch from now on. */
  keepJob(): void {
    this.jobStart = this.reversals.length;
    this.overwritten.clear();
  }

  /** Takes back what has been done since a job was kept. */
  revertJob(): void {
    for (const reversal of this.reversals.splice(this.jobStart).reverse()) reversal();
    try {
      for (const { key, before } of this.overwritten.backwards())
        this.attempt(() => (before ? this.root.putSync(key, before) : this.root.removeSync(key)));
    } catch (error) {
      // Else LMDB refuses the whole batch.
      if (this.fault === undefined) throw error;
    } finally {
      this.overwritten.clear();
    }
  }

  private attempt(write: () => void): void {
    this.changes++;
    try {
      write();
    } catch (error) {
      if (isRefusedByStore(error)) this.fault ??= error;
      throw error;
    }
  }
}
