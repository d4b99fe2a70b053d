/** Number of documents whose sum is a counter. */
export const SLOTS = 32;

/** The first slot of this process. It is random, so that processes seldom use the same slot. */
const OFFSET = Math.floor(Math.random() * SLOTS);

/**
 * Lends the slots of a counter to concurrent transactions, which would conflict on a single document. If there are more
 * borrowers than slots, some share a slot and may conflict.
 */
export class SlotLending {
  readonly #offset = OFFSET;
  readonly #borrowers = new Array<number>(SLOTS).fill(0);

  get isUnused(): boolean {
    return this.#borrowers.every((count) => count === 0);
  }

  lend(): number {
    const least = Math.min(...this.#borrowers);
    const index = this.#borrowers.indexOf(least);
    this.#borrowers[index] = least + 1;
    return (index + this.#offset) % SLOTS;
  }

  giveBack(slot: number): void {
    const index = (slot - this.#offset + SLOTS) % SLOTS;
    this.#borrowers[index] = (this.#borrowers[index] ?? 1) - 1;
  }
}
