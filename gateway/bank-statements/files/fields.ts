/** Maximum number of stored values in one element, and maximum characters of a stored value. */
const MAX_VALUES = 200;
const MAX_LENGTH = 10_001;

/** The texts of the elements inside another element, by their path from it: `Acct/Id/IBAN`. */
export class Fields {
  /** The line of the file where the element begins. */
  readonly line: number;
  readonly #values = new Map<string, string[]>();
  #count = 0;

  constructor(line = 1) {
    this.line = line;
  }

  add(path: string, value: string): void {
    const text = value.trim().slice(0, MAX_LENGTH);
    if (text === '' || ++this.#count > MAX_VALUES) return;
    const values = this.#values.get(path);
    if (values) values.push(text);
    else this.#values.set(path, [text]);
  }

  /** Adds all values of another element at its path from this one. */
  addAll(path: string, others: Fields): void {
    for (const [name, values] of others.#values) {
      for (const value of values) this.add(name === '' ? path : `${path}/${name}`, value);
    }
  }

  /** The first value of the first path that has a value; undefined if no path has one. */
  first(...paths: readonly string[]): string | undefined {
    return paths.map((path) => this.#values.get(path)?.[0]).find((value) => value !== undefined);
  }

  /** All values of these paths. */
  all(...paths: readonly string[]): string[] {
    return paths.flatMap((path) => this.#values.get(path) ?? []);
  }
}
