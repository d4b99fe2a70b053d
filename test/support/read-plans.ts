import type { mongo } from 'mongoose';
import type { Store } from '#chassis/mongo/mongo.ts';

/** The plan of a read, from `explain`. */
export interface ReadPlan {
  command: 'find' | 'count';
  /** Keys of the index that was read; undefined: the whole collection was read. */
  index: Record<string, 1 | -1> | undefined;
  sortsInMemory: boolean;
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

interface Stage {
  stage?: string;
  keyPattern?: Record<string, 1 | -1>;
  inputStage?: Stage;
}

interface Explained {
  queryPlanner: { winningPlan: Stage & { queryPlan?: Stage } };
  executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
}

const READS: ReadonlySet<string> = new Set(['find', 'count', 'aggregate', 'distinct']);

/** The database address with a parameter that makes the driver emit events for its commands. */
export const watched = (url: string): string => `${url}${url.includes('?') ? '&' : '/?'}monitorCommands=true`;

/** Runs `work`, and returns the commands that it sent. The store must be open at a `watched` address. */
export async function commandsOf(store: Store, work: () => Promise<unknown>): Promise<mongo.CommandStartedEvent[]> {
  const sent: mongo.CommandStartedEvent[] = [];
  const note = (event: mongo.CommandStartedEvent) => void sent.push(event);
  const client = store.connection.getClient();
  client.on('commandStarted', note);
  await work().finally(() => client.off('commandStarted', note));
  return sent;
}

/**
 * Runs `work`, and then explains all reads of `collection` that `work` sent. The store must be open at a `watched`
 * address.
 */
export async function plansOf(store: Store, collection: string, work: () => Promise<unknown>): Promise<ReadPlan[]> {
  const sent = await commandsOf(store, work);
  const reads = sent.filter(
    ({ commandName, command }) => READS.has(commandName) && command[commandName] === collection,
  );
  return Promise.all(reads.map(({ commandName, command }) => explain(store, commandName, command)));
}

/**
 * True if `explain` counts the examined keys as MongoDB does. An engine on top of another database may not count them.
 */
export async function countsKeys(store: Store): Promise<boolean> {
  await store.connection.asPromise();
  const { executionStats } = await ask(store, { find: 'nothing' });
  return typeof executionStats?.totalKeysExamined === 'number';
}

async function explain(store: Store, name: string, command: Record<string, unknown>): Promise<ReadPlan> {
  const { lsid: _, $db: __, $clusterTime: ___, ...own } = command;
  const { queryPlanner, executionStats } = await ask(store, own);
  const { winningPlan } = queryPlanner;
  const stages = stagesOf(winningPlan.queryPlan ?? winningPlan);
  return {
    command: name === 'find' ? 'find' : 'count',
    index: stages.find(({ keyPattern }) => keyPattern)?.keyPattern,
    sortsInMemory: stages.some(({ stage }) => stage?.startsWith('SORT')),
    keysExamined: executionStats.totalKeysExamined,
    docsExamined: executionStats.totalDocsExamined,
    returned: executionStats.nReturned,
  };
}

async function ask({ connection }: Store, command: Record<string, unknown>): Promise<Explained> {
  const answer = await connection.db?.command({ explain: command, verbosity: 'executionStats' });
  // For an aggregation, the plan is in its first stage if that stage reads the collection.
  return answer?.stages?.[0]?.$cursor ?? answer;
}

function stagesOf(stage: Stage | undefined): Stage[] {
  return stage ? [stage, ...stagesOf(stage.inputStage)] : [];
}
