import type { RootDatabase } from 'lmdb';
import type { Overwritten } from './overwritten.ts';
import { Reader } from './reader.ts';
import { isRefusedByStore } from './store-fault.ts';

/** Approximate bytes that a write takes besides its value, because LMDB also writes the pages above it. */
const PATH_SIZE = 16 * 1024;

/** The value of a key that needs no value. */
export const NOTHING = Buffer.alloc(0);

/** The writes of one batch. Its reads see them. */
export class Writer extends Reader {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly reversals: (() => void)[] = [];
  /** Number of reversals that belong to earlier jobs of the batch. */
  private jobStart = 0;
  private readonly overwritten: Overwritten;
  /** Keys that this batch has written. Snapshots do not show the new values until the batch is visible. */
  readonly touched: string[] = [];
  /** Approximate number of bytes that it has written. */
  written = 0;
  /** Number of keys that it has written or removed. */
  changes = 0;
  /** LMDB's error if it has refused a write. It will then refuse the whole batch. */
  fault: unknown;

  /** `overwritten` belongs to the store, because only one job writes at a time. */
  constructor(root: RootDatabase<Buffer, Buffer>, overwritten: Overwritten) {
    super(root);
    this.root = root;
    this.overwritten = overwritten;
  }

  /**
   * `before`: the value under the key, if the caller knows it. May be null if nothing that follows in the job can fail,
   * because the write is then never reverted.
   */
  put(key: Buffer, value: Buffer, before = this.get(key) ?? null): void {
    this.written += value.length + PATH_SIZE;
    this.attempt(() => this.root.putSync(key, value));
    this.overwritten.note(key, before);
  }

  remove(key: Buffer, before = this.get(key) ?? null): void {
    this.attempt(() => this.root.removeSync(key));
    this.overwritten.note(key, before);
  }

  /**
   * Registers a function that reverts a change in memory. It is called if the job fails, or if the batch does not reach
   * the disk.
   */
  onRevert(reversal: () => void): void {
    this.reversals.push(reversal);
  }

  revert(): void {
    for (const reversal of this.reversals.splice(0).reverse()) reversal();
  }

  /** Ends a job: `revertJob` does not revert its changes any more. */
  keepJob(): void {
    this.jobStart = this.reversals.length;
    this.overwritten.clear();
  }

  /** Reverts all changes since the last `keepJob`. */
  revertJob(): void {
    for (const reversal of this.reversals.splice(this.jobStart).reverse()) reversal();
    try {
      for (const { key, before } of this.overwritten.backwards())
        this.attempt(() => (before ? this.root.putSync(key, before) : this.root.removeSync(key)));
    } catch (error) {
      // If LMDB has refused a write, it refuses the whole batch anyway.
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
