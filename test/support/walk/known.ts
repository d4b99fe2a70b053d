/** Ids of existing records, by the name that stands for them in examples: `client_id`. */
export class Known {
  readonly #ids = new Map<string, string[]>();

  /**
   * Maximum number of ids of one name. With 30, some of them belong to deleted records and to records that others refer
   * to.
   */
  static readonly MAX = 30;

  add(name: string, id: string): void {
    const ids = this.#ids.get(name) ?? [];
    this.#ids.set(name, [...ids, id].slice(-Known.MAX));
  }

  /** A pseudo-random known id of this name. If none is known, the well-formed id of a record that does not exist. */
  one(name: string, seed: number): string {
    const ids = this.#ids.get(name) ?? [];
    return ids[seed % ids.length] ?? '0123456789abcdef01234567';
  }

  /** Names of known ids that the field `name` may contain: style ids for `styleId`, SKU ids for `skuId`. */
  namesFor(name: string): string[] {
    const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const last = [...this.#ids.keys()].filter((known) => words === known || words.endsWith(`_${known}`));
    return last;
  }
}
