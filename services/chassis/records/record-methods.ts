import type { ClientSession } from 'mongoose';
import type { z } from 'zod';
import { Pace } from '../concurrency/pace.ts';
import { invalidField, notFound } from '../domain/errors.ts';
import type { Decision, RecordState, View } from '../domain/record.ts';
import { viewOf } from '../domain/record.ts';
import type { Call } from '../rpc/call.ts';
import type { Principal, Role } from '../rpc/context.ts';
import { listUnary, type UnaryMethod, unary } from '../rpc/unary.ts';
import type { Written } from '../unit-of-work/write.ts';
import type { Deciding, Filter, Recorded, RecordKey, RecordQuery, Records } from './records.ts';

/** The standard rpcs of a resource's service, each with the access that it asks for (interface: Roles, decisions 3). */
export interface RecordMethods<State extends RecordState> {
  create<Schema extends z.ZodType>(schema: Schema, decide: Deciders<Schema, Deciding<Decision<State>>>): Replies<State>;
  get(options?: { peers?: readonly string[] }): Replies<State>;
  list<Schema extends z.ZodType<{ query: RecordQuery }>>(
    schema: Schema,
  ): UnaryMethod<{ data: View<State>[]; total: number; next?: string }>;
  /** `changes` holds the fields that change; null is cleared. */
  update<Changes, Schema extends z.ZodType<UpdateRequest>>(
    schema: Schema,
    decide: (before: State, changes: Changes, call: Call, session: ClientSession) => DecisionOrPromise<State>,
  ): Replies<State>;
  delete(decide: (before: State) => Decision<State>): UnaryMethod<Deleted>;
  move(decide: (before: State, now: Date) => Decision<State>): Replies<State>;
  import<Schema extends z.ZodType>(
    schema: Schema,
    options: ImportOptions<State, Schema>,
  ): UnaryMethod<{ created: number } & Answered>;
}

/** How records are made of a list that is read in parts. */
export interface ImportOptions<State extends RecordState, Schema extends z.ZodType> {
  /** Records in all. */
  max: number;
  /** Records of a part. Default: 250. */
  part?: number;
  /** Document numbers, for a resource that has them. */
  numbers?(count: number, call: Call): Promise<string[]>;
  /** In the transaction, and again when that has lost a race. What it yields is written before it goes on. */
  decide(
    parts: Iterable<ImportPart<z.output<Schema>>>,
    call: Call,
    session: ClientSession,
  ): Iterable<Decision<State>[]> | AsyncIterable<Decision<State>[]>;
}

export interface ImportPart<Request> {
  /** Its records. */
  request: Request;
  /** Of its records. */
  numbers: string[];
  /** The place of its first record in the list. */
  from: number;
}

type DecisionOrPromise<State extends RecordState> = Decision<State> | Promise<Decision<State>>;
type Deciders<Schema extends z.ZodType, Result> = (request: z.output<Schema>, call: Call) => Result | Promise<Result>;
type Replies<State extends RecordState> = UnaryMethod<Recorded<View<State>> & Answered>;

interface Answered {
  eventId: string;
  replayed: boolean;
}

type Deleted = { deletedId: string } & Answered;

interface UpdateRequest {
  id: string;
  patch: object;
  fields: string[];
  expectedRevision?: number | undefined;
}

interface NamedRecord {
  id: string;
  expectedRevision?: number | undefined;
}

export interface RecordMethodsOptions<State extends RecordState> {
  /** What messages call it: `Client`. */
  resource: string;
  /** Its name in scopes: `clients`. */
  scope: string;
  /** The least role that may read; all else is for staff. */
  reader?: Role;
  records: Records<State>;
  /** The contract's RecordRequest. */
  request: z.ZodType<NamedRecord>;
  /** Values that a record must have for the caller to see it; absent: every one. */
  visibleTo?(principal: Principal): Filter<State>;
}

export function recordMethods<State extends RecordState>(options: RecordMethodsOptions<State>): RecordMethods<State> {
  const { resource, scope, reader = 'staff', records, request: named, visibleTo = () => ({}) } = options;
  const reading = { role: reader, scope: `read:${scope}` } as const;
  const staff = <Action extends 'create' | 'update' | 'write' | 'delete'>(action: Action) =>
    ({ role: 'staff', scope: `${action}:${scope}` }) as const;

  return {
    create: (schema, decide) =>
      unary(
        schema,
        async (request, call) => replyOf(await records.create(call, await decide(request, call))),
        staff('create'),
      ),
    get: (more = {}) =>
      unary(
        named,
        async ({ id }, { principal }) => {
          const state = await records.get(principal.orgId, id);
          if (!fits(state, visibleTo(principal))) throw notFound(resource);
          return { record: viewOf(state), revision: state.revision, eventId: '', replayed: false };
        },
        { ...reading, ...more },
      ),
    list: (schema) =>
      unary(
        schema,
        async (request, call) => {
          const { principal } = call;
          const { query, ...filters } = request as { query: RecordQuery };
          const [asked, visible] = [filters as Filter<State>, visibleTo(principal)];
          if (!mayMeet(asked, visible)) return { data: [], total: 0 };
          const page = await records.list(principal.orgId, query, { ...asked, ...visible }, call);
          return { ...page, data: page.data.map(viewOf) };
        },
        reading,
      ),
    update: <Changes, Schema extends z.ZodType<UpdateRequest>>(
      schema: Schema,
      decide: (before: State, changes: Changes, call: Call, session: ClientSession) => DecisionOrPromise<State>,
    ) =>
      unary(
        schema,
        async (request, call) => {
          const changes = changesOf(request) as Changes;
          const key = keyOf(request, call);
          return replyOf(await records.update(call, key, (before, session) => decide(before, changes, call, session)));
        },
        staff('update'),
      ),
    delete: (decide) =>
      unary(
        named,
        async (request, call) => {
          const { value, ...written } = await records.delete(call, keyOf(request, call), decide);
          return { deletedId: value, ...written };
        },
        staff('delete'),
      ),
    move: (decide) =>
      unary(
        named,
        async (request, call) =>
          replyOf(await records.update(call, keyOf(request, call), (before) => decide(before, call.now))),
        staff('write'),
      ),
    import: (schema, { max, part = PART, numbers, decide }) =>
      listUnary(async (list, call) => {
        if (list.length > max) throw invalidField(['body'], `at most ${max} records at once`, list.length);
        const all = (await numbers?.(list.length, call)) ?? [];
        const pace = new Pace();
        const parts = function* () {
          for (const { request, from, length } of list.parts(schema, part)) {
            yield { request, from, numbers: all.slice(from, from + length) };
          }
        };
        const { value, ...written } = await records.createMany(call, async function* (session) {
          for await (const decisions of decide(parts(), call, session)) {
            yield decisions;
            await pace.breathe();
          }
        });
        return { created: value, ...written };
      }, staff('create')),
  };
}

/** Records that an import holds at once. */
const PART = 250;

/** Names the record of a request in the caller's org. */
export function keyOf({ id, expectedRevision }: NamedRecord, { principal }: Call): RecordKey {
  return { orgId: principal.orgId, id, expectedRevision };
}

export function replyOf<Shown>({ value, eventId, replayed }: Written<Recorded<Shown>>) {
  return { ...value, eventId, replayed };
}

/** The fields that a PATCH names; one that the patch does not hold is null (docs/adr/0002). */
export function changesOf({ patch, fields }: Pick<UpdateRequest, 'patch' | 'fields'>): Record<string, unknown> {
  const held = patch as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, Object.hasOwn(held, field) ? (held[field] ?? null) : null]));
}

function fits<State extends RecordState>(state: State, required: Filter<State>): boolean {
  return (Object.keys(required) as (keyof State)[]).every((field) => state[field] === required[field]);
}

/** Whether a record can have both what is asked for and what the caller may see. */
function mayMeet<State extends RecordState>(asked: Filter<State>, visible: Filter<State>): boolean {
  const fields = Object.keys(visible) as (keyof State)[];
  return fields.every((field) => asked[field] === undefined || asked[field] === visible[field]);
}
