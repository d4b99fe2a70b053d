import type { Documents, Reader } from './database.ts';
import { byOrg, type Fault, type Invariant, invariantOf } from './invariant.ts';

/** `<kind>:<id>`. */
type Name = string;

/** Records that refer to others: their collection, and the targets of each record. */
export interface Referring<Row extends { _id: string; orgId: string }> extends Documents {
  fields: readonly string[];
  /** References of the record and of its parts. */
  referencesOf(row: Row): { source: Name; targets: readonly Name[]; status?: string }[];
}

interface Kept {
  _id: string;
  orgId: string;
  source: Name;
  target: Name;
  status: string;
}

/** Finds the ids that exist, of one kind and org. Undefined: this service cannot know. */
export type Finder = (
  reader: Reader,
  orgId: string,
  ids: readonly string[],
) => Promise<ReadonlySet<string> | undefined>;

const COLLECTION = 'references';

/**
 * The collection `references`, which deletes read, has exactly the targets of each record, with the record's status.
 */
export const referencesAreKept = <Row extends { _id: string; orgId: string }>(referring: Referring<Row>): Invariant => {
  const { referencesOf, fields, ...documents } = referring;
  const walk = { name: 'reference rows', ...documents, fields: ['orgId', ...fields] };
  return invariantOf<Row>(walk, (rows, reader) =>
    byOrg(rows, async (orgId, own) => {
      const wanted = own.flatMap(referencesOf);
      const sources = wanted.map(({ source }) => source);
      const kept = await reader.find<Kept>(COLLECTION, { orgId, source: { $in: sources } });
      const targetsOf = Map.groupBy(kept, ({ source }) => source);
      return wanted.flatMap(({ source, targets, status }) => {
        const own = targetsOf.get(source) ?? [];
        const known = new Set(own.map(({ target }) => target));
        const outdated = own
          .filter((reference) => status !== undefined && reference.status !== status)
          .map((reference) => `says of ${reference.target} that it is ${reference.status}, and it is ${status}`);
        const lacking = targets.filter((target) => !known.has(target)).map((target) => `lacks ${target}`);
        const others = [...known]
          .filter((target) => !targets.includes(target))
          .map((target) => `has ${target} besides`);
        return [...lacking, ...others, ...outdated].map((what) => ({
          orgId,
          record: source,
          says: `references ${what}`,
        }));
      });
    }),
  );
};

/**
 * Source and target of each reference exist. `finders`: by kind; the records of a kind without a finder belong to
 * another service.
 */
export const referencesLeadSomewhere = (finders: Readonly<Record<string, Finder>>): Invariant =>
  invariantOf<Kept>(
    { name: 'dangling references', collection: COLLECTION, fields: ['orgId', 'source', 'target'] },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const names = new Set(own.flatMap(({ source, target }) => [source, target]));
        const gone = await goneAmong(names, orgId, finders, reader);
        return own.flatMap(({ source, target }): Fault[] => [
          ...(gone.has(target) ? [{ orgId, record: source, says: `refers to ${target}, which is not there` }] : []),
          ...(gone.has(source) ? [{ orgId, record: source, says: `is not there, and refers to ${target}` }] : []),
        ]);
      }),
  );

async function goneAmong(
  names: ReadonlySet<Name>,
  orgId: string,
  finders: Readonly<Record<string, Finder>>,
  reader: Reader,
): Promise<Set<Name>> {
  const gone = new Set<Name>();
  for (const [kind, own] of Map.groupBy(names, kindOf)) {
    const ids = own.map((name) => name.slice(kind.length + 1));
    const found = await finders[kind]?.(reader, orgId, ids);
    for (const id of ids) if (found && !found.has(id)) gone.add(`${kind}:${id}`);
  }
  return gone;
}

const kindOf = (name: Name) => name.slice(0, name.indexOf(':'));

/** Finds records of an org by their ids. */
export const inCollection =
  (collection: string): Finder =>
  async (reader, orgId, ids) => {
    const found = await reader.find<{ _id: string }>(collection, { orgId, _id: { $in: [...ids] } }, ['_id']);
    return new Set(found.map(({ _id }) => _id));
  };
