import { type Client, EngineProcess } from '../integration/deploy/local/mongo-engine/server.ts';
import { cpuOf } from './cpu.ts';
import { median } from './load.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const AT_ONCE = 5_000;
const STARTS = 5;
const ROUNDS = 9;
const REQUESTS = 300;
/** So many rounds does V8 take to compile what an insert runs: before, one costs up to half as much again. */
const WARM_UP_ROUNDS = 12;

export interface EngineResult {
  /** Milliseconds to the printed url, with nothing stored and with 1,010,000 documents after a kill -9. */
  startEmpty: number;
  startFull: number;
  /** CPU µs of the engine for a page of 10 by an index, with the collection's total. */
  pageSmall: number;
  pageLarge: number;
  /** Ratio of the two, round by round. */
  pageRatio: number;
  /** CPU µs of the engine for one insert after the other, in a store of its own: all, and what the kernel has of it. */
  insert: number;
  insertSystem: number;
  /** The same beside 1,010,000 documents: a deeper tree has more pages to write. */
  insertBeside: number;
}

/** Costs of the embedded engine's start, pages and lone inserts, in a folder of its own. */
export async function measureEngine(say: (line: string) => void): Promise<EngineResult> {
  const [empty, full] = [new EngineProcess(), new EngineProcess()];
  try {
    await full.start();
    await full.connected(async (client) => {
      for (const [name, count] of [
        ['small', SMALL],
        ['large', LARGE],
      ] as const) {
        say(`storing ${count} documents`);
        await store(client, name, count);
      }
    });
    say('starts');
    const starts: [number, number][] = [];
    for (let i = 0; i < STARTS; i++) starts.push([await restart(empty), await restart(full)]);
    say('pages');
    const pages = await full.connected((client) => measurePages(client, full));
    say('lone inserts');
    const alone = await empty.connected((client) => measureInserts(client, empty));
    const beside = await full.connected((client) => measureInserts(client, full));
    return {
      startEmpty: median(starts.map(([ms]) => ms)),
      startFull: median(starts.map(([, ms]) => ms)),
      ...pages,
      ...alone,
      insertBeside: beside.insert,
    };
  } finally {
    await Promise.all([empty.remove(), full.remove()]);
  }
}

const document = (i: number) => ({ org: `o${i % 3}`, n: (i * 7919) % 1_000_003, name: `Nordwind Apparel ${i}` });

async function store(client: Client, name: string, count: number): Promise<void> {
  const collection = client.db('bench').collection(name);
  await collection.createIndex({ org: 1, n: 1 });
  for (let i = 0; i < count; i += AT_ONCE)
    await collection.insertMany(Array.from({ length: AT_ONCE }, (_, k) => document(i + k)));
}

async function restart(engine: EngineProcess): Promise<number> {
  await engine.stop('SIGKILL');
  const began = performance.now();
  await engine.start();
  return performance.now() - began;
}

async function measurePages(client: Client, engine: EngineProcess) {
  const page = (name: string) => async () => {
    const collection = client.db('bench').collection(name);
    await collection.find({ org: 'o1' }).sort({ n: 1 }).limit(10).toArray();
    await collection.estimatedDocumentCount();
  };
  const [small, large] = [page('small'), page('large')];
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push([(await cost(engine, small)).all, (await cost(engine, large)).all]);
  // The first one compiles.
  rounds.shift();
  return {
    pageSmall: median(rounds.map(([ours]) => ours)),
    pageLarge: median(rounds.map(([, ours]) => ours)),
    pageRatio: median(rounds.map(([few, many]) => many / few)),
  };
}

async function measureInserts(client: Client, engine: EngineProcess) {
  const collection = client.db('bench').collection('inserts');
  await collection.createIndex({ n: 1 });
  let i = 0;
  const insert = () => collection.insertOne(document(i++));
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await cost(engine, insert);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await cost(engine, insert));
  return { insert: median(rounds.map(({ all }) => all)), insertSystem: median(rounds.map(({ system }) => system)) };
}

/** CPU µs of the engine for a request, over all its threads. */
async function cost(engine: EngineProcess, request: () => Promise<unknown>): Promise<{ all: number; system: number }> {
  const before = cpuOf(engine.pid);
  for (let i = 0; i < REQUESTS; i++) await request();
  const after = cpuOf(engine.pid);
  return { all: (after.all - before.all) / REQUESTS, system: (after.system - before.system) / REQUESTS };
}

export function reportEngine(result: EngineResult): string {
  const of = (name: keyof EngineResult) => Math.round(result[name]);
  return [
    `engine: ready in ${of('startFull')} ms with ${LARGE + SMALL} documents, in ${of('startEmpty')} ms with none (goal under 300)`,
    `a page of 10 with its total: ${of('pageLarge')} µs at ${LARGE}, ${of('pageSmall')} at ${SMALL}: ${result.pageRatio.toFixed(2)} times (goal at most 1.3)`,
    `a lone insert: ${of('insert')} µs, ${of('insertSystem')} of them the kernel's (goal under 300); beside ${LARGE + SMALL} documents ${of('insertBeside')}`,
  ].join('\n');
}
