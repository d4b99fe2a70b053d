import { eventually } from '../../support/eventually.ts';
import { metricOf } from '../../support/system/metric.ts';
import type { System } from '../../support/system/system.ts';
import { barePosts } from './bare-posts.ts';
import { type Comparison, type Cost, compare, costOf, pidsOf } from './cost.ts';
import { envelopeOf, newOrg, publishAll } from './orgs.ts';
import { type Pile, pileUp } from './pile.ts';
import { type CountingReceiver, countingReceiver } from './receiver.ts';

export interface BacklogResult {
  /** A backlog, compared with bare POSTs of undici from a process of their own to the same receiver. */
  ofBare: Comparison;
  /** Events that come from the broker, for three webhooks each, compared with the same. */
  fromBroker: Comparison;
  /** A large backlog: it drains as fast at its end as at its beginning, in no more memory. */
  large: { deliveries: number; memoryBefore: number; parts: Part[] };
}

interface Part {
  part: string;
  /** Deliveries a second. */
  rate: number;
  /** MB that notification had at most. */
  memory: number;
}

const ROUNDS = 5;
const SMALL = 10_000;
const LARGE = 100_000;
const WEBHOOKS = 10;
/** An event for more may be fanned out later. */
const SUBSCRIBED = 3;
const BODY = 600;
const PARTS = ['first quarter', 'second quarter', 'third quarter', 'last quarter'];
const PATIENCE = 600_000;
/** Milliseconds between two looks at the memory: to tell it takes what it measures some milliseconds. */
const LOOK_EVERY = 250;

/** Speed and memory of one process of notification that delivers events from the broker and from a backlog. */
export async function measureBacklog(
  system: System,
  token: string,
  { scale, say }: { scale: number; say: (line: string) => void },
): Promise<BacklogResult> {
  const receiver = await countingReceiver();
  const org = await newOrg(system, token, 'Backlog');
  const webhookIds: string[] = [];
  for (let made = 0; made < WEBHOOKS; made++) webhookIds.push(await org.webhook(receiver.url, ['client.deleted']));
  // Not those of the piles: one that a process has in mind would begin at once, and the others when a sweep finds them.
  for (let made = 0; made < SUBSCRIBED; made++) await org.webhook(receiver.url, ['client.created']);
  const pile = { orgId: org.id, webhookIds, type: 'client.deleted', body: BODY } as const;
  const size = envelopeOf({ orgId: org.id, type: 'client.created', size: BODY }).payload.length;
  const deliveries = Math.ceil(SMALL * scale);
  const rounds: { rival: Cost; piled: Cost; streamed: Cost }[] = [];
  for (let count = 1; count <= ROUNDS; count++) {
    const rival = await barePosts(receiver, size);
    const piled = await drained(system, receiver, { ...pile, deliveries });
    const streamed = await published(system, receiver, org.id, Math.ceil(deliveries / SUBSCRIBED));
    rounds.push({ rival, piled, streamed });
    const rates = [piled, streamed, rival].map(
      ({ perSecond, cpu }) => `${perSecond.toFixed(0)}/s (${cpu.toFixed(0)} µs)`,
    );
    say(`deliveries, round ${count}: backlog ${rates[0]}, from the broker ${rates[1]}, bare POSTs ${rates[2]}`);
  }
  const large = await measureLarge(system, receiver, { ...pile, deliveries: Math.ceil(LARGE * scale) }, say);
  await org.remove();
  receiver.close();
  return {
    ofBare: compare(rounds.map(({ rival, piled }) => ({ rival, ours: piled }))),
    fromBroker: compare(rounds.map(({ rival, streamed }) => ({ rival, ours: streamed }))),
    large,
  };
}

/** Costs of a backlog. */
async function drained(system: System, receiver: CountingReceiver, pile: Pile): Promise<Cost> {
  await receiver.reset();
  await pileUp(system, pile);
  return costOf(pidsOf(system, receiver), pile.deliveries, () => countedUntil(receiver, pile.deliveries));
}

/** Costs of events from the broker. */
async function published(system: System, receiver: CountingReceiver, orgId: string, events: number): Promise<Cost> {
  await receiver.reset();
  const all = Array.from({ length: events }, () => ({ orgId, type: 'client.created', size: BODY }) as const);
  return costOf(pidsOf(system, receiver), events * SUBSCRIBED, async () => {
    const publishing = publishAll(system, all);
    const counted = await countedUntil(receiver, events * SUBSCRIBED);
    await publishing;
    return counted;
  });
}

/** From the first one on: that something is due which another process has left, is seen up to a lease (5 s) later. */
async function countedUntil(receiver: CountingReceiver, goal: number): Promise<{ ms: number; counted: number }> {
  await receiver.untilCounted(1, PATIENCE);
  const [began, before] = [performance.now(), receiver.count];
  await receiver.untilCounted(goal, PATIENCE);
  return { ms: performance.now() - began, counted: goal - before };
}

/** Piles up, and measures equal parts of what is delivered then. */
async function measureLarge(
  system: System,
  receiver: CountingReceiver,
  pile: Pile,
  say: (line: string) => void,
): Promise<BacklogResult['large']> {
  say(`a backlog of ${pile.deliveries}`);
  const memoryBefore = await memoryOf(system);
  await receiver.reset();
  await pileUp(system, pile);
  const parts: Part[] = [];
  await receiver.untilCounted(1, PATIENCE);
  for (const part of PARTS) {
    const begun = performance.now();
    const before = receiver.count;
    const goal = Math.ceil((pile.deliveries * (parts.length + 1)) / PARTS.length);
    let [memory, lookedAt] = [0, 0];
    await eventually(async () => {
      if (performance.now() - lookedAt >= LOOK_EVERY) {
        memory = Math.max(memory, await memoryOf(system));
        lookedAt = performance.now();
      }
      return receiver.count >= goal;
    }, PATIENCE);
    const seconds = (performance.now() - begun) / 1000;
    parts.push({ part, rate: (receiver.count - before) / seconds, memory });
  }
  return { deliveries: pile.deliveries, memoryBefore, parts };
}

/** MB. */
const memoryOf = async ({ run }: System) =>
  Number(await metricOf(run.services.notification, 'process_resident_memory_bytes')) / 1e6;
