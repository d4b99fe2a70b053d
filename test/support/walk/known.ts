/** The ids of records that there are, by what stands for them in examples: `client_id`. */
export class Known {
  readonly #ids = new Map<string, string[]>();

  /** Enough to meet deleted ones and used ones among them. */
  static readonly MAX = 30;

  add(name: string, id: string): void {
    const ids = this.#ids.get(name) ?? [];
    this.#ids.set(name, [...ids, id].slice(-Known.MAX));
  }

  /** A known id, by chance; a well-formed id of no record if there is none. */
  one(name: string, seed: number): string {
    const ids = this.#ids.get(name) ?? [];
    return ids[seed % ids.length] ?? '0123456789abcdef01234567';
  }

  /** The names to which the field `name` may refer: `styleId` to a style, `skuId` to SKUs. */
  namesFor(name: string): string[] {
    const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const last = [...this.#ids.keys()].filter((known) => words === known || words.endsWith(`_${known}`));
    return last;
  }
}
