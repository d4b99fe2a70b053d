/** Documents that a counter is the sum of. */
export const SLOTS = 32;

/** The first slot of this process. */
const OFFSET = Math.floor(Math.random() * SLOTS);

/**
 * Slots of a counter that is the sum of `SLOTS`, for transactions that run at once and would collide on one: from an offset by
 * chance, so that processes seldom meet; more borrowers than slots share and may collide.
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
