import { flag, positive, readCommandLine } from '../../deploy/local/command-line.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { startSystem } from '../support/system/system.ts';
import { config } from './config.ts';
import { measureEngine, reportEngine } from './engine.ts';
import { reportLists } from './finance/lists.ts';
import { reportRaces } from './finance/races.ts';
import { measureOf, reportAll } from './measure.ts';
import { measureMemory, reportMemory } from './memory.ts';
import { reportDelivery } from './report.ts';
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
    seconds: positive(4, 'SECONDS', 'Length of a round for each side and request.'),
    scale: positive(1, 'FACTOR', 'Of the usual number of deliveries, of which 0.02 shows in a minute that it runs.'),
  },
});
const { seconds, scale, json, engine, memory, webhooks, races, lists } = options;
const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

if (engine) print(await measureEngine(say), reportEngine);
else if (memory) print(await measureMemory(say), reportMemory);
else await measureSystem();

async function measureSystem(): Promise<void> {
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
  const measure = measureOf(system, { seconds, scale, say });
  try {
    if (webhooks)
      print(await measure.webhooksAlone(), (all) => `${reportDelivery(all.delivery)}\n${reportWebhooks(all)}`);
    else if (races) print(await measure.races(await system.login()), reportRaces);
    else if (lists) print(await measure.lists(), reportLists);
    else print(await measure.all(), reportAll);
  } finally {
    await system.stop();
    await backends.cleanUp();
  }
}

function print<Results>(results: Results, inLines: (results: Results) => string): void {
  console.log(json ? JSON.stringify(results, null, 2) : inLines(results));
}
