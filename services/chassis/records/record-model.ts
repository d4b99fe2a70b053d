import { type Connection, type Model, Schema, type SchemaDefinition } from 'mongoose';
import type { RecordState } from '../domain/record.ts';
import { modelOf } from '../mongo/model.ts';

/** How records of one resource are stored and listed. */
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
    filters: readonly Field<State>[];
    /** What `search` looks at; none: there is no search. */
    searches?: readonly Field<State>[];
  };
  /** Fields whose values, where there is one, no two records of an org share. */
  unique?: readonly Field<State>[];
  /** Paths by whose value records are looked up besides. */
  lookUps?: readonly string[];
}

/** Declares a field that is not stored, but looked up for what is read: another record's name. */
export const LOOKED_UP = 'looked up';

type Declaration = NonNullable<SchemaDefinition[string]> | typeof LOOKED_UP;
type Field<State> = keyof State & string;

export type Stored<State extends RecordState> = Omit<State, 'id'> & {
  _id: string;
  /** The searched fields, a line each: search reads an index of it, and documents only that match. */
  searchText?: string;
};

/** The index that a search reads. */
export const searchIndex = { orgId: 1, searchText: 1, _id: 1 } as const;
export type SearchIndex = typeof searchIndex;

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

/** One for each sort, alone and behind each filter; for what changed since a moment; and for search. */
function indexesOf<State extends RecordState>({ list, lookUps = [] }: RecordModel<State>): Record<string, 1>[] {
  const { sorts, filters, searches } = list;
  const looked = lookUps.map((path) => ({ orgId: 1 as const, [path]: 1 as const }));
  const behind = [{}, ...filters.map((filter) => ({ [filter]: 1 as const }))];
  const sorted = behind.flatMap((filter) =>
    sorts.map((sort) => ({ orgId: 1 as const, ...filter, [sort]: 1 as const, _id: 1 as const })),
  );
  return [...sorted, ...looked, { orgId: 1, updatedAt: 1 }, ...(searches ? [searchIndex] : [])];
}

export function toState<State extends RecordState>(stored: Stored<State>): State {
  const { _id, searchText: _, ...fields } = stored;
  return { id: _id, ...fields } as unknown as State;
}

export function toStored<State extends RecordState>({ list, fields }: RecordModel<State>, state: State): Stored<State> {
  const { id, orgId, createdAt, updatedAt, revision } = state;
  const own = storedFields(fields).map(([name]) => [name, state[name as keyof State]]);
  const text = list.searches && { searchText: list.searches.map((field) => state[field] ?? '').join('\n') };
  const stored = { _id: id, orgId, ...Object.fromEntries(own), ...text, createdAt, updatedAt, revision };
  return stored as unknown as Stored<State>;
}

const storedFields = (fields: object) => Object.entries(fields).filter(([, declared]) => declared !== LOOKED_UP);
