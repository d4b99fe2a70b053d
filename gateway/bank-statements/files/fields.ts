/** Values of one element's fields that are kept, and characters of one: more says nothing. */
const MAX_VALUES = 200;
const MAX_LENGTH = 10_001;

/** The texts of the elements within another element, by their path from it: `Acct/Id/IBAN`. */
export class Fields {
  /** Where it begins in the file. */
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

  /** The first of the paths that says something. */
  first(...paths: readonly string[]): string | undefined {
    return paths.map((path) => this.#values.get(path)?.[0]).find((value) => value !== undefined);
  }

  /** All that the paths say. */
  all(...paths: readonly string[]): string[] {
    return paths.flatMap((path) => this.#values.get(path) ?? []);
  }
}
