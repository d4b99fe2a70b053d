import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { eventually } from '../../support/eventually.ts';
import type { System } from '../../support/system/system.ts';
import { type Battlefield, prepareHostile, type Workplace } from './battlefield.ts';
import { workHonestly } from './honest.ts';
import type { Memory } from './memory.ts';
import type { LoadResult } from './run-load.ts';

/** A request of the hostile org's admin. */
export interface Shot {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Made once: what costs time is to be the system's. */
  body?: string;
  /** JSON unless it says otherwise. */
  type?: string;
}

/** Requests of one kind, from an org of their own. */
export interface FloodKind {
  /** Of the org and its admin. */
  name: string;
  connections: number;
  /** To a dead endpoint; none unless it says otherwise. */
  webhooks?: number;
  /** Makes the records that the requests are about. */
  prepare(flood: Flood): Promise<Volley[]>;
}

/** Requests that are fired in turn. */
export interface Volley {
  name: string;
  shots: Shot[];
  /** What the first is answered when all is over; none: that may have changed. */
  status?: number;
}

/** How long each volley lasts. */
export interface Length {
  /** Milliseconds. */
  firing: number;
  /** Milliseconds from its start on: some answers are gigabytes. */
  reading: number;
  /** It ends before when so many shots were answered with 200, and so many calls of honest callers were made beside them. */
  enough?: { done: number; honest: number };
  /** All volleys of a flood at once, not one after another. */
  together?: boolean;
}

const HONEST = 5;
/** Milliseconds after a 429: what is to be shown is what the turns let through. */
const DETERRED = 100;
/** Milliseconds after a volley until what it asked for is answered again. */
const RECOVERY = 60_000;
/** Not done, done without an answer in time, or still at it. */
const UNFINISHED: ReadonlySet<number> = new Set([409, 429, 503, 504]);
/** An answer that was broken off, which is one way to keep within the memory; or one that nobody reads any longer. */
const CUT = 'cut';

/** What came of each volley. */
export async function runFlood(
  { name, connections, webhooks, prepare }: FloodKind,
  system: System,
  workplace: Workplace,
  memory: () => Memory[],
  length: Length,
): Promise<LoadResult[]> {
  const hostile = await prepareHostile(system, name, webhooks);
  const flood = new Flood({ ...workplace, hostile }, connections, memory, length);
  try {
    const volleys = await prepare(flood);
    const all = { name, shots: volleys.flatMap(({ shots }) => shots) };
    const results = [];
    for (const { name, shots } of length.together ? [all] : volleys) results.push(await flood.fire(name, shots));
    for (const { shots, status } of volleys) if (status) await flood.recover(shots[0] as Shot, status);
    return results;
  } finally {
    await flood.close();
  }
}

/** Connections that all fire, beside honest callers of another org. */
export class Flood {
  readonly #battlefield: Battlefield;
  readonly #connections: number;
  readonly #memory: () => Memory[];
  readonly #length: Length;
  readonly #pool: Pool;

  constructor(battlefield: Battlefield, connections: number, memory: () => Memory[], length: Length) {
    const { url, ca, honestKeys } = battlefield;
    this.#battlefield = { ...battlefield, honestKeys: honestKeys.slice(0, HONEST) };
    this.#connections = connections;
    this.#memory = memory;
    this.#length = length;
    this.#pool = new Pool(url, { connections, connect: { ca, servername: 'localhost' } });
  }

  /**
   * The text of the answer, whose status must be this. What the system had no time for is asked again as its answer tells: a
   * preparation takes place also on a machine that other tests keep busy.
   */
  async send(shot: Shot, wanted = 200): Promise<string> {
    const headers = shot.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
    const { status, text } = await eventually(async () => {
      const { statusCode: status, body } = await this.#request(shot, { headers });
      const text = await body.text();
      if (status !== wanted && UNFINISHED.has(status)) throw new Error(refusal(shot, status, text));
      return { status, text };
    }, RECOVERY);
    if (status !== wanted) throw new Error(refusal(shot, status, text));
    return text;
  }

  async json<T = { id: string }>(shot: Shot): Promise<T> {
    return JSON.parse(await this.send(shot)) as T;
  }

  /** Asks until this is what comes of it: what a volley leaves behind is worked off first. */
  async recover(shot: Shot, wanted: number): Promise<void> {
    await eventually(async () => (await this.#drain(shot)) === wanted, RECOVERY);
  }

  /** How honest callers fared meanwhile, and how often what came of the shots. */
  async fire(name: string, shots: readonly Shot[]): Promise<LoadResult> {
    const { firing, reading, enough } = this.#length;
    const done = new AbortController();
    const over = AbortSignal.any([done.signal, AbortSignal.timeout(firing)]);
    const ending = AbortSignal.any([done.signal, AbortSignal.timeout(Math.max(reading, firing))]);
    const outcomes: Record<string, number> = {};
    let honest = 0;
    const endWhenEnough = () => {
      if (enough && Number(outcomes[200]) >= enough.done && honest >= enough.honest) done.abort();
    };
    const lane = async (_: unknown, index: number) => {
      for (let round = index; !over.aborted; round++) {
        const outcome = await this.#drain(shots[round % shots.length] as Shot, ending).catch(() => CUT);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        endWhenEnough();
        if (outcome === 429) await delay(DETERRED);
      }
    };
    const lanes = Array.from({ length: this.#connections }, lane);
    const samples = await workHonestly(this.#battlefield, over, (count) => {
      honest = count;
      endWhenEnough();
    });
    await Promise.all(lanes);
    return { samples, tally: { [name]: outcomes }, memory: this.#memory() };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #drain(shot: Shot, signal?: AbortSignal): Promise<number> {
    const { statusCode, body } = await this.#request(shot, signal && { signal });
    for await (const _ of body);
    return statusCode;
  }

  #request({ method, path, body, type = 'application/json' }: Shot, options?: RequestOptions) {
    const authorization = `Bearer ${this.#battlefield.hostile.token}`;
    const headers = { authorization, 'content-type': type, ...options?.headers };
    return this.#pool.request({ method, path, body: body ?? null, ...options, headers });
  }
}

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const refusal = ({ method, path }: Shot, status: number, text: string) => `${method} ${path}: ${status} ${text}`;
