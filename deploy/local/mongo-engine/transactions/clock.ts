import { Binary, type Document, Long, Timestamp } from 'bson';

const NO_HASH = new Binary(Buffer.alloc(20));

/** The time of the newest write. It rises with every write. At a write, it is at least the machine's clock. */
export class Clock {
  private seconds = 0;
  private increment = 0;

  constructor() {
    this.next();
  }

  get latest(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.increment });
  }

  /** The time fields of every reply. Only a replica set with keys signs them, so the signature is empty. */
  get gossip(): Document {
    const signature = { hash: NO_HASH, keyId: Long.ZERO };
    return { operationTime: this.latest, $clusterTime: { clusterTime: this.latest, signature } };
  }

  next(): void {
    const now = Math.floor(Date.now() / 1000);
    this.increment = now > this.seconds ? 1 : this.increment + 1;
    this.seconds = Math.max(now, this.seconds);
  }
}
