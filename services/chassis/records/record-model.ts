import { type Connection, type Model, Schema, type SchemaDefinition } from 'mongoose';
import { searchTextOf } from '../domain/folded-text.ts';
import type { RecordState } from '../domain/record.ts';
import { modelOf } from '../mongo/model.ts';
import type { Totalled } from './list-totals.ts';

/** The model of a resource: the storage and the list of its records. */
export interface RecordModel<State extends RecordState> {
  /** `Client`: the resource's name in messages, and the name of its mongoose model. */
  resource: string;
  /** The name of the collection. */
  collection: string;
  /** The resource's own fields, as mongoose declares them. Times, org and revision are added. */
  fields: { [Field in Exclude<keyof State, keyof RecordState>]-?: Declaration };
  /** The fields of the list (decisions 6). Each filter and each sort has indexes. */
  list: {
    sorts: readonly Field<State>[];
    /** Further fields that callers sort by: dates and amounts. Each has one index, without filters. */
    otherSorts?: readonly string[];
    /** Computed sort keys, for fields whose own value does not sort as callers expect, or is equal in many records. */
    sortKeys?: { readonly [field: string]: (state: State) => SortKey };
    /**
     * The dates with ranges: the stored form of a moment in epoch milliseconds, as `sortKeys` or the field itself has it.
     * createdAt and updatedAt have ranges in every list.
     */
    dates?: { readonly [field: string]: (moment: number) => StoredMoment };
    /** Fields, and names of `derived`. */
    filters: readonly string[];
    /**
     * Filters by a field of the record's parts: the stored path by the filter's name. Each has one index. The matches of a
     * filter are read and sorted.
     */
    partFilters?: { readonly [filter: string]: string };
    /** The amounts that the list adds for `totals`; absent: the list has no totals. */
    totals?: Totalled;
    /** The fields that `search` searches; absent: the list has no search. */
    searches?: readonly Field<State>[];
    /** A record may be megabytes: the sizes of records are read before the records. */
    isWeighed?: true;
  };
  /** Fields, and names of `derived`, whose value, if there is one, must be unique among the records of an org. */
  unique?: readonly string[];
  /** Additional stored fields by name, computed from the record, for lookups. */
  derived?: { readonly [name: string]: (state: State) => SortKey };
  /** Paths by which records are also looked up. Each gets an index. */
  lookUps?: readonly string[];
}

/** The part of a model that says how a list is sorted, and which ranges it has. */
export interface Listing {
  sortKeys?: { readonly [field: string]: unknown };
  dates?: { readonly [field: string]: (moment: number) => StoredMoment };
}

/** Declares a field that is not stored. Its value is looked up at each read: another record's name, for example. */
export const LOOKED_UP = 'looked up';

/** The stored form of a moment. Later moments have greater forms. */
export type StoredMoment = string | number | Date;
type SortKey = string | number | boolean | null;
type Declaration = NonNullable<SchemaDefinition[string]> | typeof LOOKED_UP;
type Field<State> = keyof State & string;

export type Stored<State extends RecordState> = Omit<State, 'id'> & {
  _id: string;
  /** The searched fields, folded (`searchTextOf`). A search reads an index of it, and only documents that match. */
  searchText?: string;
};

/** The index for searches. */
export const searchIndex = { orgId: 1, searchText: 1, _id: 1 } as const;

/** The model of a resource, with its indexes. */
export function recordModel<State extends RecordState>(
  connection: Connection,
  definition: RecordModel<State>,
): Model<Stored<State>> {
  const { resource, collection, fields, list } = definition;
  const schema = new Schema(
    {
      _id: String,
      orgId: String,
      ...(Object.fromEntries(storedFields(fields)) as SchemaDefinition),
      ...(list.searches && { searchText: String }),
      ...Object.fromEntries(Object.keys(keysOf(definition)).map((name) => [name, Schema.Types.Mixed])),
      createdAt: Date,
      updatedAt: Date,
      revision: Number,
    },
    { collection, versionKey: false, id: false, minimize: false },
  );
  for (const index of indexesOf(definition)) schema.index(index);
  for (const field of definition.unique ?? []) {
    // Indexes all texts except the empty one. MongoDB uses this index for a lookup by value; with `$type` it would not.
    const options = { unique: true, partialFilterExpression: { [field]: { $gt: '' } } };
    schema.index({ orgId: 1, [field]: 1 }, options);
  }
  const model = modelOf(connection, resource, schema as unknown as Schema<Stored<State>>);
  if (list.searches) searchesOf.set(model as unknown as Model<unknown>, list.searches);
  return model;
}

const searchesOf = new WeakMap<Model<unknown>, readonly string[]>();

/** The models of a database that have a search, with the searched fields. */
export function searchedModels({ models }: Connection): [Model<unknown>, readonly string[]][] {
  return Object.values(models).flatMap((model): [Model<unknown>, readonly string[]][] => {
    const searches = searchesOf.get(model);
    return searches ? [[model, searches]] : [];
  });
}

/** The stored text of a record in which a search finds any of the searched fields. */
export const searchTextIn = (record: object, searches: readonly string[]): string =>
  searchTextOf(searches.map((field) => (record as Record<string, string | null | undefined>)[field]));

/** The stored field by which a list is sorted if callers sort by `field`. */
export const sortedBy = ({ list }: { list: Pick<Listing, 'sortKeys'> }, field: string): string =>
  Object.hasOwn(list.sortKeys ?? {}, field) ? sortKeyOf(field) : field;

export const sortKeyOf = (field: string) => `${field}SortKey`;

/**
 * The indexes of a list: one for each sort, without a filter and with each filter; one for each other sort; one for
 * records that changed since a time; one for each filter by parts, and for each path of `lookUps`; one for search.
 */
function indexesOf<State extends RecordState>(model: RecordModel<State>): Record<string, 1>[] {
  const { list, lookUps = [] } = model;
  const { sorts, otherSorts = [], filters, partFilters = {}, searches } = list;
  const looked = [...Object.values(partFilters), ...lookUps].map((path) => ({ orgId: 1 as const, [path]: 1 as const }));
  const behind: Record<string, 1>[] = [{}, ...filters.map((filter) => ({ [filter]: 1 as const }))];
  // With a filter on the sort field, all records have the same sort value.
  const sorted = behind.flatMap((filter) =>
    sorts
      .filter((sort) => !Object.hasOwn(filter, sortedBy(model, sort)))
      .map((sort) => ({ orgId: 1 as const, ...filter, [sortedBy(model, sort)]: 1 as const, _id: 1 as const })),
  );
  const others = new Set(['updatedAt', ...otherSorts.map((sort) => sortedBy(model, sort))]);
  const alone = [...others].map((field) => ({ orgId: 1 as const, [field]: 1 as const, _id: 1 as const }));
  return [...sorted, ...alone, ...looked, ...(searches ? [searchIndex] : [])];
}

/** The computed fields of a stored record, by name: sort keys and derived fields. */
function keysOf<State extends RecordState>({ list, derived }: RecordModel<State>) {
  const sortKeys = Object.entries<((state: State) => SortKey) | undefined>(list.sortKeys ?? {});
  return { ...Object.fromEntries(sortKeys.map(([field, keyOf]) => [sortKeyOf(field), keyOf])), ...derived };
}

/**
 * Returns a function that makes a record from its stored form. A value that the stored form lacks is null, and a list is
 * empty: the record is older than the field.
 */
export function reading<State extends RecordState>(model: RecordModel<State>): (stored: Stored<State>) => State {
  const computed = Object.keys(keysOf(model));
  const fields = storedFields(model.fields);
  const [single, lists] = [
    fields.filter(([, one]) => SINGLE.has(one)),
    fields.filter(([, one]) => Array.isArray(one) || one === Array),
  ];
  return (stored) => {
    const { _id, searchText: _, ...others } = stored;
    const values = others as Record<string, unknown>;
    for (const name of computed) delete values[name];
    for (const [name] of single) values[name] ??= null;
    for (const [name] of lists) values[name] ??= [];
    return { id: _id, ...values } as unknown as State;
  };
}

const SINGLE: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date]);

/** Returns a function that makes the stored form of a record. */
export function storing<State extends RecordState>(model: RecordModel<State>): (state: State) => Stored<State> {
  const { searches } = model.list;
  const own = storedFields(model.fields).map(([name]) => name as keyof State & string);
  const keys = Object.entries(keysOf(model));
  return (state) => {
    const { id, orgId, createdAt, updatedAt, revision } = state;
    const stored: Record<string, unknown> = { _id: id, orgId };
    for (const name of own) stored[name] = state[name];
    for (const [name, keyOf] of keys) stored[name] = keyOf?.(state);
    if (searches) stored.searchText = searchTextIn(state, searches);
    return Object.assign(stored, { createdAt, updatedAt, revision }) as unknown as Stored<State>;
  };
}

const storedFields = (fields: object) => Object.entries(fields).filter(([, declared]) => declared !== LOOKED_UP);
