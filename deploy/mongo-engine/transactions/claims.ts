import type { Transaction } from './transaction.ts';

/** A plain write met a document that a transaction has written: it waits for the end of the transaction. */
export class ClaimHeld extends Error {
  readonly holder: Transaction;

  constructor(holder: Transaction) {
    super('the document is held by a transaction');
    this.holder = holder;
  }
}

/** The keys, of documents and of unique index entries, that open transactions have written. */
export class Claims {
  private readonly holders = new Map<string, Transaction>();

  get size(): number {
    return this.holders.size;
  }

  holder(key: string): Transaction | undefined {
    return this.holders.get(key);
  }

  take(keys: Iterable<string>, transaction: Transaction): void {
    for (const key of keys) this.holders.set(key, transaction);
  }

  release(keys: Iterable<string>): void {
    for (const key of keys) this.holders.delete(key);
  }
}
