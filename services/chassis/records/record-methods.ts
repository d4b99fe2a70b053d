import { z } from 'zod';
import { TimeSlices } from '../concurrency/time-slices.ts';
import { AppError, invalidField, notFound } from '../domain/errors.ts';
import type { Decision, RecordState, View } from '../domain/record.ts';
import type { Access, Call, Principal, Role } from '../rpc/context.ts';
import { listUnary, type UnaryMethod, unary } from '../rpc/endpoint.ts';
import type { Transaction, Writer } from '../unit-of-work/write.ts';
import { type Answered, commandOf, NOT_WRITTEN, replyOf } from './command.ts';
import { type ListTotals, noTotals } from './list-totals.ts';
import type { Recorded, RecordKey, RecordQuery, Records, Restriction } from './records.ts';

/** Number of records that an import holds at a time. */
const PART = 250;

/** The standard rpcs of a resource's service, each with the access that it needs (interface: Roles, decisions 3). */
export interface RecordMethods<State extends RecordState, Shown = View<State>> {
  /** `make` runs once, before the transaction. */
  create<Schema extends z.ZodType>(
    schema: Schema,
    make: (request: z.output<Schema>, call: Call) => Decision<State>,
  ): Replies<Shown>;
  get(options?: { peers?: readonly string[] }): Replies<Shown>;
  /** For the resource's own rpcs that read. Errors: not_found, also for a record that the caller may not see. */
  visible(id: string, call: Call): Promise<State>;
  /** `filtersOf`: the filters as values or conditions of stored fields. Default: as they are sent. */
  list<Schema extends z.ZodType<{ query: RecordQuery }>>(
    schema: Schema,
    filtersOf?: (sent: Omit<z.output<Schema>, 'query'>, call: Call) => Promise<object>,
  ): UnaryMethod<{ data: Shown[]; total: number; next?: string; totals: ListTotals | null }>;
  /** `changes` has the fields that change; null clears a field. */
  update<Changes, Schema extends z.ZodType<UpdateRequest>>(
    schema: Schema,
    change: (before: State, changes: Changes, now: Date) => Decision<State>,
  ): Replies<Shown>;
  delete(remove: (before: State, tx: Transaction) => Decision<State>): UnaryMethod<Deleted>;
  /** `access`: default that of moves without an action of their own. */
  move(change: (before: State, now: Date) => Decision<State>, access?: Access): Replies<Shown>;
  import<Schema extends z.ZodType>(
    schema: Schema,
    options: ImportOptions<State, Schema>,
  ): UnaryMethod<{ created: number } & Answered>;
  /** The access that each kind of call needs. */
  access: Record<'create' | 'read' | 'update' | 'write' | 'delete', Access>;
}

/** Options of an import. Its list is decoded in parts. */
interface ImportOptions<State extends RecordState, Schema extends z.ZodType> {
  /** Maximum number of records in an import. */
  max: number;
  /** Number of records that are decoded at a time. Default: 250. */
  part?: number;
  /** Takes document numbers, for a resource that has them. */
  numbers?(count: number, call: Call): Promise<string[]>;
  /**
   * Makes the records in the transaction; runs again after a lost race. Each batch that it yields is written before it
   * continues. `parts` can be iterated more than once.
   */
  make(
    parts: Iterable<ImportPart<z.output<Schema>>>,
    tx: Transaction,
  ): Iterable<Decision<State>[]> | AsyncIterable<Decision<State>[]>;
}

interface ImportPart<Request> {
  /** The records of the part. */
  request: Request;
  /** The document numbers of the part's records. */
  numbers: string[];
  /** The position of the part's first record in the list. */
  from: number;
}

type Replies<Shown> = UnaryMethod<Recorded<Shown> & Answered>;

type Deleted = { deletedId: string } & Answered;

interface UpdateRequest {
  id: string;
  patch: object;
  fields: string[];
  expectedRevision?: number | undefined;
}

interface RecordMethodsOptions<State extends RecordState, Shown = View<State>> {
  /**
   * The declaration of the resource: its name in messages, its name in scopes, the lowest role that may read it, and the
   * filters that take several values, separated by commas.
   */
  of: { title: string; scope: string; reader: Role; several?: readonly string[] };
  writer: Writer;
  records: Records<State, Shown>;
  /** The contract's RecordRequest. */
  request: z.ZodType<RecordKey>;
  /** Values that a record must have so that the caller may see it. Default: the caller sees every record. */
  visibleTo?(principal: Principal): Restriction<State>;
  /**
   * Fields that the caller may not see. They are null, also in filters: a filter by such a field finds nothing. Default:
   * none.
   */
  hiddenFrom?(principal: Principal): readonly (keyof NoInfer<Shown>)[];
  /** The records as this caller sees them, in the same order. Reads alone use it. Default: as they are shown to all. */
  shownTo?(records: NoInfer<Shown>[], principal: Principal): Promise<NoInfer<Shown>[]>;
}

export function recordMethods<State extends RecordState, Shown = View<State>>(
  options: RecordMethodsOptions<State, Shown>,
): RecordMethods<State, Shown> {
  const { of, writer, records, request: named, visibleTo = () => ({}), hiddenFrom = () => [] } = options;
  const { shownTo = async (records: Shown[]) => records } = options;
  const { title: resource, scope, reader, several = [] } = of;
  const command = commandOf(writer);
  const access: RecordMethods<State>['access'] = {
    create: { role: 'staff', scope: `create:${scope}` },
    read: { role: reader, scope: `read:${scope}` },
    update: { role: 'staff', scope: `update:${scope}` },
    write: { role: 'staff', scope: `write:${scope}` },
    delete: { role: 'staff', scope: `delete:${scope}` },
  };

  /** `only`: the fields that are shown. Others may be null or empty in the state. */
  async function visible(id: string, { principal }: Call, only: readonly string[] = []): Promise<State> {
    const needed = Object.keys(visibleTo(principal));
    const state = await (only.length === 0
      ? records.get(principal.orgId, id)
      : records.getPart(principal.orgId, id, only, needed));
    if (!fits(state, visibleTo(principal))) throw notFound(resource);
    return state;
  }

  return {
    access,
    visible: (id, call) => visible(id, call),
    create: (schema, make) =>
      unary(
        schema,
        async (request, call) => {
          const decision = make(request, call);
          return replyOf(await writer.create(call, (tx) => records.add(tx, decision)));
        },
        access.create,
      ),
    get: (more = {}) =>
      unary(
        z.intersection(named, ONLY),
        async ({ id, onlyFields }, call) => {
          const state = await visible(id, call, onlyFields);
          const [shown] = await shownTo(
            await records.showAll([state], { orgId: state.orgId }, onlyFields),
            call.principal,
          );
          const record = without(hiddenFrom(call.principal), shown as Shown);
          return { record, revision: state.revision, ...NOT_WRITTEN };
        },
        { ...access.read, ...more },
      ),
    list: (schema, filtersOf = async (sent) => sent) =>
      unary(
        schema,
        async (request, call) => {
          const { principal } = call;
          const { query, ...sent } = request as { query: RecordQuery };
          const filters = await filtersOf(sent as never, call);
          const [asked, hidden] = [severalValues(filters, several) as Restriction<State>, hiddenFrom(principal)];
          const filter = narrowed(asked, visibleTo(principal));
          if (!filter || hidden.some((field) => field in filter)) {
            return { data: [], total: 0, totals: query.totals ? noTotals() : null };
          }
          const page = await records.list(principal.orgId, query, filter, call);
          const shown = await records.showAll(page.data, { orgId: principal.orgId }, query.onlyFields);
          const data = await shownTo(shown, principal);
          return { ...page, data: data.map((record) => without(hidden, record)), totals: page.totals ?? null };
        },
        access.read,
      ),
    update: <Changes, Schema extends z.ZodType<UpdateRequest>>(
      schema: Schema,
      change: (before: State, changes: Changes, now: Date) => Decision<State>,
    ) =>
      command(schema, access.update, async (request, tx) => {
        const before = await records.load(tx, request);
        return records.save(tx, before, change(before, changesOf(request) as Changes, tx.now));
      }),
    delete: (remove) =>
      unary(
        named,
        async (request, call) => {
          const reserve = () => records.reserve(call, request);
          const written = await writer.writeReserved(call, reserve, async (tx, reserved) => {
            const before = await records.load(tx, request, reserved);
            return { deletedId: await records.remove(tx, remove(before, tx), reserved) };
          });
          return replyOf(written);
        },
        access.delete,
      ),
    move: (change, moving = access.write) =>
      command(named, moving, async (request, tx) => {
        const before = await records.load(tx, request);
        return records.save(tx, before, change(before, tx.now));
      }),
    import: (schema, { max, part = PART, numbers, make }) =>
      listUnary(async (list, call) => {
        if (list.length > max) throw invalidField(['body'], `at most ${max} records at once`, list.length);
        const all = (await numbers?.(list.length, call)) ?? [];
        const parts = function* () {
          for (const { request, from, length } of list.parts(schema, part)) {
            yield { request, from, numbers: all.slice(from, from + length) };
          }
        };
        const timeSlices = new TimeSlices();
        const work = async (tx: Transaction) => {
          let created = 0;
          for await (const decisions of make({ [Symbol.iterator]: parts }, tx)) {
            // Stops when the caller's deadline has passed.
            if (Date.now() >= call.deadline) throw tooLate();
            await records.addMany(tx, decisions);
            created += decisions.length;
            await timeSlices.giveWay();
          }
          return created;
        };
        const { value: created, ...answered } = await writer.write(call, work, { takesLong: true });
        return { created, ...answered };
      }, access.create),
  };
}

/** The part of a RecordRequest that only reads take. */
const ONLY = z.object({ onlyFields: z.array(z.string()).optional() });

const tooLate = () => new AppError('deadline_exceeded', 'The records could not all be written in time; none was');

const without = <Shown>(hidden: readonly (keyof Shown)[], record: Shown): Shown =>
  hidden.length === 0 ? record : { ...record, ...Object.fromEntries(hidden.map((field) => [field, null])) };

const allows = (required: unknown, value: unknown): boolean =>
  Array.isArray(required) ? required.includes(value) : required === value;

function fits<State extends RecordState>(state: State, required: Restriction<State>): boolean {
  return (Object.keys(required) as (keyof State)[]).every((field) => allows(required[field], state[field]));
}

/** The requested filter, narrowed to the records that the caller may see; undefined if no record can match both. */
function narrowed<State extends RecordState>(
  asked: Restriction<State>,
  visible: Restriction<State>,
): Restriction<State> | undefined {
  const filter: Restriction<State> = { ...visible };
  for (const [field, value] of Object.entries(asked) as [keyof State, Restriction<State>[keyof State]][]) {
    if (value === undefined) continue;
    const allowed = [value].flat().filter((one) => !(field in visible) || allows(visible[field], one));
    if (allowed.length === 0) return undefined;
    filter[field] = (allowed.length === 1 ? allowed[0] : allowed) as typeof value;
  }
  return filter;
}

/** The filters, with a list of values where the request has them separated by commas. */
const severalValues = (filters: object, several: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(filters).map(([field, value]) => [
      field,
      several.includes(field) && typeof value === 'string' ? [...new Set(value.split(','))] : value,
    ]),
  );

/** The fields that a PATCH names. A field that is absent in `patch` becomes null (docs/adr/0002). */
export function changesOf({ patch, fields }: Pick<UpdateRequest, 'patch' | 'fields'>): Record<string, unknown> {
  const held = patch as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, Object.hasOwn(held, field) ? (held[field] ?? null) : null]));
}
