import { createHmac, hash } from 'node:crypto';
import type { Database, Documents } from './database.ts';

/** An item that two services know, independently of each other. */
export interface Item {
  /** The name of the item: `client 65a… of org 65b…`. */
  of: string;
  /** The value of the item. Undefined: it equals every value. */
  says?: string | undefined;
}

/** Items that a service knows, to be compared with those of another service. */
export interface Fact {
  name: string;
  /** Yields the items; of events, those before `until`. */
  items(database: Database, until: Date): AsyncIterable<Item[]>;
}

/** A fact with one item for each document of a collection. */
export const factOf = <Row>(
  { name, ...documents }: { name: string } & Documents,
  itemOf: (row: Row) => Item,
): Fact => ({
  name,
  items: (database) => itemsOf(database, documents, itemOf),
});

/** Yields the items of a collection's documents. */
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
  /**
   * The copied fields; an absent field is null. Undefined: the owner alone has them, so the item equals every value.
   */
  copy: object | undefined;
}

/**
 * The owner and the copying service make the same item: the order of fields does not matter, and null equals an absent
 * field.
 */
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

/** Number of small documents that are read at a time. */
const PAGE = 1_000;
const BUCKETS = 1024;
/** Digests are sums modulo this number, so their order and their grouping do not matter. */
const MODULUS = 1n << 128n;

/** The digests of all items of a fact: one for each bucket, in hexadecimal. Without `key` nobody can compute them. */
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

/** Yields the items of some buckets. */
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
