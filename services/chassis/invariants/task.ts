import { parseArgs } from 'node:util';
import { defineConfig, loadConfig, serviceSettings } from '../runtime/config.ts';
import { Misuse, runTask, TaskFault } from '../runtime/run-task.ts';
import { type Database, openDatabase } from './database.ts';
import { digestsOf, type Fact, itemsIn } from './facts.ts';
import { type Finding, findBroken, type Invariant, type Progress } from './invariant.ts';

/** The invariants of a service's database, and its facts, which are compared with those of other services. */
export interface Checked {
  service: string;
  invariants: readonly Invariant[];
  facts: readonly Fact[];
}

/** The JSON that is printed. */
interface Report {
  service: string;
  /** The first 1,000 findings. */
  findings: Finding[];
  /** Number of all findings. */
  broken: number;
  /** Number of names that were checked, over all rules. */
  looked: number;
  /** Digests of the facts' items, by the name of the fact; empty without a key. */
  digests: Record<string, string[]>;
}

const USAGE = `Usage: invariants.ts [--key KEY [--until TIME] [--items FACT:N,N …]]

Checks the invariants of the service's database, in the environment of the service, beside its running replicas or without them,
and prints one JSON object. It writes nothing. Ends with 1 where an invariant is broken.
  --key      Add keyed digests of the facts that other services know, too; of events, those before --until (RFC 3339).
  --items    Print, instead, the items of some buckets of a fact: one JSON object a line.`;

const LISTED = 1_000;
/** Milliseconds between two progress messages. */
const TELL_EVERY = 5_000;

/** Runs the check as a separate process. */
export function runInvariantsTask(checked: Checked): Promise<void> {
  return runTask(USAGE, async (args) => {
    const options = read(args, checked.facts);
    const { MONGODB_URL, MONGODB_DATABASE } = serviceSettings;
    const config = loadConfig(defineConfig({ MONGODB_URL, MONGODB_DATABASE }));
    const opening = openDatabase({ url: config.MONGODB_URL, database: config.MONGODB_DATABASE });
    const database = await opening.catch(({ message }: Error) => {
      throw new TaskFault(`Database ${config.MONGODB_DATABASE} cannot be reached: ${message}`);
    });
    try {
      // Every service creates an outbox when it starts. A database without one is the wrong database, or has lost its
      // data.
      if (!(await database.exists('outbox')))
        throw new TaskFault(`Database ${config.MONGODB_DATABASE} holds nothing of ${checked.service}`);
      if (options.items.length > 0) {
        for (const items of options.items) await print(items, database, options);
        return true;
      }
      const report = await check(checked, database, options);
      console.log(JSON.stringify(report));
      return report.broken === 0;
    } finally {
      await database.close();
    }
  });
}

interface Options {
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
): Promise<Report> {
  const report: Report = { service, findings: [], broken: 0, looked: 0, digests: {} };
  let told = Date.now();
  const tell = ({ invariant, looked }: Progress) => {
    report.looked += looked;
    if (Date.now() - told < TELL_EVERY) return;
    told = Date.now();
    console.error(`${service}: ${report.looked} looked at, now: ${invariant}`);
  };
  for await (const finding of findBroken(database, invariants, tell)) {
    report.broken += 1;
    if (report.findings.length < LISTED) report.findings.push(finding);
  }
  if (key === '') return report;
  for (const fact of facts) report.digests[fact.name] = await digestsOf(fact, database, until, key);
  return report;
}

function read(args: string[], facts: readonly Fact[]): Options {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { key: text, until: text, items: { ...text, multiple: true } },
    });
    const until = new Date(values.until ?? Date.now());
    if (Number.isNaN(until.getTime())) throw new Error('--until is no moment of RFC 3339');
    if (values.items && values.key === undefined) throw new Error('--items needs the --key of the digests');
    return {
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
