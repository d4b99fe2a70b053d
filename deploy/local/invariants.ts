import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#chassis/runtime/config.ts';
import { chooseDatabase } from './backends.ts';
import { flag, readCommandLine, text } from './command-line.ts';
import { inheritedEnvironment, loadStartSettings, type StartSettings, startConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { isHeld } from './data-lock.ts';
import { readJson } from './files.ts';
import { checkAll, type Result } from './invariants/check.ts';
import { type Finding, type Tasks, tasksAt, tasksByCommand } from './invariants/task.ts';
import { NATS_USERS } from './processes.ts';
import { loadSecrets } from './secrets.ts';
import { runFile, taskEnvironment } from './service-task.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervision/supervisor.ts';

const { options } = readCommandLine({
  name: 'npm run invariants',
  does: `Looks at all data of DATA_DIR, while the system runs or while it is stopped, and names what does not keep to the rules: references
to nothing, sums that are not those of the lines or payments, totals that are not counts, doubled numbers, gaps in sequences, copies
that differ, events that are not published, logged, audited or delivered. Writes nothing. Ends with 1 where anything is broken.`,
  options: {
    json: flag('Print one JSON object.'),
    by: text('COMMAND', "Run the services' own tasks by this command, elsewhere; {service} stands for each name."),
  },
  environment: { ...taskEnvironment, MONGODB_URL: startConfig.settings.MONGODB_URL },
  more: 'What to do with what it finds: docs/runbook.md, Invariants.',
});

process.exitCode = await main().catch((error) => {
  const plain = error instanceof StartError || error instanceof ConfigError;
  console.error(plain ? `selvedge: ${error.message}` : error);
  return 1;
});

async function main(): Promise<number> {
  const result = await (options.by === undefined ? withDatabases(checkAll) : checkAll(tasksByCommand(options.by)));
  if (options.json) console.log(JSON.stringify(result));
  else for (const line of linesOf(result)) console.log(line);
  return result.broken === 0 ? 0 : 1;
}

function linesOf({ findings, broken, looked }: Result): string[] {
  const counts = Object.entries(looked).map(([service, count]) => `${service} ${count}`);
  if (broken === 0) return [`All invariants hold. Looked at: ${counts.join(', ')}`];
  const more = broken > findings.length ? [`and ${broken - findings.length} more`] : [];
  return [...findings.map(lineOf), ...more];
}

function lineOf({ invariant, orgId, record, says }: Finding): string {
  return `${invariant}: ${record}${orgId === undefined ? '' : ` of org ${orgId}`}: ${says}`;
}

/** Uses the databases of the instance that runs on DATA_DIR. If no instance runs, starts only its database server. */
async function withDatabases(use: (tasks: Tasks, isAtRest: boolean) => Promise<Result>): Promise<Result> {
  const settings = loadStartSettings();
  const { DATA_DIR, MONGODB_DATABASE_PREFIX: prefix } = settings;
  if (!existsSync(join(DATA_DIR, 'format.json'))) throw new StartError(`Nothing was ever started on ${DATA_DIR}.`);
  const running = (await isHeld(realpathSync(DATA_DIR))) && readJson(join(DATA_DIR, 'run.json'), runFile);
  if (running) return use(tasksAt({ url: running.mongodb.url, prefix }), false);
  return withStopped(settings, (url, isOwn) => use(tasksAt({ url, prefix }), isOwn));
}

async function withStopped(
  { DATA_DIR, MONGODB_URL }: StartSettings,
  use: (url: string, isOwn: boolean) => Promise<Result>,
): Promise<Result> {
  const data = await openDataDir(DATA_DIR);
  const supervisor = new Supervisor({ say: console.error, onRestarted: () => {} });
  try {
    const { mongodbPassword: password } = loadSecrets(data.path, NATS_USERS, {});
    const place = { dataDir: data.path, logs: data.logs, env: inheritedEnvironment(), password };
    const { url, plan } = await chooseDatabase(MONGODB_URL, place);
    await supervisor.start(plan ? [plan] : []);
    // Another system may be running on a database server that is given.
    return await use(url, plan !== undefined);
  } finally {
    await supervisor.stop();
    data.release();
  }
}
