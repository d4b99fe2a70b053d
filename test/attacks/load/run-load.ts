import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ATTACKS } from './attacks.ts';
import type { Battlefield } from './battlefield.ts';
import { type Sample, workHonestly } from './honest.ts';
import type { Orders, Tally } from './hostile.ts';
import type { Memory } from './memory.ts';

export interface LoadResult {
  samples: Sample[];
  tally: Tally;
  memory: Memory[];
}

/** Number of honest callers, and of hostile connections. */
export const CALLERS = 20;

/** Length of a load. */
interface Length {
  seconds: number;
  /** Maximum number of strikes of each connection. The load ends when all are made. Default: no limit. */
  strikes?: number;
}

/** Runs attacks, by default all of them, and honest callers of another org at the same time. */
export async function runLoad(
  battlefield: Battlefield,
  memory: () => Memory[],
  length: Length,
  attacks = ATTACKS.map(([name]) => name),
): Promise<LoadResult> {
  const over = new AbortController();
  const attacking = attack({ battlefield, lanes: CALLERS, ...length, attacks }).finally(() => over.abort());
  const samples = await workHonestly(battlefield, over.signal);
  return { samples, tally: await attacking, memory: memory() };
}

async function attack(orders: Orders): Promise<Tally> {
  const child = fork(join(import.meta.dirname, 'hostile.ts'));
  child.send(orders);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The attackers ended with ${code}`);
  });
  const [tally] = (await Promise.race([once(child, 'message'), ended])) as [Tally];
  return tally;
}
