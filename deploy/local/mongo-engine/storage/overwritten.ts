import { ByteList, CHUNK } from './byte-list.ts';

/**
 * The former values of the keys that a job has written, to revert the job. A large transaction may write a million
 * keys.
 */
export class Overwritten {
  private readonly keys = new ByteList(CHUNK);
  private values: (Buffer | null)[] = [];

  /** `before` is not copied; null: the key did not exist. */
  note(key: Buffer, before: Buffer | null): void {
    this.keys.push(key);
    this.values.push(before);
  }

  /** The newest entry comes first. */
  *backwards(): Generator<{ key: Buffer; before: Buffer | null }> {
    for (let at = this.values.length - 1; at >= 0; at--)
      yield { key: this.keys.get(at), before: this.values[at] as Buffer | null };
  }

  clear(): void {
    this.keys.clear();
    if (this.values.length > 0) this.values = [];
  }
}
