import { z } from 'zod';
import { ListQuery, list, MAX_IMPORT, RecordRequest } from './contract.ts';
import { type Fields, type PlainFields, plainOf, type StoredFields, storedOf } from './fields.contract.ts';
import { severalIn } from './several.contract.ts';

/** A move of a record from one status to another (decisions 4). */
interface Move {
  from: readonly string[];
  to: string;
  /** Last word of the event type: `confirmed` of `order.confirmed`. */
  event: string;
  /** Cause of the move: `delivery notes`; absent: a caller that calls the operation of the same name. */
  by?: string;
}

export type Moves = Readonly<Record<string, Move>>;

/** decisions 4: Client, supplier, style, material. */
export const archivableMoves = {
  archive: { from: ['active'], to: 'archived', event: 'archived' },
  restore: { from: ['archived'], to: 'active', event: 'restored' },
} as const satisfies Moves;

/** The names of a resource. Scopes, API reference sections, events and the roles that read them are derived from it. */
export interface Named {
  /** First word of the event types, and the type of references to the resource: `purchase_order`. */
  name: string;
  /** Name in texts for people: `Sales order`. */
  title: string;
  /** Name in the scopes of API keys: `purchase_orders`. */
  scope: string;
  /** Section of the API reference, and the description of that section. */
  section: string;
  about: string;
  /** Service that owns the resource, and the stem of its rpcs: `Order` for `OrderService`, `CreateOrder`, `ListOrders`. */
  service: 'product' | 'finance' | 'notification';
  message: string;
  /** Lowest role that may read the resource (interface: Roles). */
  reader: 'client' | 'staff' | 'admin';
}

/** A resource without standard operations: its names, and the data of each event (decisions 5: Event names). */
export interface Special extends Named {
  events: Readonly<Record<string, z.ZodObject>>;
  /** For the state diagram in docs/states.md: name of the record that has the status, and the moves. */
  states?: { of: string; moves: Moves };
}

/**
 * The declaration of a resource with the standard operations: list, create, read, change, delete, moves, and import. The
 * routes of the gateway, the requests of the rpcs, the events, the state diagram and the tests of all resources are
 * derived from it.
 */
export interface Declaration extends Named {
  /** Title in the plural: `Sales orders`. */
  plural: string;
  /** Name of the collection in the service's database; absent: the name in scopes. */
  collection?: string;
  /** The path below `/api/v1/`. */
  path: string;
  /** Field of the create request that holds the input. */
  field: string;
  fields: Fields;
  record: z.ZodObject;
  input: z.ZodObject;
  patch: z.ZodObject;
  /** Filters and sort fields of the list, and the fields that `search` searches (decisions 6). */
  filters: z.ZodRawShape;
  sorts: readonly string[];
  /** Dates and amounts of the record. The list is sorted by each of them too, and filtered by ranges of each date. */
  dates?: readonly string[];
  amounts?: readonly string[];
  /** The list has totals: the number of the selected records, and the sums of `amounts` by currency. */
  totals?: true;
  searches?: readonly string[];
  moves: Moves;
  /** Data of the `deleted` event; absent: the record. */
  deletion?: z.ZodObject;
  /** Field of the import request that holds the lines; absent: the resource has no import. */
  imports?: string;
}

export type Resource<D extends Declaration = Declaration> = D & {
  plain: PlainFields<D['fields']>;
  stored: StoredFields<D['fields']>;
  /** Dates that have ranges: those of the declaration, and the times that every record has. */
  ranges: readonly string[];
  /** Dates and amounts that `sorts` does not have. */
  otherSorts: readonly string[];
  /** Filters that take several values: `status=issued,overdue`. */
  several: readonly string[];
  requests: Requests<D>;
  events: Omit<EventsOf<D['name'], D['moves'], D['record']>, `${D['name']}.deleted`> & {
    [Deleted in `${D['name']}.deleted`]: D['deletion'] extends z.ZodObject ? D['deletion'] : D['record'];
  };
};

/** Requests of the standard rpcs. */
interface Requests<D extends Declaration> {
  create: z.ZodObject<{ [Name in D['field']]: D['input'] }, z.core.$strict>;
  update: z.ZodObject<
    (typeof RecordRequest)['shape'] & { patch: D['patch']; fields: z.ZodArray<z.ZodString> },
    z.core.$strict
  >;
  list: z.ZodObject<{ query: typeof ListQuery } & D['filters'], z.core.$strict>;
  import: z.ZodObject<
    { [Name in D['imports'] extends string ? D['imports'] : never]: z.ZodArray<D['input']> },
    z.core.$strict
  >;
}

/** Times that every record has. */
const TIMES = ['createdAt', 'updatedAt'];

export function resource<const D extends Declaration>(declaration: D): Resource<D> {
  const { field, fields, input, patch, filters, imports, name, moves, record, deletion = record } = declaration;
  const { sorts, dates = [], amounts = [] } = declaration;
  const ranges = [...dates, ...TIMES];
  const requests = {
    create: z.strictObject({ [field]: input }),
    update: z.strictObject({ ...RecordRequest.shape, patch, fields: z.array(z.string()) }),
    list: z.strictObject({ query: ListQuery, ...filters }),
    import: z.strictObject(imports === undefined ? {} : { [imports]: list(input, { max: MAX_IMPORT }) }),
  };
  return {
    ...declaration,
    plain: plainOf(fields),
    stored: storedOf(fields),
    ranges,
    otherSorts: [...ranges, ...amounts].filter((one) => !sorts.includes(one)),
    several: severalIn(filters),
    requests: requests as unknown as Requests<D>,
    events: { ...eventsOf(name, moves, record), [`${name}.deleted`]: deletion },
  } as unknown as Resource<D>;
}

/** New values of a change. Null clears the field. */
export type Changes<R extends { patch: z.ZodObject }> = {
  [Name in keyof z.output<R['patch']>]?: z.output<R['patch']>[Name] | null;
};

type Verb<M extends Moves> = 'created' | 'updated' | 'deleted' | M[keyof M]['event'];
type EventsOf<Name extends string, M extends Moves, Data> = Record<`${Name}.${Verb<M>}`, Data>;

/** Schemas of the events of a resource. The data of each event is the record (decisions 5: Event names). */
function eventsOf<Name extends string, M extends Moves, Data>(
  name: Name,
  moves: M,
  data: Data,
): EventsOf<Name, M, Data> {
  const verbs = new Set(['created', 'updated', ...Object.values(moves).map(({ event }) => event), 'deleted']);
  return Object.fromEntries([...verbs].map((verb) => [`${name}.${verb}`, data])) as EventsOf<Name, M, Data>;
}
