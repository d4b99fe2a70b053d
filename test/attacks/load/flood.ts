import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { System } from '../../support/system.ts';
import { type Battlefield, prepare } from './battlefield.ts';
import { type Sample, workHonestly } from './honest.ts';

/** A request of the hostile org's admin. */
export interface Shot {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Made once: what costs time is to be the system's. */
  body?: string;
  /** JSON unless it says otherwise. */
  type?: string;
}

/** How honest callers of another org fared meanwhile, and how often what came of the shots. */
export interface Fared {
  samples: Sample[];
  statuses: Map<number, number>;
}

const HONEST = 5;
/** Milliseconds of an answer at most: some are gigabytes. */
const LONGEST = 12_000;
/** After a 429: what is to be shown is what the turns let through. */
const DETERRED = 100;
/** An answer that was broken off, which is one way to keep within the memory; or one that nobody reads any longer. */
const CUT = 0;

/** Connections that all fire, beside honest callers. */
export class Flood {
  readonly #battlefield: Battlefield;
  readonly #connections: number;
  readonly #pool: Pool;

  constructor(battlefield: Battlefield, connections: number) {
    const { url, ca } = battlefield;
    this.#battlefield = battlefield;
    this.#connections = connections;
    this.#pool = new Pool(url, { connections, connect: { ca, servername: 'localhost' } });
  }

  static async prepare(system: System, connections: number): Promise<Flood> {
    return new Flood(await prepare(system, HONEST), connections);
  }

  async send(shot: Shot): Promise<{ status: number; json(): { id: string } }> {
    const { statusCode: status, body } = await this.#request(shot);
    const text = await body.text();
    return { status, json: () => JSON.parse(text) as { id: string } };
  }

  async fire(shots: readonly Shot[], milliseconds: number): Promise<Fared> {
    const end = Date.now() + milliseconds;
    const ending = AbortSignal.timeout(Math.max(LONGEST, milliseconds));
    const statuses = new Map<number, number>();
    const lane = async (_: unknown, index: number) => {
      for (let round = index; Date.now() < end; round++) {
        const status = await this.#drain(shots[round % shots.length] as Shot, ending).catch(() => CUT);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429) await delay(DETERRED);
      }
    };
    const firing = Array.from({ length: this.#connections }, lane);
    const samples = await workHonestly(this.#battlefield, end);
    await Promise.all(firing);
    return { samples, statuses };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #drain(shot: Shot, signal: AbortSignal): Promise<number> {
    const { statusCode, body } = await this.#request(shot, signal);
    for await (const _ of body);
    return statusCode;
  }

  #request({ method, path, body, type = 'application/json' }: Shot, signal?: AbortSignal) {
    const headers = { authorization: `Bearer ${this.#battlefield.hostile.token}`, 'content-type': type };
    return this.#pool.request({ method, path, headers, body: body ?? null, ...(signal && { signal }) });
  }
}
