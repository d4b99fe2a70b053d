import { z } from 'zod';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';

const SUBJECT = 'limits.usage';

/** Milliseconds: until what is untold is told anyway; until a gateway without news says that it is there. */
const TELL_EVERY = 250;
const PRESENT_EVERY = 1000;
/** Milliseconds until a gateway that says nothing counts as gone; and one that does not answer. */
const SILENCE = 3000;
const PATIENCE = 500;
/** The part of a limit that is told at once when it was used. */
const AT_ONCE = 0.01;
/** The part of a limit by which all gateways together may be wrong. */
const TOLERANCE = 0.08;
/** Counts that one message tells. */
const MAX_COUNTS = 1000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Requests of one holder in one window. */
export interface Count {
  readonly holder: string;
  readonly window: number;
  /** Accepted by this process; of those, how many every other gateway is known to have heard of. */
  own: number;
  confirmed: number;
  /** Accepted by the other gateways, as far as they have told. */
  others: number;
  byPeer?: Map<string, number>;
}

/** The counts that are exchanged: this process's own, and those that it learns from its peers. */
interface Shared {
  own(): Iterable<Count>;
  learn(peer: string, window: number, holder: string, own: number): void;
}

const whole = z.int().nonnegative();

/** A message from a gateway to the others. */
const UsageMessage = z.object({
  from: z.string().min(1).max(64),
  /** Window, holder, and what the sender has accepted of it in that window: absolute, so that a repetition is harmless. */
  counts: z.array(z.tuple([whole, z.string().max(300), whole])),
  /** The sender has heard nothing so far: to be told everything. */
  isNew: z.boolean().optional(),
  /** To be answered with all that the receiver has not told yet. */
  asks: whole.optional(),
  /** The questions that this message answers: the gateway that asked, and the number of its question. */
  answers: z.array(z.tuple([z.string(), whole])).optional(),
});
type UsageMessage = z.output<typeof UsageMessage>;

/** A question to all peers, and whose counts it confirms. */
interface Round {
  counts: Map<Count, number>;
  awaited: Set<string>;
  done: () => void;
}

/**
 * Keeps the gateways' counts of each other's requests true. Each tells what it has accepted at once when it matters and
 * within 250 ms otherwise. Near a limit that is not enough: in the time that a message takes, each could accept all that
 * is left. So each may accept its share of what is left, and then asks the others before it goes on.
 * Without a broker, or without peers, it does nothing.
 */
export class UsageExchange {
  readonly #id = crypto.randomUUID();
  readonly #usage: Shared;
  readonly #transport: Broadcast;
  /** When each was heard last, by performance.now(). */
  readonly #peers = new Map<string, number>();
  readonly #untold = new Set<Count>();
  readonly #rounds = new Map<number, Round>();
  #answers: [string, number][] = [];
  #next: { counts: Set<Count>; promise: Promise<void>; done: () => void } | undefined;
  #asked = 0;
  #told = 0;
  /** Has yet to say that it is there, or was away and has missed what was told. */
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

  /** Whether another request is within this gateway's share of what is `left`, so that nobody need be asked. */
  isSafe({ own, confirmed }: Count, limit: number, left: number): boolean {
    if (this.#peers.size === 0) return true;
    const share = Math.max(left, limit * TOLERANCE) / (this.#peers.size + 1);
    return own - confirmed < Math.max(1, share);
  }

  /** A request was counted. */
  counted(count: Count, limit: number): void {
    this.#untold.add(count);
    if (this.#peers.size > 0 && count.own - count.confirmed >= limit * AT_ONCE) this.#tellSoon();
  }

  /** Resolves when every peer has heard of the count and has told its own, or is not to be waited for. */
  confirm(count: Count): Promise<void> {
    if (!this.#next) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#next = { counts: new Set(), promise, done: resolve };
    }
    this.#next.counts.add(count);
    this.#tellSoon();
    return this.#next.promise;
  }

  /** Once for all requests of this turn of the event loop. */
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

  /** Makes those who wait a round of their own; its number. */
  #open(): number | undefined {
    if (!this.#next) return undefined;
    const { counts, done } = this.#next;
    this.#next = undefined;
    const number = ++this.#asked;
    const snapshot = new Map([...counts].map((count) => [count, count.own]));
    this.#rounds.set(number, { counts: snapshot, awaited: new Set(this.#peers.keys()), done });
    // In two halves: where this process itself stood still, the answer is there and yet to be read when the first ends.
    const giveUp = () => setTimeout(() => this.#giveUp(number), PATIENCE / 2).unref();
    setTimeout(giveUp, PATIENCE / 2).unref();
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

/** Nothing for what is no such message. */
function decoded(bytes: Uint8Array): UsageMessage | undefined {
  try {
    return UsageMessage.safeParse(JSON.parse(decoder.decode(bytes))).data;
  } catch {
    return undefined;
  }
}
