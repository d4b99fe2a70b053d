import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { eventually } from '../../support/eventually.ts';
import type { System } from '../../support/system/system.ts';
import { type Battlefield, prepareHostile, type Workplace } from './battlefield.ts';
import { workHonestly } from './honest.ts';
import type { Memory } from './memory.ts';
import type { LoadResult } from './run-load.ts';

/** A request by the admin of the hostile org. */
export interface Shot {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Created once, so that the attacker spends no time on it during the flood. */
  body?: string;
  /** Media type. Default: JSON. */
  type?: string;
}

/** A kind of flood. Each flood has its own hostile org. */
export interface FloodKind {
  /** Name of the org and of its admin. */
  name: string;
  connections: number;
  /** Number of webhooks to a dead endpoint. Default: none. */
  webhooks?: number;
  /** Creates the records for the requests. */
  prepare(flood: Flood): Promise<Volley[]>;
}

/** Requests that are sent in turn. */
export interface Volley {
  name: string;
  shots: Shot[];
  /** Status of each answer if the system is not overloaded. The first request must get it again after the flood. */
  status: number;
  /**
   * The first request is not repeated after the flood, because it is expensive. The other volleys show that the system
   * has recovered.
   */
  once?: true;
}

/** Length of each volley. */
export interface Length {
  /** Maximum time in which requests are sent, in milliseconds. */
  firing: number;
  /** Milliseconds from the start of the volley until open answers are cut. Some answers have gigabytes. */
  reading: number;
  /**
   * Number of honest calls. If it is set, each connection repeats its own shot until that kind of shot got its expected
   * status, and the honest callers have made this many calls. Throws if the time ends before. Default: all connections
   * send all shots in turn.
   */
  enough?: number;
  /** All volleys of a flood run at the same time. Default: one after another. */
  together?: boolean;
}

const HONEST = 5;
/**
 * Milliseconds of pause after a refusal. The flood tests the requests that the limits let through, and not the
 * refusals.
 */
const DETERRED = 100;
/** Milliseconds after a volley until its request must succeed again. */
const RECOVERY = 60_000;
/** Statuses of requests that the system did not do, did not answer in time, or is still doing. */
const UNFINISHED: ReadonlySet<number> = new Set([409, 429, 503, 504]);
/**
 * Outcome of an answer that was cut: by the service, to stay within its memory, or by this program, at the end of the
 * volley.
 */
const CUT = 'cut';

/** Runs a flood. Returns the results of its volleys, or one result if they run together. */
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

/** Connections that send hostile requests, and honest callers of another org. */
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
   * Sends a request, and returns the text of its answer. Repeats it while the system is too busy, because the
   * preparation must also succeed on a busy machine. Throws for any other status than `wanted`.
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

  /** Repeats a request until it gets this status. The system first finishes the work that the volley left. */
  async recover(shot: Shot, wanted: number): Promise<void> {
    await eventually(async () => (await this.#drain(shot)) === wanted, RECOVERY);
  }

  /** Sends the shots. Returns the duration of the honest calls, and the number of each outcome of the shots. */
  async fire(name: string, volleys: readonly Volley[]): Promise<LoadResult> {
    const { firing, reading, enough } = this.#length;
    const shots = volleys.flatMap(({ shots, status }) => shots.map((shot): Fired => ({ shot, status })));
    const missing = new Set(shots.map(kindOf));
    const outcomes: Record<string, number> = {};
    let honest = 0;
    const isDone = (fired: Fired) => enough !== undefined && !missing.has(kindOf(fired)) && honest >= enough;
    const time = AbortSignal.timeout(Math.ceil(firing));
    // Open answers are read to the end, because the flood tests the memory that they take.
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

/** Shots with the same body, or without a body with the same path, are of one kind. */
const kindOf = ({ shot: { path, body } }: Fired) => body ?? path;

interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const refusal = ({ method, path }: Shot, status: number, text: string) => `${method} ${path}: ${status} ${text}`;
