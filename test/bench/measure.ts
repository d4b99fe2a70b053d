import type { System } from '../support/system/system.ts';
import { caughtUp } from './backlog.ts';
import { measureDelivery } from './delivery.ts';
import { type ListResult, measureLists, reportLists } from './finance/lists.ts';
import { measureRaces, type RaceResult, reportRaces } from './finance/races.ts';
import { CONNECTIONS, startInstance } from './instance.ts';
import { measureLimits } from './limits.ts';
import { median, saturate } from './load.ts';
import { measureNumbers } from './numbers.ts';
import { type Results, report } from './report.ts';
import { startRival } from './rival-process.ts';
import { ROUNDS, runRounds } from './rounds.ts';
import { measureBacklog } from './webhooks/backlog.ts';
import { measureFairness } from './webhooks/fairness.ts';
import { reportWebhooks, type WebhookResults } from './webhooks/report.ts';

type AllResults = Results & WebhookResults & { races: RaceResult[]; lists: ListResult[] };

interface Options {
  /** Length of a round for each side and request. */
  seconds: number;
  /** Factor of the usual number of deliveries. */
  scale: number;
  say(line: string): void;
}

/** The parts of the benchmark on a running system. */
export function measureOf(system: System, { seconds, scale, say }: Options) {
  async function webhooks(token: string): Promise<WebhookResults> {
    say('G5: ten good webhooks beside three sick ones, three healthy ones, and none');
    const fairness = await measureFairness(system, token, { scale, say });
    return { fairness, backlog: await measureBacklog(system, token, { scale, say }) };
  }

  async function webhooksAlone(): Promise<WebhookResults & Pick<Results, 'delivery'>> {
    say('seeding 10,000 clients');
    const instance = await startInstance(system);
    await caughtUp(system);
    const { perSecond } = await saturate(instance.pool, CONNECTIONS, seconds, instance.shots.create);
    return { delivery: await arrival(instance, perSecond / 4), ...(await webhooks(instance.token)) };
  }

  async function arrival(instance: Awaited<ReturnType<typeof startInstance>>, rate: number) {
    await caughtUp(system);
    say(`G6: ${Math.round(rate)} creates a second, a quarter of the maximum`);
    return measureDelivery(system, instance, rate, seconds * 2);
  }

  function races(token: string): Promise<RaceResult[]> {
    say('20 callers at once for each rule of finance');
    return measureRaces(system, token);
  }

  const lists = () => measureLists(system.run.mongodb.url, say);

  async function all(): Promise<AllResults> {
    say('seeding 10,000 clients on both sides');
    const instance = await startInstance(system);
    const rival = await startRival(system);
    say('waiting for the consumers');
    await caughtUp(system);
    say(`G1: ${ROUNDS} rounds of ${seconds} s a side and request, 32 connections`);
    const rounds = await runRounds(instance, rival, seconds, say);
    rival.close();
    const delivery = await arrival(instance, median(rounds.create.map((round) => round.ours.perSecond)) / 4);
    say('document numbers: creates with the counter and without it');
    const numbers = await measureNumbers(system.run.mongodb.url);
    const rateLimit = await measureLimits();
    const finance = { races: await races(instance.token), lists: await lists() };
    return { rounds, delivery, rateLimit, numbers, ...finance, ...(await webhooks(instance.token)) };
  }

  return { webhooksAlone, races, lists, all };
}

export function reportAll(results: AllResults): string {
  return [report(results), reportRaces(results.races), reportLists(results.lists), reportWebhooks(results)].join('\n');
}
