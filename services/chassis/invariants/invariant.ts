import type { Database, Documents, Reader } from './database.ts';

/** A rule that does not hold for one record. */
export interface Fault {
  /** Undefined where the record is of no org. */
  orgId?: string | undefined;
  /** `order 65a…`. */
  record: string;
  /** The fault in words: "subtotal is 10, and comes to 20". */
  says: string;
}

/** A rule that holds for all records of a database at every moment between two transactions. */
export interface Invariant {
  /** Names it in findings: `totals`. */
  name: string;
  /** Names of records, a page at a time. */
  pages(database: Database): AsyncIterable<string[]>;
  /** Faults of a page, in one snapshot. */
  faults(reader: Reader, names: readonly string[]): Promise<Fault[]>;
}

export interface Finding extends Fault {
  invariant: string;
}

interface Stored {
  _id: string;
}

interface Named {
  name: string;
}

/** A rule about the documents of one collection. */
export const invariantOf = <Row extends Stored>(
  { name, collection, fields, ...walk }: Named & Documents,
  faults: (rows: Row[], reader: Reader) => Promise<Fault[]> | Fault[],
): Invariant => ({
  name,
  pages: (database) => database.ids(collection, walk),
  async faults(reader, ids) {
    const found = await reader.find<Row>(collection, { ...walk.filter, _id: { $in: [...ids] } }, fields);
    return found.length === 0 ? [] : faults(found, reader);
  },
});

/** A page that was looked at. */
export interface Progress {
  invariant: string;
  /** Names. */
  looked: number;
}

/** Looks at all that the rules are about, one page after the other. Errors: of the database where it is lost. */
export async function* findBroken(
  database: Database,
  invariants: readonly Invariant[],
  tell: (progress: Progress) => void = () => {},
): AsyncIterable<Finding> {
  for (const invariant of invariants) {
    const { name } = invariant;
    for await (const names of invariant.pages(database)) {
      const looking = database.snapshot((reader) => invariant.faults(reader, names));
      // The other rules are looked at all the same.
      const faults = await looking.catch((error: Error) => [unreadable(names, error)]);
      yield* faults.map((fault) => ({ invariant: name, ...fault }));
      tell({ invariant: name, looked: names.length });
    }
  }
}

const unreadable = ([first, ...others]: readonly string[], { message }: Error): Fault => ({
  record: others.length === 0 ? `${first}` : `${first} and the ${others.length} behind it`,
  says: `could not be looked at: ${message}`,
});

/** Calls `find` for the rows of each org, one org after the other. */
export async function byOrg<Row extends { orgId: string }, Found>(
  rows: readonly Row[],
  find: (orgId: string, rows: Row[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const [orgId, own] of Map.groupBy(rows, (row) => row.orgId)) found.push(...(await find(orgId, own)));
  return found;
}
