import { z } from 'zod';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';

const SUBJECT = 'limits.usage';

/** Milliseconds after which new counts are sent even if they are small. */
const TELL_EVERY = 250;
/** Milliseconds after which a gateway without new counts sends an empty message, to show that it is present. */
const PRESENT_EVERY = 1000;
/** Milliseconds without a message after which a peer counts as gone. */
const SILENCE = 3000;
/** Milliseconds without an answer to a question after which a peer counts as gone. */
const ANSWER_TIMEOUT = 500;
/** Part of a limit. When a holder has used it since the last confirmation, the count is sent immediately. */
const AT_ONCE = 0.01;
/** Part of a limit by which all gateways together may exceed it. */
const TOLERANCE = 0.08;
/** Maximum number of counts in one message. */
const MAX_COUNTS = 1000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Requests of one holder in one window. */
export interface Count {
  readonly holder: string;
  readonly window: number;
  /** Requests that this process has accepted. */
  own: number;
  /** The value of `own` that every other gateway has received. */
  confirmed: number;
  /** Requests that other gateways have accepted, as far as they have sent their counts. */
  others: number;
  byPeer?: Map<string, number>;
}

/** The counts that gateways exchange: this process's own, and those of its peers. */
interface Shared {
  own(): Iterable<Count>;
  learn(peer: string, window: number, holder: string, own: number): void;
}

const whole = z.int().nonnegative();

/** A message from a gateway to the others. */
const UsageMessage = z.object({
  from: z.string().min(1).max(64),
  /**
   * Window, holder, and the number of requests that the sender has accepted. The number is a total, so a repeated
   * message is harmless.
   */
  counts: z.array(z.tuple([whole, z.string().max(300), whole])),
  /** The sender knows no counts yet. The receiver must send all of its own. */
  isNew: z.boolean().optional(),
  /** The number of a question. The receiver must answer it, and send all counts that it has not sent yet. */
  asks: whole.optional(),
  /** The questions that this message answers: the gateway that asked, and the number of the question. */
  answers: z.array(z.tuple([z.string(), whole])).optional(),
});
type UsageMessage = z.output<typeof UsageMessage>;

/** A question to all peers. Their answers confirm `counts`. */
interface Round {
  counts: Map<Count, number>;
  awaited: Set<string>;
  done: () => void;
}

/**
 * Exchanges the counts of requests between gateways. A gateway sends a count immediately when it matters, and within
 * 250 ms otherwise. Near a limit that is not enough: while a message travels, each gateway could accept all remaining
 * requests. So each gateway accepts at most its share of the remaining requests, and then asks its peers before it
 * accepts more. Without a broker or peers it does nothing.
 */
export class UsageExchange {
  readonly #id = crypto.randomUUID();
  readonly #usage: Shared;
  readonly #transport: Broadcast;
  /** Time of the last message of each peer, by performance.now(). */
  readonly #peers = new Map<string, number>();
  readonly #untold = new Set<Count>();
  readonly #rounds = new Map<number, Round>();
  #answers: [string, number][] = [];
  #next: { counts: Set<Count>; promise: Promise<void>; done: () => void } | undefined;
  #asked = 0;
  #told = 0;
  /** True until this gateway has announced itself. Also true after an interruption, because it has missed messages. */
  #isNew = true;
  #soon: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(usage: Shared, transport: Broadcast) {
    this.#usage = usage;
    this.#transport = transport;
  }

  start(): void {
    this.#transport.listen(SUBJECT, (bytes) => this.#hear(decoded(bytes)));
    this.#timer = setInterval(() => this.#tick(), TELL_EVERY).unref();
    this.#tell();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tell();
    this.#beAlone();
  }

  /** Number of gateways that share the limits with this one. */
  get peers(): number {
    return this.#peers.size;
  }

  /**
   * True if another request is within this gateway's share of the `left` requests, so that it need not ask its peers.
   */
  isSafe({ own, confirmed }: Count, limit: number, left: number): boolean {
    if (this.#peers.size === 0) return true;
    const share = Math.max(left, limit * TOLERANCE) / (this.#peers.size + 1);
    return own - confirmed < Math.max(1, share);
  }

  /** Notes that a request was counted. */
  counted(count: Count, limit: number): void {
    this.#untold.add(count);
    if (this.#peers.size > 0 && count.own - count.confirmed >= limit * AT_ONCE) this.#tellSoon();
  }

  /** Resolves when every peer has received the count and has sent its own, or counts as gone. */
  confirm(count: Count): Promise<void> {
    if (!this.#next) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#next = { counts: new Set(), promise, done: resolve };
    }
    this.#next.counts.add(count);
    this.#tellSoon();
    return this.#next.promise;
  }

  /** Sends one message for all requests of this turn of the event loop. */
  #tellSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.#tell();
    });
  }

  #tick(): void {
    const now = performance.now();
    for (const [peer, heard] of this.#peers) if (now - heard > SILENCE) this.#peers.delete(peer);
    if (this.#untold.size > 0 || now - this.#told > PRESENT_EVERY) this.#tell();
  }

  #tell(): void {
    if (this.#isNew) this.#retell();
    const counts = [...this.#untold].map(({ window, holder, own }): [number, string, number] => [window, holder, own]);
    const asks = this.#open();
    const last = { isNew: this.#isNew, answers: this.#answers, ...(asks !== undefined && { asks }) };
    this.#answers = [];
    this.#untold.clear();
    this.#told = performance.now();
    while (counts.length > MAX_COUNTS) this.#send({ counts: counts.splice(0, MAX_COUNTS) });
    this.#isNew = !this.#send({ counts, ...last });
    if (this.#isNew) this.#beAlone();
  }

  #send(rest: Omit<UsageMessage, 'from'>): boolean {
    const message: UsageMessage = { from: this.#id, ...rest };
    return this.#transport.broadcast(SUBJECT, encoder.encode(JSON.stringify(message)));
  }

  #retell(): void {
    for (const count of this.#usage.own()) this.#untold.add(count);
  }

  #beAlone(): void {
    this.#peers.clear();
    for (const number of this.#rounds.keys()) this.#settle(number);
  }

  /**
   * Asks all peers on behalf of the waiting requests. Returns the number of the question; undefined if no request
   * waits.
   */
  #open(): number | undefined {
    if (!this.#next) return undefined;
    const { counts, done } = this.#next;
    this.#next = undefined;
    const number = ++this.#asked;
    const snapshot = new Map([...counts].map((count) => [count, count.own]));
    this.#rounds.set(number, { counts: snapshot, awaited: new Set(this.#peers.keys()), done });
    // Two timers in sequence. If this process was paused, the answer may not be read yet when the first timer fires.
    const giveUp = () => setTimeout(() => this.#giveUp(number), ANSWER_TIMEOUT / 2).unref();
    setTimeout(giveUp, ANSWER_TIMEOUT / 2).unref();
    return number;
  }

  #giveUp(number: number): void {
    for (const peer of this.#rounds.get(number)?.awaited ?? []) this.#peers.delete(peer);
    this.#settle(number);
  }

  #settle(number: number): void {
    const round = this.#rounds.get(number);
    this.#rounds.delete(number);
    for (const [count, own] of round?.counts ?? []) count.confirmed = Math.max(count.confirmed, own);
    round?.done();
  }

  #hear(message: UsageMessage | undefined): void {
    if (!message || message.from === this.#id) return;
    const { from, counts, isNew, asks, answers = [] } = message;
    this.#peers.set(from, performance.now());
    for (const [window, holder, own] of counts) this.#usage.learn(from, window, holder, own);
    for (const [asker, number] of answers) if (asker === this.#id) this.#answered(number, from);
    if (isNew) this.#retell();
    if (asks !== undefined) this.#answers.push([from, asks]);
    if (isNew || asks !== undefined) this.#tellSoon();
  }

  #answered(number: number, peer: string): void {
    const round = this.#rounds.get(number);
    if (!round) return;
    round.awaited.delete(peer);
    if (round.awaited.size === 0) this.#settle(number);
  }
}

/** Returns undefined for bytes that are not such a message. */
function decoded(bytes: Uint8Array): UsageMessage | undefined {
  try {
    return UsageMessage.safeParse(JSON.parse(decoder.decode(bytes))).data;
  } catch {
    return undefined;
  }
}
