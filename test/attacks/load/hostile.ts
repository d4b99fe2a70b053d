import { setTimeout as delay } from 'node:timers/promises';
import { ATTACKS } from './attacks.ts';
import type { Battlefield } from './battlefield.ts';
import { openLane } from './lane.ts';

/**
 * Task of the attacking process. Attacks run in another process, so that their CPU time does not delay the clock of
 * honest callers.
 */
export interface Orders {
  battlefield: Battlefield;
  lanes: number;
  seconds: number;
  /** Maximum number of strikes of each lane. Default: no limit. */
  strikes?: number | undefined;
  /** Names of the attacks. */
  attacks: string[];
}

/** For each attack, the number of each outcome. */
export type Tally = Record<string, Record<string, number>>;

/** Milliseconds of pause after a 429. The load tests the requests that the limits let through, and not the refusals. */
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
