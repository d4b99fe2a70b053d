/** Texts, and when each came last. Times never fall. */
export class Recent {
  /** The longest ago first. */
  readonly #times = new Map<string, number>();

  has(text: string): boolean {
    return this.#times.has(text);
  }

  add(text: string, now: number): void {
    this.#times.delete(text);
    // A whole number takes no memory of its own.
    this.#times.set(text, Math.ceil(now));
  }

  /** Drops and returns what has not come since `before`. */
  forget(before: number): string[] {
    const forgotten: string[] = [];
    for (const [text, time] of this.#times) {
      if (time >= before) break;
      this.#times.delete(text);
      forgotten.push(text);
    }
    return forgotten;
  }
}
