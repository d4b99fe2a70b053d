/** An open transaction, to those who wait for its end. */
export interface Holder {
  readonly finished: Promise<void>;
}

/** A plain write met a document that a transaction has written: it waits for the end of the transaction. */
export class ClaimHeld extends Error {
  readonly holder: Holder;

  constructor(holder: Holder) {
    super('the document is held by a transaction');
    this.holder = holder;
  }
}

/** The keys, of documents and of unique index entries, that open transactions have written. */
export class Claims {
  private readonly holders = new Map<string, Holder>();
  /** About what all open transactions keep in memory. */
  keptBytes = 0;

  get size(): number {
    return this.holders.size;
  }

  holder(key: string): Holder | undefined {
    return this.holders.get(key);
  }

  take(key: string, holder: Holder): void {
    this.holders.set(key, holder);
  }

  release(keys: Iterable<string>): void {
    for (const key of keys) this.holders.delete(key);
  }
}
