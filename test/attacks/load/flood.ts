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
  /** Name of the org and its admin. */
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
  /** The status of each answer if the system has time for it; the first also when all is over. */
  status: number;
  /** Not asked again then: that others are answered shows enough, and this costs much. */
  once?: true;
}

/** The length of each volley. */
export interface Length {
  /** Milliseconds. */
  firing: number;
  /** Milliseconds from its start on: some answers are gigabytes. */
  reading: number;
  /**
   * Each connection fires a shot of its own until that kind was answered as its volley says, and so many calls of honest
   * callers were made beside it; it fails where the time is over before. Default: all connections fire all shots in turn.
   */
  enough?: number;
  /** All volleys of a flood at once, not one after another. */
  together?: boolean;
}

const HONEST = 5;
/** Milliseconds after a refusal: what is to be shown is what the turns let through. */
const DETERRED = 100;
/** Milliseconds after a volley until what it asked for is answered again. */
const RECOVERY = 60_000;
/** Not done, done without an answer in time, or still at it. */
const UNFINISHED: ReadonlySet<number> = new Set([409, 429, 503, 504]);
/** An answer that was broken off, which is one way to keep within the memory; or one that nobody reads any longer. */
const CUT = 'cut';

/** The outcome of each volley. */
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
    const results = [];
    if (length.together) results.push(await flood.fire(name, volleys));
    else for (const volley of volleys) results.push(await flood.fire(volley.name, [volley]));
    for (const { shots, status, once } of volleys) if (!once) await flood.recover(shots[0] as Shot, status);
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

  /** The times of honest callers meanwhile, and the outcomes of the shots. */
  async fire(name: string, volleys: readonly Volley[]): Promise<LoadResult> {
    const { firing, reading, enough } = this.#length;
    const shots = volleys.flatMap(({ shots, status }) => shots.map((shot): Fired => ({ shot, status })));
    const missing = new Set(shots.map(kindOf));
    const outcomes: Record<string, number> = {};
    let honest = 0;
    const isDone = (fired: Fired) => enough !== undefined && !missing.has(kindOf(fired)) && honest >= enough;
    const time = AbortSignal.timeout(Math.ceil(firing));
    // Answers in flight are read to their end: the test is about the memory that they take.
    const ending = AbortSignal.timeout(Math.max(reading, firing));
    const lane = async (_: unknown, index: number) => {
      for (let round = index; !time.aborted; round += enough === undefined ? 1 : 0) {
        const fired = shots[round % shots.length] as Fired;
        if (isDone(fired)) return;
        const outcome = await this.#drain(fired.shot, ending).catch(() => CUT);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (outcome === fired.status) missing.delete(kindOf(fired));
        if (outcome !== fired.status) await delay(DETERRED);
      }
    };
    const done = new AbortController();
    const firingAll = Promise.all(Array.from({ length: this.#connections }, lane)).then(() => done.abort());
    const samples = await workHonestly(this.#battlefield, AbortSignal.any([done.signal, time]), (count) => {
      honest = count;
    });
    await firingAll;
    if (!shots.every(isDone) && enough !== undefined) {
      const open = shots.filter((fired) => missing.has(kindOf(fired)));
      const never = open.map(({ shot: { method, path }, status }) => `${method} ${path}: never ${status}`);
      throw new Error([`${honest} honest calls, ${JSON.stringify(outcomes)} in ${firing} ms`, ...never].join('\n'));
    }
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

interface Fired {
  shot: Shot;
  status: number;
}

/** Drafts that the same is written to are of one kind. */
const kindOf = ({ shot: { path, body } }: Fired) => body ?? path;

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const refusal = ({ method, path }: Shot, status: number, text: string) => `${method} ${path}: ${status} ${text}`;
