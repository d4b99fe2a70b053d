import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#chassis/runtime/config.ts';
import { chooseDatabase } from './backends.ts';
import { flag, readCommandLine } from './command-line.ts';
import { inheritedEnvironment, loadStartSettings, type StartSettings, startConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { readJson } from './files.ts';
import { checkAll, compareReports, type Result } from './invariants/check.ts';
import { type Databases, type Finding, report } from './invariants/task.ts';
import { NATS_USERS } from './processes.ts';
import { loadSecrets } from './secrets.ts';
import { runFile, taskEnvironment } from './service-task.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervision/supervisor.ts';

const { options, operands } = readCommandLine({
  name: 'npm run invariants',
  does: `Looks at all data on DATA_DIR, whether it is used just now or not, and names what does not keep to the rules: references to
nothing, sums that are not those of the lines or payments, totals that are not counts, doubled numbers, gaps in sequences, copies
that differ, events that are not published, logged, audited or delivered. Writes nothing. Ends with 1 where anything is broken.
With REPORTs, which the services' own tasks have printed with one --key, it compares these: docs/runbook.md, Invariants.`,
  options: { json: flag('Print one JSON object.') },
  operands: '[REPORT …]',
  environment: { ...taskEnvironment, MONGODB_URL: startConfig.settings.MONGODB_URL },
});

process.exitCode = await main().catch((error) => {
  const plain = error instanceof StartError || error instanceof ConfigError;
  console.error(plain ? `selvedge: ${error.message}` : error);
  return 1;
});

async function main(): Promise<number> {
  const result = operands.length > 0 ? compareReports(operands.map(readReport)) : await withDatabases(checkAll);
  if (options.json) console.log(JSON.stringify(result));
  else for (const line of linesOf(result)) console.log(line);
  return result.broken === 0 ? 0 : 1;
}

function readReport(file: string) {
  return report.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function linesOf({ findings, broken }: Result): string[] {
  if (broken === 0) return ['All invariants hold'];
  const more = broken > findings.length ? [`and ${broken - findings.length} more`] : [];
  return [...findings.map(lineOf), ...more];
}

function lineOf({ invariant, orgId, record, says }: Finding): string {
  return `${invariant}: ${record}${orgId === undefined ? '' : ` of org ${orgId}`} ${says}`;
}

/** The databases of what runs on DATA_DIR; where nothing runs, their server alone is started. */
async function withDatabases(use: (databases: Databases) => Promise<Result>): Promise<Result> {
  const settings = loadStartSettings();
  const { DATA_DIR, MONGODB_DATABASE_PREFIX: prefix } = settings;
  const running = readJson(join(DATA_DIR, 'run.json'), runFile);
  if (running) return use({ url: running.mongodb.url, prefix });
  return withStopped(settings, (url) => use({ url, prefix }));
}

async function withStopped(
  { DATA_DIR, MONGODB_URL }: StartSettings,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const data = await openDataDir(DATA_DIR);
  const supervisor = new Supervisor({ say: console.error, onRestarted: () => {} });
  try {
    const { mongodbPassword: password } = loadSecrets(data.path, NATS_USERS, {});
    const place = { dataDir: data.path, logs: data.logs, env: inheritedEnvironment(), password };
    const { url, plan } = await chooseDatabase(MONGODB_URL, place);
    await supervisor.start(plan ? [plan] : []);
    return await use(url);
  } finally {
    await supervisor.stop();
    data.release();
  }
}
