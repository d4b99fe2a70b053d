import type { System } from '../../support/system/system.ts';
import { median } from '../load.ts';
import { type BenchEvent, type BenchOrg, newOrg, publishAll } from './orgs.ts';
import { type CountingReceiver, countingReceiver } from './receiver.ts';

export interface FairnessResult {
  /** Deliveries a second of the ten good webhooks: beside three that are good too, and beside the dead, the slow and the large one. */
  healthy: number;
  sick: number;
  /** Of the two: the median of the rounds, and each. */
  ratio: number;
  ratios: number[];
  /** Milliseconds until an event has reached the 100 webhooks of its org. */
  hundred: number;
}

const ROUNDS = 5;
const GOOD = [4, 3, 3];
const EVENTS_PER_ORG = 600;
const USUAL = 600;
const LARGE = 200 * 1024;
/** One event that only the third org's further webhook takes comes to so many of each org. */
const LARGE_EVERY = 20;
const PATIENCE = 120_000;
/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:1/';

/** What a dead receiver, a slow one and one of large events cost ten others, of three orgs. */
export async function measureFairness(
  system: System,
  token: string,
  { scale, say }: { scale: number; say: (line: string) => void },
): Promise<FairnessResult> {
  const orgs = await Promise.all(GOOD.map((_, index) => newOrg(system, token, `Fair ${index}`)));
  const good = await countingReceiver();
  const further = await countingReceiver();
  const slow = await countingReceiver(60_000);
  const perOrg = Math.ceil(EVENTS_PER_ORG * scale);
  const round = (urls: string[], size: number) => measureRound(system, orgs, good, { urls, size, perOrg });
  const sides = {
    healthy: () => round([further.url, further.url, further.url], USUAL),
    sick: () => round([DEAD, slow.url, further.url], LARGE),
  };
  await sides.healthy();
  const rounds: { healthy: number; sick: number }[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    const measured = { healthy: 0, sick: 0 };
    // Each side is first in every other round.
    const order = ['healthy', 'sick'] as const;
    for (const side of count % 2 === 0 ? order : order.toReversed()) measured[side] = await sides[side]();
    const { healthy, sick } = measured;
    say(`fairness, round ${count + 1}: ${healthy.toFixed(0)} deliveries/s, beside sick ones ${sick.toFixed(0)}`);
    rounds.push(measured);
  }
  const hundred = await measureHundred(system, await newOrg(system, token, 'Hundred'), good);
  for (const receiver of [good, further, slow]) receiver.close();
  const ratios = rounds.map(({ healthy, sick }) => sick / healthy);
  return {
    healthy: median(rounds.map(({ healthy }) => healthy)),
    sick: median(rounds.map(({ sick }) => sick)),
    ratio: median(ratios),
    ratios,
    hundred,
  };
}

/** The good webhooks' deliveries a second while each org has a further one, at `urls`. */
async function measureRound(
  system: System,
  orgs: BenchOrg[],
  good: CountingReceiver,
  { urls, size, perOrg }: { urls: string[]; size: number; perOrg: number },
): Promise<number> {
  for (const [index, org] of orgs.entries()) {
    for (let count = 0; count < (GOOD[index] ?? 0); count++) await org.webhook(good.url, ['client.created']);
    await org.webhook(urls[index] ?? '', [index === 2 ? 'style.created' : 'client.created']);
  }
  good.reset();
  const started = performance.now();
  const expected = perOrg * GOOD.reduce((sum, count) => sum + count);
  await Promise.all([publishAll(system, eventsOf(orgs, size, perOrg)), good.untilCounted(expected, PATIENCE)]);
  const seconds = (performance.now() - started) / 1000;
  for (const org of orgs) await org.remove();
  return expected / seconds;
}

/** Those of all orgs in turn, and the further ones of the third spread among them. */
function eventsOf(orgs: BenchOrg[], size: number, perOrg: number): BenchEvent[] {
  return Array.from({ length: perOrg }, (_, index) => [
    ...orgs.map(({ id }): BenchEvent => ({ orgId: id, type: 'client.created', size: USUAL })),
    ...(index % LARGE_EVERY === 0 ? [{ orgId: orgs[2]?.id ?? '', type: 'style.created', size } as const] : []),
  ]).flat();
}

async function measureHundred(system: System, org: BenchOrg, good: CountingReceiver): Promise<number> {
  for (let count = 0; count < 100; count++) await org.webhook(good.url, ['client.created']);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    good.reset();
    const started = performance.now();
    await publishAll(system, [{ orgId: org.id, type: 'client.created', size: USUAL }]);
    await good.untilCounted(100, PATIENCE);
    times.push(performance.now() - started);
  }
  await org.remove();
  return median(times);
}
