import { z } from 'zod';
import { ListQuery, list, MAX_IMPORT, RecordRequest } from './contract.ts';
import { type Fields, type PlainFields, plainOf, type StoredFields, storedOf } from './fields.contract.ts';

/** A move of a record from one status to another (decisions 4). */
interface Move {
  from: readonly string[];
  to: string;
  /** The last word of its event: `confirmed`. */
  event: string;
  /** The cause of the move, where it is not a caller: `delivery notes`. */
  by?: string;
}

export type Moves = Readonly<Record<string, Move>>;

/** decisions 4: Client, supplier, style, material. */
export const archivableMoves = {
  archive: { from: ['active'], to: 'archived', event: 'archived' },
  restore: { from: ['archived'], to: 'active', event: 'restored' },
} as const satisfies Moves;

/** The names of a resource. Scopes, sections of the API reference, events and who may read them follow from it. */
export interface Named {
  /** The first word of its events, and of references to it: `purchase_order`. */
  name: string;
  /** Its name in messages: `Sales order`. */
  title: string;
  /** Its name in the scopes of API keys: `purchase_orders`. */
  scope: string;
  /** The section of the API reference, and what it is about. */
  section: string;
  about: string;
  /** The service that owns it, and the stem of its rpcs: `Order` for `OrderService`, `CreateOrder`, `ListOrders`. */
  service: 'product' | 'finance' | 'notification';
  message: string;
  /** The lowest role that may read it (interface: Roles). */
  reader: 'client' | 'staff' | 'admin';
}

/** A resource with operations of its own alone: names, and the data of each event (decisions 5: Event names). */
export interface Special extends Named {
  events: Readonly<Record<string, z.ZodObject>>;
  /** State diagram in docs/states.md: what has the status, and its moves. */
  states?: { of: string; moves: Moves };
}

/**
 * The declaration of a resource with the standard operations: list, create, read, change, delete, moves, and import. The
 * gateway's routes, the requests of its rpcs, its events, its state diagram and the tests that walk all resources follow
 * from it.
 */
export interface Declaration extends Named {
  /** `Sales orders`. */
  plural: string;
  /** The path below `/api/v1/`. */
  path: string;
  /** The field of a create's request that holds the input. */
  field: string;
  fields: Fields;
  record: z.ZodObject;
  input: z.ZodObject;
  patch: z.ZodObject;
  /** The list's filters, sorts and the fields that `search` looks at (decisions 6). */
  filters: z.ZodRawShape;
  sorts: readonly string[];
  searches?: readonly string[];
  moves: Moves;
  /** Data of the event of a delete, where it is not the record. */
  deletion?: z.ZodObject;
  /** The field of an import's request that holds its lines; absent: there is no import. */
  imports?: string;
}

export type Resource<D extends Declaration = Declaration> = D & {
  plain: PlainFields<D['fields']>;
  stored: StoredFields<D['fields']>;
  requests: Requests<D>;
  events: Omit<EventsOf<D['name'], D['moves'], D['record']>, `${D['name']}.deleted`> & {
    [Deleted in `${D['name']}.deleted`]: D['deletion'] extends z.ZodObject ? D['deletion'] : D['record'];
  };
};

/** The messages of the standard rpcs. */
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

export function resource<const D extends Declaration>(declaration: D): Resource<D> {
  const { field, fields, input, patch, filters, imports, name, moves, record, deletion = record } = declaration;
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
    requests: requests as unknown as Requests<D>,
    events: { ...eventsOf(name, moves, record), [`${name}.deleted`]: deletion },
  } as unknown as Resource<D>;
}

/** New values of a change; null where a field is to be cleared. */
export type Changes<R extends { patch: z.ZodObject }> = {
  [Name in keyof z.output<R['patch']>]?: z.output<R['patch']>[Name] | null;
};

type Verb<M extends Moves> = 'created' | 'updated' | 'deleted' | M[keyof M]['event'];
type EventsOf<Name extends string, M extends Moves, Data> = Record<`${Name}.${Verb<M>}`, Data>;

/** The events of a record's life, each with the record as data (decisions 5: Event names). */
function eventsOf<Name extends string, M extends Moves, Data>(
  name: Name,
  moves: M,
  data: Data,
): EventsOf<Name, M, Data> {
  const verbs = new Set(['created', 'updated', ...Object.values(moves).map(({ event }) => event), 'deleted']);
  return Object.fromEntries([...verbs].map((verb) => [`${name}.${verb}`, data])) as EventsOf<Name, M, Data>;
}
