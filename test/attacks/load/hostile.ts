import { setTimeout as delay } from 'node:timers/promises';
import { ATTACKS } from './attacks.ts';
import type { Battlefield } from './battlefield.ts';
import { openLane } from './lane.ts';

/** A process of its own, so that what it costs to attack slows down no honest caller's clock. */
export interface Orders {
  battlefield: Battlefield;
  lanes: number;
  seconds: number;
  /** Strikes of each lane, at most. */
  strikes?: number | undefined;
  /** The names of the attacks. */
  attacks: string[];
}

/** The outcomes of each attack, with their number. */
export type Tally = Record<string, Record<string, number>>;

/** Milliseconds after a 429: what is to be shown is what the limits let through. */
const DETERRED = 100;

process.once('message', async (orders: Orders) => {
  process.send?.(await attack(orders));
  process.disconnect?.();
});

async function attack({
  battlefield,
  lanes,
  seconds,
  strikes = Number.POSITIVE_INFINITY,
  attacks,
}: Orders): Promise<Tally> {
  const tally: Tally = {};
  const ordered = ATTACKS.filter(([name]) => attacks.includes(name));
  const end = Date.now() + seconds * 1000;
  const run = async (index: number) => {
    const lane = openLane(battlefield, index);
    for (let round = index; round < index + strikes && Date.now() < end; round++) {
      const [name, strike] = ordered[round % ordered.length] as (typeof ATTACKS)[number];
      const outcome = await strike(lane, round);
      tally[name] = { ...tally[name], [outcome]: (tally[name]?.[outcome] ?? 0) + 1 };
      if (outcome === '429') await delay(DETERRED);
    }
    await lane.close();
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => run(index)));
  return tally;
}
