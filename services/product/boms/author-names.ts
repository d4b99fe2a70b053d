import { namingPersons, type PersonRule, type ReadPersonNames } from '#chassis/records/person-names.ts';
import type { Call } from '#chassis/rpc/context.ts';

/**
 * Sets the names of the authors of BOMs, of their versions, and of answers about versions, as `namingPersons`.
 * `onlyFields`: the fields that the caller shows; empty: all.
 */
export type NameAuthors = <Record extends object>(
  records: readonly Record[],
  call: Call,
  onlyFields?: readonly string[],
) => Promise<Record[]>;

const IDS = ['createdById', 'submittedById', 'approvedById', 'rejectedById'] as const;
const nameBeside = (id: (typeof IDS)[number]) => id.replace(/Id$/, 'Name');

const authorsIn = (...places: string[]): PersonRule[] =>
  [{}, ...places.map((within) => ({ within }))].flatMap((place) =>
    IDS.map((id) => ({ ...place, id, name: nameBeside(id) })),
  );

/** The parts of answers that summarise one version, and the versions of a BOM. */
const HEADS = authorsIn('latestVersion', 'version', 'versionA', 'versionB');
const ALL = [...HEADS, ...IDS.map((id) => ({ within: 'versions', id, name: nameBeside(id) }))];

/** The fields that are a name or have names. */
const WITH_NAMES: ReadonlySet<string> = new Set([...IDS.map(nameBeside), 'versions', 'latestVersion']);

/** Maximum bytes of the names in one message. A BOM has up to 500 versions of four authors. */
const MAX_NAMES = 2 * 1024 * 1024;

/** If all names of a message take more than MAX_NAMES bytes, those in the list `versions` are null. */
export function authorNames(read: ReadPersonNames): NameAuthors {
  const [all, heads] = [namingPersons(read, ALL), namingPersons(read, HEADS)];
  return async (records, call, onlyFields = []) => {
    if (onlyFields.length > 0 && !onlyFields.some((field) => WITH_NAMES.has(field))) return [...records];
    const named = await all(records, call);
    return nameBytes(named) <= MAX_NAMES ? named : heads(records, call);
  };
}

/** Bytes of the authors' names in BOMs and their versions. */
export const nameBytes = (records: readonly object[]): number =>
  records.reduce((sum, record) => {
    const { versions } = record as { versions?: unknown };
    return sum + bytesIn(record) + (Array.isArray(versions) ? nameBytes(versions) : 0);
  }, 0);

const bytesIn = (record: object): number =>
  IDS.reduce((sum, id) => {
    const name = (record as Record<string, unknown>)[nameBeside(id)];
    return sum + (typeof name === 'string' ? Buffer.byteLength(name) : 0);
  }, 0);
