import type { Database, Documents, Reader } from './database.ts';

/** A record for which a rule does not hold. */
export interface Fault {
  /** Undefined for a record without an org. */
  orgId?: string | undefined;
  /** The name of the record: `order 65a…`. */
  record: string;
  /** The fault as text: "subtotal is 10, and comes to 20". */
  says: string;
}

/** A rule that holds for all records of a database, at every moment between two transactions. */
export interface Invariant {
  /** The name of the rule in findings: `totals`. */
  name: string;
  /** Yields names of the records to check, a page at a time. `faults` gets these names; mostly they are ids. */
  pages(database: Database): AsyncIterable<string[]>;
  /** Checks a page of names in one snapshot. Returns the faults. */
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

/** A page that was checked. */
export interface Progress {
  invariant: string;
  /** Number of names in the page. */
  looked: number;
}

/** Checks all rules, page by page, and yields the faults. Errors: those of the database, if names cannot be read. */
export async function* findBroken(
  database: Database,
  invariants: readonly Invariant[],
  tell: (progress: Progress) => void = () => {},
): AsyncIterable<Finding> {
  for (const invariant of invariants) {
    const { name } = invariant;
    for await (const names of invariant.pages(database)) {
      const looking = database.snapshot((reader) => invariant.faults(reader, names));
      // A page that cannot be read is a finding, and the check continues.
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
