import type { System } from '../../support/system/system.ts';
import { median } from '../load.ts';
import { type Comparison, type Cost, compare, costOf, pidsOf } from './cost.ts';
import { type BenchEvent, type BenchOrg, newOrg, publishAll } from './orgs.ts';
import { type CountingReceiver, countingReceiver } from './receiver.ts';

/** Neighbours of the ten good webhooks: three good ones, three sick ones, or none. */
const SIDES = ['healthy', 'sick', 'alone'] as const;
type Side = (typeof SIDES)[number];

export interface FairnessResult {
  /** The ten good webhooks beside the dead, the slow and the large one; of: with the same events, and as many webhooks that all answer at once. */
  ofHealthy: Comparison;
  /**
   * Compared with: the same events, without further subscribers. A receiver that answers takes a share of the work from
   * the ten.
   */
  ofAlone: Comparison;
  /** Milliseconds until an event has reached the 100 webhooks of its org. */
  hundred: number;
}

/** Many short ones: what else the machine does is then in few of them. */
const ROUNDS = 15;
const GOOD = [4, 3, 3];
const EVENTS_PER_ORG = 200;
const USUAL = 600;
const LARGE = 200 * 1024;
/** An event of this many, for each org, goes only to the third org's further webhook. */
const LARGE_EVERY = 20;
const PATIENCE = 120_000;
/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:1/';

/** Costs of a dead receiver, a slow one and one of large events for ten others, of three orgs. */
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
  const furtherOf: Record<Side, string[]> = {
    healthy: [further.url, further.url, further.url],
    sick: [DEAD, slow.url, further.url],
    alone: [],
  };
  const measure = (side: Side) => measureRound(system, orgs, good, { urls: furtherOf[side], perOrg });
  await measure('healthy');
  const rounds: Record<Side, Cost>[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    const round: Partial<Record<Side, Cost>> = {};
    for (const side of inTurn(count)) round[side] = await measure(side);
    const { healthy, sick, alone } = round as Record<Side, Cost>;
    const [ours, ...others] = [sick, healthy, alone].map(({ perSecond }) => perSecond.toFixed(0));
    say(
      `fairness, round ${count + 1}: ${ours} deliveries/s beside sick ones, ${others.join(' beside healthy ones, ')} alone`,
    );
    rounds.push({ healthy, sick, alone });
  }
  const hundred = await measureHundred(system, await newOrg(system, token, 'Hundred'), good);
  for (const receiver of [good, further, slow]) receiver.close();
  const besideThose = (rival: Side) => compare(rounds.map((round) => ({ ours: round.sick, rival: round[rival] })));
  return { ofHealthy: besideThose('healthy'), ofAlone: besideThose('alone'), hundred };
}

/** Each side is first, second and last equally often, as far as the rounds go. */
const inTurn = (round: number): Side[] => SIDES.map((_, index) => SIDES[(index + round) % SIDES.length] as Side);

/** Costs of the good webhooks' deliveries, with all work for others, while the orgs have a further webhook each, at `urls`. */
async function measureRound(
  system: System,
  orgs: BenchOrg[],
  good: CountingReceiver,
  { urls, perOrg }: { urls: string[]; perOrg: number },
): Promise<Cost> {
  for (const [index, org] of orgs.entries()) {
    for (let count = 0; count < (GOOD[index] ?? 0); count++) await org.webhook(good.url, ['client.created']);
    const url = urls[index];
    if (url) await org.webhook(url, [index === 2 ? 'style.created' : 'client.created']);
  }
  await good.reset();
  const expected = perOrg * GOOD.reduce((sum, count) => sum + count);
  const cost = await costOf(pidsOf(system, good), expected, async () => {
    const started = performance.now();
    await Promise.all([publishAll(system, eventsOf(orgs, perOrg)), good.untilCounted(expected, PATIENCE)]);
    return { ms: performance.now() - started, counted: expected };
  });
  for (const org of orgs) await org.remove();
  return cost;
}

/** The events of all orgs in turn, and the large events of the third spread among them. */
function eventsOf(orgs: BenchOrg[], perOrg: number): BenchEvent[] {
  return Array.from({ length: perOrg }, (_, index) => [
    ...orgs.map(({ id }): BenchEvent => ({ orgId: id, type: 'client.created', size: USUAL })),
    ...(index % LARGE_EVERY === 0 ? [{ orgId: orgs[2]?.id ?? '', type: 'style.created', size: LARGE } as const] : []),
  ]).flat();
}

async function measureHundred(system: System, org: BenchOrg, good: CountingReceiver): Promise<number> {
  for (let count = 0; count < 100; count++) await org.webhook(good.url, ['client.created']);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    await good.reset();
    const started = performance.now();
    await publishAll(system, [{ orgId: org.id, type: 'client.created', size: USUAL }]);
    await good.untilCounted(100, PATIENCE);
    times.push(performance.now() - started);
  }
  await org.remove();
  return median(times);
}
