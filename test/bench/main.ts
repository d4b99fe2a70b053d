import { flag, positive, readCommandLine } from '../../deploy/local/command-line.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { startSystem } from '../support/system/system.ts';
import { caughtUp } from './backlog.ts';
import { config } from './config.ts';
import { measureDelivery } from './delivery.ts';
import { type ListResult, measureLists, reportLists } from './finance/lists.ts';
import { measureRaces, type RaceResult, reportRaces } from './finance/races.ts';
import { startInstance } from './instance.ts';
import { measureLimits } from './limits.ts';
import { median } from './load.ts';
import { measureNumbers } from './numbers.ts';
import { type Results, report } from './report.ts';
import { startRival } from './rival-process.ts';
import { ROUNDS, runRounds } from './rounds.ts';
import { measureBacklog } from './webhooks/backlog.ts';
import { measureFairness } from './webhooks/fairness.ts';
import { reportWebhooks, type WebhookResults } from './webhooks/report.ts';

type AllResults = Results & WebhookResults & { races: RaceResult[]; lists: ListResult[] };

const { options } = readCommandLine({
  name: 'npm run bench',
  does: "Measures G1, G5 and G6 of the speed goals on a system of its own, every figure beside its rival's in one run.",
  options: {
    json: flag('Print the figures as JSON.'),
    webhooks: flag('Measure G5 alone: what sick receivers cost the others, and how a backlog drains.'),
    races: flag('Measure alone how long 20 callers wait who race for one rule of finance.'),
    lists: flag('Measure alone what pages of lists of finance cost in 100,000 records.'),
    seconds: positive(4, 'SECONDS', 'Length of a round for each side and request.'),
  },
});
const { seconds, json, webhooks: webhooksAlone, races: racesAlone, lists: listsAlone } = options;
const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

say('starting the system');
/** On the database of MONGODB_URL, where one is given. */
const backends = shareBackends(config.mongodbUrl ? { mongodbUrl: config.mongodbUrl } : {});
const system = await startSystem({
  env: {
    ...backends.env,
    RATE_LIMIT_USER: '100000000',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  },
});
try {
  const token = await system.login();
  if (webhooksAlone) print(await measureWebhooks(token), reportWebhooks);
  else if (racesAlone) print(await measureRacesOf(token), reportRaces);
  else if (listsAlone) print(await measureLists(system.run.mongodb.url, say), reportLists);
  else print(await measureAll(), reportAll);
} finally {
  await system.stop();
  await backends.cleanUp();
}

function reportAll(results: AllResults): string {
  return [report(results), reportRaces(results.races), reportLists(results.lists), reportWebhooks(results)].join('\n');
}

function print<Results>(results: Results, inLines: (results: Results) => string): void {
  console.log(json ? JSON.stringify(results, null, 2) : inLines(results));
}

async function measureWebhooks(token: string): Promise<WebhookResults> {
  say('G5: ten good webhooks beside sick ones');
  const fairness = await measureFairness(system, token, say);
  say('G5: a backlog of 100,000');
  return { fairness, backlog: await measureBacklog(system, token) };
}

function measureRacesOf(token: string): Promise<RaceResult[]> {
  say('20 callers at once for each rule of finance');
  return measureRaces(system, token);
}

async function measureAll(): Promise<AllResults> {
  say('seeding 10,000 clients on both sides');
  const instance = await startInstance(system);
  const rival = await startRival(system);
  say('waiting for the consumers');
  await caughtUp(system);
  say(`G1: ${ROUNDS} rounds of ${seconds} s a side and request, 32 connections`);
  const rounds = await runRounds(instance, rival, seconds, say);
  rival.close();
  await caughtUp(system);
  const rate = median(rounds.create.map((round) => round.ours.perSecond)) / 4;
  say(`G6: ${Math.round(rate)} creates a second, a quarter of the maximum`);
  const delivery = await measureDelivery(system, instance, rate, seconds * 2);
  say('document numbers: creates with the counter and without it');
  const numbers = await measureNumbers(system.run.mongodb.url);
  const rateLimit = await measureLimits();
  const races = await measureRacesOf(instance.token);
  const lists = await measureLists(system.run.mongodb.url, say);
  return { rounds, delivery, rateLimit, numbers, races, lists, ...(await measureWebhooks(instance.token)) };
}
