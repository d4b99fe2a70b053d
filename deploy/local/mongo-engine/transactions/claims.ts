/** An open transaction, for a write that waits for its end. */
export interface Holder {
  readonly finished: Promise<void>;
}

/**
 * A write outside transactions has met a key that a transaction has claimed. The write waits until the transaction
 * ends.
 */
export class ClaimHeld extends Error {
  readonly holder: Holder;

  constructor(holder: Holder) {
    super('the document is held by a transaction');
    this.holder = holder;
  }
}

/** The keys that open transactions have claimed: keys of documents and of unique index entries. */
export class Claims {
  private readonly holders = new Map<string, Holder>();
  /** Approximate bytes of keys and documents that all open transactions hold in memory. */
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
