import { ByteBudget, type ByteBudgetOptions, type Reservation } from './byte-budget.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of the largest body that need not wait for those that are larger. */
const SMALL = 64 * 1024;

/** Of whose share a body's memory is: the org's of a credential, or the network's of who has none. */
export type BodyHolder = { org: string } | { network: string };

/** Memory for the bodies of all requests of this process, from when they are read until they are answered (ADR 17). */
export class BodyMemory {
  /** Networks cost nothing: who has many of them holds up only others without a credential. */
  readonly #anonymous: ByteBudget;
  readonly #small: ByteBudget;
  readonly #large: ByteBudget;

  constructor(waiting: Pick<ByteBudgetOptions, 'patience' | 'arrival'> = {}) {
    this.#anonymous = new ByteBudget({ total: 4 * MEBIBYTE, share: MEBIBYTE, ...waiting });
    this.#small = new ByteBudget({ total: 16 * MEBIBYTE, share: 4 * MEBIBYTE, ...waiting });
    this.#large = new ByteBudget({ total: 24 * MEBIBYTE, share: 16 * MEBIBYTE, ...waiting });
  }

  /** Errors: upstream_unavailable. */
  reserve(holder: BodyHolder, bytes: number): Promise<Reservation> {
    if ('network' in holder) return this.#anonymous.reserve(holder.network, bytes);
    return (bytes <= SMALL ? this.#small : this.#large).reserve(holder.org, bytes);
  }
}
