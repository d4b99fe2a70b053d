import type { IncomingMessage } from 'node:http';
import { AppError } from '#chassis/domain/errors.ts';
import { bodyBytes } from './metrics.ts';

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of a small body. Small bodies do not wait for large ones. */
const SMALL = 64 * 1024;
/** Maximum milliseconds that a body waits for memory. */
const MAX_WAIT = 5_000;
/** Milliseconds that a body may take to arrive while others wait for memory. */
const ARRIVAL = 3_000;
/** Milliseconds between checks for bodies that have taken too long to arrive. */
const CHECK_EVERY = 100;
/** Maximum number of waiting bodies of one holder. Further ones are refused immediately. */
const MAX_WAITING = 50;
const EMPTY = Buffer.alloc(0);

/**
 * Maximum bytes that a request's body can have: its Content-Length, or `limit` if its length is not announced; 0
 * without a body. Throws body_too_large when the Content-Length is more than `limit`.
 */
export function expectedLength({ headers }: IncomingMessage, limit: number): number {
  const announced = headers['content-length'];
  if (announced === undefined) return headers['transfer-encoding'] ? limit : 0;
  if (Number(announced) > limit) throw tooLarge(limit);
  return Number(announced);
}

/**
 * Reads the whole body. With limit 0 there is none. Throws body_too_large as soon as more than `limit` bytes have come;
 * deadline_exceeded when the connection ends early; the reason of `revoked` when the body's memory is revoked.
 */
export function readBody(request: IncomingMessage, limit: number, revoked?: AbortSignal): Promise<Buffer> | Buffer {
  if (limit === 0) return EMPTY;
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const giveUp = (error: unknown) => {
      isOver = true;
      chunks = [];
      reject(error);
    };
    // After a failure, the rest of the body is read and dropped.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) giveUp(tooLarge(limit));
      else if (!isOver) chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      isOver = true;
      chunks = [];
    });
    request.on('error', (cause) => giveUp(cutShort(cause)));
    // Most requests close after their end. This check costs less than creating an error.
    request.on('close', () => {
      if (!isOver) giveUp(cutShort());
    });
    revoked?.addEventListener('abort', () => giveUp(revoked.reason), { once: true });
    // The connection may have closed while the request waited.
    if (request.destroyed) giveUp(cutShort());
  });
}

const cutShort = (cause?: unknown) => new AppError('deadline_exceeded', 'The request was cut short', { cause });
const tooLarge = (limit: number) => new AppError('body_too_large', `Request body is larger than ${limit} bytes`);

/** The org or network whose share of memory a body uses: the org of the credential, else the network of the address. */
export type BodyHolder = { org: string } | { network: string };

/** Memory for the bodies of all requests of this process. A body holds its memory until the answer is sent (ADR 17). */
export class BodyMemory {
  /** By network. A caller can easily have many networks, but delays only other callers without a credential. */
  readonly #anonymous: ByteBudget;
  readonly #small: ByteBudget;
  readonly #large: ByteBudget;

  constructor(waiting: Pick<ByteBudgetOptions, 'waitLimit' | 'arrival'> = {}) {
    this.#anonymous = new ByteBudget({ total: 4 * MEBIBYTE, share: MEBIBYTE, ...waiting });
    this.#small = new ByteBudget({ total: 16 * MEBIBYTE, share: 4 * MEBIBYTE, ...waiting });
    this.#large = new ByteBudget({ total: 24 * MEBIBYTE, share: 16 * MEBIBYTE, ...waiting });
  }

  /**
   * Waits until there is memory for a body. Errors: upstream_unavailable when that takes longer than 5 s, or when 50
   * bodies of the holder already wait.
   */
  reserve(holder: BodyHolder, bytes: number): Promise<Reservation> {
    if ('network' in holder) return this.#anonymous.reserve(holder.network, bytes);
    return (bytes <= SMALL ? this.#small : this.#large).reserve(holder.org, bytes);
  }
}

interface ByteBudgetOptions {
  /** Maximum bytes of all holders together. */
  total: number;
  /** Maximum bytes of one holder; no reservation may ask for more. */
  share: number;
  /** Maximum milliseconds that a reservation waits. */
  waitLimit?: number;
  /** Milliseconds that a body may take to arrive while other reservations wait. */
  arrival?: number;
}

/** Memory that is reserved for a body. */
interface Reservation {
  /** The body has arrived and needs only `bytes`. Its memory can no longer be revoked, and the rest is freed. */
  arrived(bytes: number): void;
  /** Frees the memory. May be called more than once. */
  release(): void;
  /** Aborts when the memory is given to another body. The abort reason is the error to answer with. */
  readonly revoked: AbortSignal;
}

interface Held {
  holder: string;
  bytes: number;
  since: number;
  revoking: AbortController;
}

interface Waiting {
  holder: string;
  bytes: number;
  start: () => void;
}

/**
 * Memory that holders share. The waiting holder with the fewest bytes is next. A holder that has used its share waits
 * only for itself. If there is no room for the next reservation, memory is revoked from bodies that take longer than
 * `arrival` to arrive, of holders that have at least as much as the next holder would then have.
 */
export class ByteBudget {
  readonly #share: number;
  readonly #waitLimit: number;
  readonly #arrival: number;
  readonly #held = new Map<string, number>();
  /** Bodies that have not arrived, the oldest first. */
  readonly #arriving = new Set<Held>();
  /** Waiting reservations by holder, in the order of arrival. No list is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #free: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ total, share, waitLimit = MAX_WAIT, arrival = ARRIVAL }: ByteBudgetOptions) {
    this.#free = total;
    this.#share = share;
    this.#waitLimit = waitLimit;
    this.#arrival = arrival;
  }

  /**
   * Waits until `bytes` are free. Errors: upstream_unavailable when that takes longer than `waitLimit`, or when too many
   * reservations of the holder already wait.
   */
  async reserve(holder: string, bytes: number): Promise<Reservation> {
    if (this.#lanes.size === 0 && this.#isWithinShare(holder, bytes) && bytes <= this.#free)
      this.#change(holder, bytes);
    else await this.#turn(holder, bytes);
    const held: Held = { holder, bytes, since: performance.now(), revoking: new AbortController() };
    this.#arriving.add(held);
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#arriving.delete(held);
      this.#change(holder, -held.bytes);
    };
    held.revoking.signal.addEventListener('abort', release);
    return {
      arrived: (needed) => {
        this.#arriving.delete(held);
        if (!isHeld || needed >= held.bytes) return;
        this.#change(holder, needed - held.bytes);
        held.bytes = needed;
        this.#admit();
      },
      release: () => {
        release();
        this.#admit();
      },
      revoked: held.revoking.signal,
    };
  }

  #isWithinShare(holder: string, bytes: number): boolean {
    return this.#heldBy(holder) + bytes <= this.#share;
  }

  async #turn(holder: string, bytes: number): Promise<void> {
    const lane = this.#lanes.get(holder) ?? [];
    if (lane.length >= MAX_WAITING) throw exhausted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#leave(waiting);
      this.#admit();
      reject(exhausted());
    }, this.#waitLimit);
    const waiting: Waiting = {
      holder,
      bytes,
      start: () => {
        clearTimeout(timer);
        this.#change(holder, bytes);
        resolve();
      },
    };
    lane.push(waiting);
    this.#lanes.set(holder, lane);
    this.#admit();
    await promise;
  }

  #leave(gone: Waiting): void {
    const left = (this.#lanes.get(gone.holder) ?? []).filter((waiting) => waiting !== gone);
    if (left.length > 0) this.#lanes.set(gone.holder, left);
    else this.#lanes.delete(gone.holder);
  }

  #goBehind(holder: string): void {
    const lane = this.#lanes.get(holder);
    if (!lane) return;
    this.#lanes.delete(holder);
    this.#lanes.set(holder, lane);
  }

  /** Starts waiting reservations. The next one blocks all others: otherwise a large body would never start. */
  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.bytes > this.#free && !this.#makeRoom(next)) {
        this.#admitLater();
        return;
      }
      this.#leave(next);
      this.#goBehind(next.holder);
      next.start();
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const [first] of this.#lanes.values()) {
      if (!first || !this.#isWithinShare(first.holder, first.bytes)) continue;
      if (!next || this.#heldBy(first.holder) < this.#heldBy(next.holder)) next = first;
    }
    return next;
  }

  #makeRoom({ holder, bytes }: Waiting): boolean {
    const late = performance.now() - this.#arrival;
    const least = this.#heldBy(holder) + bytes;
    const victims: Held[] = [];
    let room = this.#free;
    for (const held of this.#arriving) {
      if (room >= bytes || held.since > late) break;
      if (held.holder === holder || this.#heldBy(held.holder) < least) continue;
      victims.push(held);
      room += held.bytes;
    }
    if (room < bytes) return false;
    for (const { revoking } of victims) revoking.abort(tooSlow());
    return true;
  }

  #admitLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#admit();
    }, CHECK_EVERY).unref();
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  #change(holder: string, bytes: number): void {
    this.#free -= bytes;
    bodyBytes.inc(bytes);
    const held = this.#heldBy(holder) + bytes;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }
}

const exhausted = () =>
  new AppError('upstream_unavailable', 'The gateway is reading as many request bodies as it can', { retryAfter: 5 });

const tooSlow = () =>
  new AppError('upstream_unavailable', 'The request body came slowly, and others wait to send theirs', {
    retryAfter: 5,
  });
