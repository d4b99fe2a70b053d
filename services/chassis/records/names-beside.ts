import { TimeSlices } from '../concurrency/time-slices.ts';
import type { ReadScope } from '../unit-of-work/write.ts';

/** Reads what is shown of other records, by key. A key without a record is left out. */
export type NameSource<Found> = (scope: ReadScope, keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

/** The fields of a record, or of one of its parts. */
type Shown = Readonly<Record<string, unknown>>;

/** Names that are shown beside an id. */
export interface NameRule {
  /**
   * The list or the object whose parts have the id; absent: the record itself has it. A path of two fields, such as
   * `lines.suggestions`, names the parts of parts.
   */
  within?: string;
  /** The field of the id. */
  id: string;
  /** The key of `source`, from an object whose id is not null. */
  keyOf(shown: Shown): string;
  source: NameSource<unknown>;
  /** The fields beside the id. A record that is not found is undefined. */
  namesOf(found: unknown): Shown;
}

interface NameOptions<Found> {
  within?: string;
  id: string;
  /** Default: the id. */
  keyOf?(shown: Shown): string;
  source: NameSource<Found>;
  /** The fields beside the id. Each is null if the id is null or no record has it. */
  names: Readonly<Record<string, (found: Found) => unknown>>;
}

/** Declares the names beside one id of a resource (decisions 1: Names). */
export function beside<Found>({ names, ...rule }: NameOptions<Found>): NameRule {
  const fields = Object.entries(names);
  return {
    keyOf: (shown) => shown[rule.id] as string,
    ...rule,
    namesOf: (found) =>
      Object.fromEntries(fields.map(([name, of]) => [name, found === undefined ? null : of(found as Found)])),
  };
}

/**
 * Sets names in records as callers see them, or in events about them. Keeps the order. `asked`: the fields that the caller
 * shows, so that no other name of the records themselves is read. Default: all.
 */
export type NamesBeside = <Record extends object>(
  records: readonly Record[],
  scope: ReadScope,
  asked?: ReadonlySet<string>,
) => Promise<Record[]>;

/** No resource has names of its own. */
export const NO_NAMES_BESIDE: NamesBeside = async (records) => [...records];

/**
 * Returns a function that sets the declared names. Each source is read once for all records together. An object without
 * the field of the id, such as a shortened event, gets no names.
 */
export function namesBeside(rules: readonly NameRule[]): NamesBeside {
  return async (records, scope, asked) => {
    const wanted = asked ? rules.filter((rule) => isAsked(rule, asked)) : rules;
    const places = [...Map.groupBy(wanted, ({ within }) => within)];
    const found = await readAll(
      wanted,
      records.flatMap((record) =>
        places.flatMap(([within, own]) => objectsAt(record, within).map((shown) => [shown, own] as const)),
      ),
      scope,
    );
    const timeSlices = new TimeSlices();
    const named: object[] = [];
    for (const record of records) {
      let result: object = record;
      for (const [within, own] of places) result = withNamesAt(result, within, own, found);
      named.push(result);
      await timeSlices.giveWay();
    }
    return named as never;
  };
}

/** The names in a list are read with the list. */
const isAsked = ({ within, namesOf }: NameRule, asked: ReadonlySet<string>): boolean =>
  within !== undefined || Object.keys(namesOf(undefined)).some((name) => asked.has(name));

type Found = ReadonlyMap<NameSource<unknown>, ReadonlyMap<string, unknown>>;

async function readAll(
  rules: readonly NameRule[],
  targets: readonly (readonly [Shown, readonly NameRule[]])[],
  scope: ReadScope,
): Promise<Found> {
  const keys = new Map(rules.map(({ source }) => [source, new Set<string>()]));
  for (const [shown, own] of targets) {
    for (const rule of own) if (typeof shown[rule.id] === 'string') keys.get(rule.source)?.add(rule.keyOf(shown));
  }
  const found = new Map<NameSource<unknown>, ReadonlyMap<string, unknown>>();
  // Sources are read one after the other, because a session runs one operation at a time.
  for (const [source, wanted] of keys)
    found.set(source, wanted.size > 0 ? await source(scope, [...wanted]) : new Map());
  return found;
}

const isObject = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

/** Splits a path into its first field and the rest. */
function stepsOf(within: string): [field: string, rest: string | undefined] {
  const [field = '', ...rest] = within.split('.');
  return [field, rest.length > 0 ? rest.join('.') : undefined];
}

function objectsAt(record: object, within: string | undefined): readonly Shown[] {
  if (within === undefined) return [record as Shown];
  const [field, rest] = stepsOf(within);
  return [(record as Shown)[field]].flat().flatMap((part) => (isObject(part) ? objectsAt(part, rest) : []));
}

function withNamesAt(record: object, within: string | undefined, rules: readonly NameRule[], found: Found): object {
  if (within === undefined) return withNames(record as Shown, rules, found);
  const [field, rest] = stepsOf(within);
  const parts = (record as Shown)[field];
  const named = (part: unknown) => (isObject(part) ? withNamesAt(part, rest, rules, found) : part);
  if (Array.isArray(parts)) return { ...record, [field]: parts.map(named) };
  return isObject(parts) ? { ...record, [field]: named(parts) } : record;
}

function withNames(shown: Shown, rules: readonly NameRule[], found: Found): Shown {
  const named: Record<string, unknown> = { ...shown };
  for (const { id, keyOf, source, namesOf } of rules) {
    if (shown[id] === undefined) continue;
    Object.assign(named, namesOf(shown[id] === null ? undefined : found.get(source)?.get(keyOf(shown))));
  }
  return named;
}
