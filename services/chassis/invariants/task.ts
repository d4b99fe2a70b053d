import { parseArgs } from 'node:util';
import { defineConfig, loadConfig, serviceSettings } from '../runtime/config.ts';
import { Misuse, runTask, TaskFault } from '../runtime/run-task.ts';
import { type Database, openDatabase } from './database.ts';
import { digestsOf, type Fact, itemsIn } from './facts.ts';
import { type Finding, findBroken, type Invariant, type Progress } from './invariant.ts';

/** What a service's database must keep to, and what it knows that others know, too. */
export interface Checked {
  service: string;
  invariants: readonly Invariant[];
  facts: readonly Fact[];
}

/** What `--json` prints. */
export interface InvariantsReport {
  service: string;
  /** Of `broken`, the first 1,000. */
  findings: Finding[];
  broken: number;
  /** How much was looked at, over all rules. */
  looked: number;
  /** By the names of facts, where a key was given: digests of their items. */
  digests: Record<string, string[]>;
}

const USAGE = `Usage: invariants.ts [--json] [--key KEY [--until TIME] [--items FACT:N,N …]]

Looks at all of the service's database whether it keeps to its invariants, in the environment of the service, beside its
running replicas or without them. It writes nothing. Ends with 1 where an invariant is broken.
  --json     Print one JSON object.
  --key      Print with it keyed digests of what other services know, too, up to the moment --until (RFC 3339).
  --items    Print, instead, what these are digests of, in some buckets of a fact: one JSON object a line.`;

const LISTED = 1_000;
/** Milliseconds between two words on how far a check has come. */
const TELL_EVERY = 5_000;

/** Runs the check as a process of its own. */
export function runInvariantsTask(checked: Checked): Promise<void> {
  return runTask(USAGE, async (args) => {
    const options = read(args, checked.facts);
    const { MONGODB_URL, MONGODB_DATABASE } = serviceSettings;
    const config = loadConfig(defineConfig({ MONGODB_URL, MONGODB_DATABASE }));
    const database = await openDatabase({ url: config.MONGODB_URL, database: config.MONGODB_DATABASE });
    try {
      // Every service makes it when it starts: without it this is the wrong database, or one that was lost.
      if (!(await database.exists('outbox')))
        throw new TaskFault(`Database ${config.MONGODB_DATABASE} holds nothing of ${checked.service}`);
      if (options.items.length > 0) {
        for (const items of options.items) await print(items, database, options);
        return true;
      }
      const report = await check(checked, database, options);
      if (options.isJson) console.log(JSON.stringify(report));
      else for (const line of linesOf(report)) console.log(line);
      return report.broken === 0;
    } finally {
      await database.close();
    }
  });
}

interface Options {
  isJson: boolean;
  key: string;
  until: Date;
  items: { fact: Fact; buckets: ReadonlySet<number> }[];
}

async function print({ fact, buckets }: Options['items'][number], database: Database, { key, until }: Options) {
  for await (const item of itemsIn(fact, database, { key, until, buckets })) {
    console.log(JSON.stringify({ fact: fact.name, ...item }));
  }
}

async function check(
  { service, invariants, facts }: Checked,
  database: Database,
  { key, until }: Options,
): Promise<InvariantsReport> {
  const report: InvariantsReport = { service, findings: [], broken: 0, looked: 0, digests: {} };
  const known = new Set<string>();
  const tell = teller(service);
  const count = (progress: Progress) => {
    report.looked += progress.more;
    tell(progress);
  };
  for await (const finding of findBroken(database, invariants, count)) {
    const text = textOf(finding);
    if (known.has(text)) continue;
    report.broken += 1;
    if (known.size === LISTED) continue;
    known.add(text);
    report.findings.push(finding);
  }
  if (key === '') return report;
  for (const fact of facts) report.digests[fact.name] = await digestsOf(fact, database, until, key);
  return report;
}

/** Tells on stderr, now and then, how far it has come. */
function teller(service: string) {
  let told = Date.now();
  return ({ invariant, looked }: Progress) => {
    if (Date.now() - told < TELL_EVERY) return;
    told = Date.now();
    console.error(`${service}: ${invariant}: ${looked} looked at`);
  };
}

const textOf = ({ invariant, orgId, record, says }: Finding): string =>
  `${invariant}: ${record}${orgId === undefined ? '' : ` of org ${orgId}`}: ${says}`;

function linesOf({ service, findings, broken, looked }: InvariantsReport): string[] {
  const more = broken > findings.length ? [`${service}: and ${broken - findings.length} more`] : [];
  if (broken === 0) return [`${service}: all invariants hold. Looked at: ${looked}`];
  return [...findings.map((finding) => `${service}: ${textOf(finding)}`), ...more];
}

function read(args: string[], facts: readonly Fact[]): Options {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean' }, key: text, until: text, items: { ...text, multiple: true } },
    });
    const until = new Date(values.until ?? Date.now());
    if (Number.isNaN(until.getTime())) throw new Error('--until is no moment of RFC 3339');
    if (values.items && values.key === undefined) throw new Error('--items needs the --key of the digests');
    return {
      isJson: values.json ?? false,
      key: values.key ?? '',
      until,
      items: (values.items ?? []).map((asked) => readItems(asked, facts)),
    };
  } catch (error) {
    throw new Misuse((error as Error).message.split('. ')[0]);
  }
}

function readItems(asked: string, facts: readonly Fact[]): Options['items'][number] {
  const [name, buckets = ''] = asked.split(':');
  const fact = facts.find((one) => one.name === name);
  if (!fact) throw new Error(`The facts are ${facts.map((one) => one.name).join(', ')}`);
  return { fact, buckets: new Set(buckets.split(',').map(Number)) };
}
