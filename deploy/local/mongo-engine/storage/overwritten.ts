import { ByteList, CHUNK } from './byte-list.ts';

/** The former values of the keys that a job has written, to take the job back: a million keys of a large transaction. */
export class Overwritten {
  private readonly keys = new ByteList(CHUNK);
  private values: (Buffer | null)[] = [];

  /** `before` is kept as it is; null: there was nothing. */
  note(key: Buffer, before: Buffer | null): void {
    this.keys.push(key);
    this.values.push(before);
  }

  /** The newest first. */
  *backwards(): Generator<{ key: Buffer; before: Buffer | null }> {
    for (let at = this.values.length - 1; at >= 0; at--)
      yield { key: this.keys.get(at), before: this.values[at] as Buffer | null };
  }

  clear(): void {
    this.keys.clear();
    if (this.values.length > 0) this.values = [];
  }
}
