import { type Connection, type Model, Schema, type SchemaDefinition } from 'mongoose';
import type { RecordState } from '../domain/record.ts';
import { modelOf } from '../mongo/model.ts';

/** The model of a resource: how its records are stored and listed. */
export interface RecordModel<State extends RecordState> {
  /** `Client`: what messages call it, and the name of its model. */
  resource: string;
  /** Its name in the database. */
  collection: string;
  /** The resource's own fields, as mongoose declares them; times, org and revision come by themselves. */
  fields: { [Field in Exclude<keyof State, keyof RecordState>]-?: Declaration };
  /** The list's fields (decisions 6): it is served from indexes for each filter and sort. */
  list: {
    sorts: readonly Field<State>[];
    /** By what records are sorted where a field's own value does not sort, or is the same in many. */
    sortKeys?: { readonly [Field in keyof State]?: (state: State) => SortKey };
    filters: readonly Field<State>[];
    /** The fields that `search` looks at; absent: there is no search. */
    searches?: readonly Field<State>[];
    /** A record may be megabytes: how large they are is asked before they are read. */
    isWeighed?: true;
  };
  /** Fields whose values, where there is one, no two records of an org share. */
  unique?: readonly Field<State>[];
  /** Stored besides, by its name: what follows from a record, for who looks records up by it. */
  derived?: { readonly [name: string]: (state: State) => SortKey };
  /** Paths by whose value records are looked up besides. */
  lookUps?: readonly string[];
}

/** Declares a field that is not stored, but looked up for what is read: another record's name. */
export const LOOKED_UP = 'looked up';

type SortKey = string | number | null;
type Declaration = NonNullable<SchemaDefinition[string]> | typeof LOOKED_UP;
type Field<State> = keyof State & string;

export type Stored<State extends RecordState> = Omit<State, 'id'> & {
  _id: string;
  /** The searched fields, a line each: search reads an index of it, and documents only that match. */
  searchText?: string;
};

/** The index that a search reads. */
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
    // All texts but the empty one. A look-up by a value is seen to be among them, which it is not with `$type`.
    const options = { unique: true, partialFilterExpression: { [field]: { $gt: '' } } };
    schema.index({ orgId: 1, [field]: 1 }, options);
  }
  return modelOf(connection, resource, schema as unknown as Schema<Stored<State>>);
}

/** The stored field that a list sorted by `field` is sorted by. */
export const sortedBy = <State extends RecordState>({ list }: RecordModel<State>, field: string): string =>
  Object.hasOwn(list.sortKeys ?? {}, field) ? sortKeyOf(field) : field;

const sortKeyOf = (field: string) => `${field}SortKey`;

/**
 * Indexes of a list: one for each sort, alone and behind each filter; one for records that changed since a moment; one
 * for search.
 */
function indexesOf<State extends RecordState>(model: RecordModel<State>): Record<string, 1>[] {
  const { list, lookUps = [] } = model;
  const { sorts, filters, searches } = list;
  const looked = lookUps.map((path) => ({ orgId: 1 as const, [path]: 1 as const }));
  const behind: Record<string, 1>[] = [{}, ...filters.map((filter) => ({ [filter]: 1 as const }))];
  // Behind a filter by itself a sort has but one value.
  const sorted = behind.flatMap((filter) =>
    sorts
      .filter((sort) => !Object.hasOwn(filter, sortedBy(model, sort)))
      .map((sort) => ({ orgId: 1 as const, ...filter, [sortedBy(model, sort)]: 1 as const, _id: 1 as const })),
  );
  return [...sorted, ...looked, { orgId: 1, updatedAt: 1 }, ...(searches ? [searchIndex] : [])];
}

/** The stored fields of a record besides its own, by name. */
function keysOf<State extends RecordState>({ list, derived }: RecordModel<State>) {
  const sortKeys = Object.entries<((state: State) => SortKey) | undefined>(list.sortKeys ?? {});
  return { ...Object.fromEntries(sortKeys.map(([field, keyOf]) => [sortKeyOf(field), keyOf])), ...derived };
}

export function toState<State extends RecordState>(model: RecordModel<State>, stored: Stored<State>): State {
  const { _id, searchText: _, ...fields } = stored;
  for (const name of Object.keys(keysOf(model))) delete (fields as Record<string, unknown>)[name];
  return { id: _id, ...fields } as unknown as State;
}

/** Makes the stored form of a record. */
export function storing<State extends RecordState>(model: RecordModel<State>): (state: State) => Stored<State> {
  const { searches } = model.list;
  const own = storedFields(model.fields).map(([name]) => name as keyof State & string);
  const keys = Object.entries(keysOf(model));
  return (state) => {
    const { id, orgId, createdAt, updatedAt, revision } = state;
    const stored: Record<string, unknown> = { _id: id, orgId };
    for (const name of own) stored[name] = state[name];
    for (const [name, keyOf] of keys) stored[name] = keyOf?.(state);
    if (searches) stored.searchText = searches.map((field) => state[field] ?? '').join('\n');
    return Object.assign(stored, { createdAt, updatedAt, revision }) as unknown as Stored<State>;
  };
}

const storedFields = (fields: object) => Object.entries(fields).filter(([, declared]) => declared !== LOOKED_UP);
