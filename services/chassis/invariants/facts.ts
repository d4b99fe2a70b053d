import { createHmac, hash } from 'node:crypto';
import type { Database, Documents } from './database.ts';

/** A thing that two services know, each by itself. */
export interface Item {
  /** Names it: `client 65a… of org 65b…`. */
  of: string;
  /** Its value. Undefined: it agrees with every value. */
  says?: string | undefined;
}

/** Things that a service knows, for who compares them with what another knows. */
export interface Fact {
  name: string;
  /** Its items; of events, those before `until`. */
  items(database: Database, until: Date): AsyncIterable<Item[]>;
}

/** A fact that the documents of a collection tell, one each. */
export const factOf = <Row>(
  { name, ...documents }: { name: string } & Documents,
  itemOf: (row: Row) => Item,
): Fact => ({
  name,
  items: (database) => itemsOf(database, documents, itemOf),
});

/** The items of a collection's documents. */
async function* itemsOf<Row>(
  database: Database,
  { collection, fields, filter = {}, page = PAGE }: Documents,
  itemOf: (row: Row) => Item,
): AsyncIterable<Item[]> {
  for await (const ids of database.ids(collection, { filter, page })) {
    const found = await database.find<Row>(collection, { ...filter, _id: { $in: ids } }, fields);
    yield found.map(itemOf);
  }
}

/** A record that one service owns and another one copies. */
export interface Copied {
  orgId: string;
  kind: string;
  id: string;
  revision: number;
  /** The copied fields; a field that is not there is null. Undefined: only the owner knows them. */
  copy: object | undefined;
}

/** The same for the owner and for who copies: the order of fields does not matter, nor whether null is said. */
export const copiedItem = ({ orgId, kind, id, revision, copy }: Copied): Item => ({
  of: `${kind} ${id} of org ${orgId}`,
  ...(copy && { says: `revision ${revision}, ${hash('sha256', JSON.stringify(canonical(copy)), 'hex').slice(0, 16)}` }),
});

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return said.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, one]) => [name, canonical(one)]);
}

/** Documents of a few fields that are held at once. */
const PAGE = 1_000;
const BUCKETS = 1024;
/** Digests are sums modulo this: neither their order nor the parts in which they were added matter. */
const MODULUS = 1n << 128n;

/** The digests of all items of a fact, one a bucket, in hexadecimal. `key`: nobody who does not have it knows them. */
export async function digestsOf(fact: Fact, database: Database, until: Date, key: string): Promise<string[]> {
  const sums = new Array<bigint>(BUCKETS).fill(0n);
  for await (const items of fact.items(database, until)) {
    for (const { of, says } of items) {
      const bucket = bucketOf(of, key);
      sums[bucket] = ((sums[bucket] ?? 0n) + digest(`${of}\n${says ?? ''}`, key)) % MODULUS;
    }
  }
  return sums.map((sum) => sum.toString(16));
}

/** The items of some buckets. */
export async function* itemsIn(
  fact: Fact,
  database: Database,
  { until, key, buckets }: { until: Date; key: string; buckets: ReadonlySet<number> },
): AsyncIterable<Item> {
  for await (const items of fact.items(database, until)) {
    for (const item of items) if (buckets.has(bucketOf(item.of, key))) yield item;
  }
}

const hashed = (text: string, key: string) => createHmac('sha256', key).update(text).digest();
const bucketOf = (of: string, key: string) => hashed(of, key).readUInt16BE(16) % BUCKETS;
const digest = (text: string, key: string) => BigInt(`0x${hashed(text, key).toString('hex', 0, 16)}`);
