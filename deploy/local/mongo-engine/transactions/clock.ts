import { Binary, type Document, Long, Timestamp } from 'bson';

const NO_HASH = new Binary(Buffer.alloc(20));

/** The time of the newest write, which rises with every one and is never behind the clock of the machine. */
export class Clock {
  private seconds = 0;
  private increment = 0;

  constructor() {
    this.next();
  }

  get latest(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.increment });
  }

  /** The times of every reply. A signature is for sets with keys, of which this is none. */
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
