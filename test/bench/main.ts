import { flag, positive, readCommandLine } from '../../deploy/local/command-line.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';
import { caughtUp } from './backlog.ts';
import { measureDelivery } from './delivery.ts';
import { measureEngine, reportEngine } from './engine.ts';
import { measureLists, reportLists } from './finance/lists.ts';
import { measureRaces, reportRaces } from './finance/races.ts';
import { measureReports, reportReports } from './finance/reports.ts';
import { CONNECTIONS, startInstance } from './instance.ts';
import { measureLimits } from './limits.ts';
import { median, saturate } from './load.ts';
import { measureMemory, reportMemory } from './memory.ts';
import { measureNumbers } from './numbers.ts';
import { report, reportDelivery } from './report.ts';
import { startRival } from './rival-process.ts';
import { ROUNDS, runRounds } from './rounds.ts';
import { measureBacklog } from './webhooks/backlog.ts';
import { measureFairness } from './webhooks/fairness.ts';
import { reportWebhooks } from './webhooks/report.ts';

const { options } = readCommandLine({
  name: 'npm run bench',
  does: "Measures G1, G5 and G6 of the goals on a system of its own, every figure beside its rival's in one run.",
  options: {
    json: flag('Print the figures as JSON.'),
    engine: flag('Measure the embedded engine alone: its start, pages and lone inserts with 1,000,000 documents.'),
    webhooks: flag(
      'Measure G5 and G6 alone: what sick receivers cost the others, how a backlog drains, how soon events arrive.',
    ),
    memory: flag('Measure G7 alone, on Linux: what all processes take at rest and after three imports of 10,000.'),
    races: flag('Measure alone how long 20 callers wait who race for one rule of finance.'),
    lists: flag('Measure alone what pages of lists of finance cost in 100,000 records.'),
    reports: flag('Measure alone how long the reports of an org with 100,000 documents take.'),
    seconds: positive(4, 'SECONDS', 'Length of a round for each side and request.'),
    scale: positive(1, 'FACTOR', 'Of the usual number of deliveries, of which 0.02 shows in a minute that it runs.'),
  },
});
const { seconds, scale, json, engine, memory, webhooks, races, lists, reports } = options;
const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

if (engine) print(await measureEngine(say), reportEngine);
else if (memory) print(await measureMemory(say), reportMemory);
else await measureSystem();

async function measureSystem(): Promise<void> {
  say('starting the system');
  /** On the database of MONGODB_URL, where one is given. */
  const { MONGODB_URL: mongodbUrl } = process.env;
  const backends = shareBackends(mongodbUrl ? { mongodbUrl } : {});
  const env = { ...backends.env, ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000000', LOG_LEVEL: 'warn' };
  const system = await startSystem({ env });
  try {
    if (webhooks) await measureWebhooksAlone(system);
    else if (races) print(await racesOf(system, await system.login()), reportRaces);
    else if (lists) print(await measureLists(system.run.mongodb.url, say), reportLists);
    else if (reports) print(await measureReports(system, say), reportReports);
    else await measureAll(system);
  } finally {
    await system.stop();
    await backends.cleanUp();
  }
}

async function measureAll(system: System): Promise<void> {
  say('seeding 10,000 clients on both sides');
  const instance = await startInstance(system);
  const rival = await startRival(system);
  say('waiting for the consumers');
  await caughtUp(system);
  say(`G1: ${ROUNDS} rounds of ${seconds} s a side and request, 32 connections`);
  const rounds = await runRounds(instance, rival, seconds, say);
  rival.close();
  const delivery = await arrival(system, instance, median(rounds.create.map((round) => round.ours.perSecond)) / 4);
  say('document numbers: creates with the counter and without it');
  const numbers = await measureNumbers(system.run.mongodb.url);
  const single = { rounds, delivery, rateLimit: await measureLimits(), numbers };
  const finance = {
    races: await racesOf(system, instance.token),
    lists: await measureLists(system.run.mongodb.url, say),
  };
  const all = { ...single, ...finance, ...(await webhooksOf(system, instance.token)) };
  print(all, () => [report(all), reportRaces(all.races), reportLists(all.lists), reportWebhooks(all)].join('\n'));
}

async function measureWebhooksAlone(system: System): Promise<void> {
  say('seeding 10,000 clients');
  const instance = await startInstance(system);
  await caughtUp(system);
  const { perSecond } = await saturate(instance.pool, CONNECTIONS, seconds, instance.shots.create);
  const delivery = await arrival(system, instance, perSecond / 4);
  const all = { delivery, ...(await webhooksOf(system, instance.token)) };
  print(all, () => `${reportDelivery(delivery)}\n${reportWebhooks(all)}`);
}

async function webhooksOf(system: System, token: string) {
  say('G5: ten good webhooks beside three sick ones, three healthy ones, and none');
  const fairness = await measureFairness(system, token, { scale, say });
  return { fairness, backlog: await measureBacklog(system, token, { scale, say }) };
}

async function arrival(system: System, instance: Awaited<ReturnType<typeof startInstance>>, rate: number) {
  await caughtUp(system);
  say(`G6: ${Math.round(rate)} creates a second, a quarter of the maximum`);
  return measureDelivery(system, instance, rate, seconds * 2);
}

function racesOf(system: System, token: string) {
  say('20 callers at once for each rule of finance');
  return measureRaces(system, token);
}

function print<Results>(results: Results, inLines: (results: Results) => string): void {
  console.log(json ? JSON.stringify(results, null, 2) : inLines(results));
}
