import type { ClientSession, Model } from 'mongoose';
import type { Patience } from '../concurrency/fair-semaphore.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { AppError, notFound } from '../domain/errors.ts';
import { checkRevision, type Decision, isNoop, type RecordState, type View, viewOf } from '../domain/record.ts';
import { isDocumentId, namedBy } from '../mongo/document-ids.ts';
import { containing, findPage, type Page, updatedSince } from '../mongo/list.ts';
import { insertMany, replaceOne } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { takenValue } from '../mongo/transaction.ts';
import type { RecordName, References } from '../reference-integrity/references.ts';
import type { RemoteReferences, Settle } from '../reference-integrity/remote-references.ts';
import type { Unit, WriteCall, Writer, Written } from '../unit-of-work/write.ts';
import {
  type RecordModel,
  recordModel,
  type SearchIndex,
  type Stored,
  searchIndex,
  toState,
  toStored,
} from './record-model.ts';
import { recordReader } from './record-reader.ts';
import { inSearchTurn } from './search-concurrency.ts';

export type { ClientSession } from 'mongoose';

/** A record as a write leaves it, and as an Idempotency-Key remembers it. */
export interface Recorded<Shown, More = never> {
  record: Shown;
  revision: number;
  /** What the answer needs besides the record. */
  more?: More;
}

/** Names a record by its id or documentId and, from If-Match, says which revision the caller has seen. */
export interface RecordKey {
  orgId: string;
  id: string;
  expectedRevision?: number | undefined;
}

export interface RecordQuery {
  page: number;
  limit: number;
  sort: string;
  search?: string | undefined;
  updatedSince?: string | undefined;
  after?: string | undefined;
}

/** What is decided at once, or in the write's transaction, by what that sees. Then it may run several times. */
export type Deciding<T> = T | ((session: ClientSession) => Promise<T>);

/** The records of one resource: the only way to read and write them. */
export interface Records<State extends RecordState> {
  /** Errors: conflict for a unique value that is taken, and what the decision throws. */
  create<More = never>(
    call: WriteCall,
    decision: Deciding<Decided<State, More>>,
  ): Promise<Written<Recorded<View<State>, More>>>;
  /**
   * All or none, part by part, of which no two are held at once. Returns how many. `decide` may run several times.
   * Errors: as `create`; deadline_exceeded.
   */
  createMany(call: WriteCall, decide: DecideParts<State>): Promise<Written<number>>;
  /**
   * Loads, decides and saves in one transaction; what changes nothing is neither saved nor told.
   * Errors: not_found, version_mismatch, conflict, upstream_unavailable while it is being deleted, and what `decide` throws.
   */
  update<More = never>(
    call: WriteCall,
    key: RecordKey,
    decide: Decide<State, More>,
  ): Promise<Written<Recorded<View<State>, More>>>;
  /** Returns the id. Errors: not_found, version_mismatch, in_use, and what `decide` throws. */
  delete(call: WriteCall, key: RecordKey, decide: Decide<State>): Promise<Written<string>>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<State>;
  /** Undefined for none; as `session` sees it. */
  find(orgId: string, id: string, session: ClientSession): Promise<State | undefined>;
  /** Those that exist, by id or documentId, in no order. */
  findMany(orgId: string, ids: readonly string[], session?: ClientSession): Promise<State[]>;
  /**
   * `filter`: values that fields must have; undefined is none. Searches take turns by org. Errors: rate_limited when too many
   * of the org wait, deadline_exceeded when the patience ends before the turn.
   */
  list(orgId: string, query: RecordQuery, filter?: Filter<State>, patience?: Patience): Promise<Page<State>>;
}

export type DecideParts<State extends RecordState> = (session: ClientSession) => AsyncIterable<Decision<State>[]>;

export type Decide<State extends RecordState, More = never> = (
  before: State,
  session: ClientSession,
) => Decided<State, More> | Promise<Decided<State, More>>;

type Decided<State extends RecordState, More> = Decision<State> & { more?: More };

export type Filter<State> = { [Field in keyof State]?: State[Field] | undefined };

export interface RecordsOptions<State extends RecordState> extends RecordModel<State> {
  store: Store;
  writer: Writer;
  /** For a resource that others refer to, or that refers to others. */
  references?: ReferenceRules<State>;
  /** For a list whose search looks at other records too: the filter of those that hold `text`. */
  holding?(orgId: string, text: string): Promise<Record<string, unknown>>;
  /** Gives what was read its looked up fields, in the same order. */
  complete?(states: State[], session?: ClientSession): Promise<State[]>;
}

export interface ReferenceRules<State extends RecordState> {
  references: References;
  /** The resource's word in references: `style`. A record is deleted only when nothing refers to it. */
  kind: string;
  /** How a record is named to those who ask what refers to something. */
  nameOf(state: State): { name: string; status: string };
  /** What a record refers to; none: nothing. */
  targetsOf?(state: State): RecordName[];
  /** Its parts that may refer to it, and go with it. */
  partsOf?(state: State): RecordName[];
  /** Who else may refer to a record, and is asked before it goes. */
  remote?: RemoteReferences;
}

/** What a repository of the service's database stands on. */
export type RecordStore = Pick<RecordsOptions<RecordState>, 'store' | 'writer'> &
  Pick<ReferenceRules<RecordState>, 'references' | 'remote'>;

export function openRecords<State extends RecordState>(options: RecordsOptions<State>): Records<State> {
  const { store, writer, resource, collection, references, complete = async (states) => states } = options;
  const model = recordModel(store.connection, options);
  const stored = (state: State) => toStored(options, state);
  const byId = recordReader(model);
  const byDocumentId = recordReader(model, 'documentId');
  const numbered = 'documentId' in options.fields;
  const taken = (error: unknown) => refuseTaken(error, options);
  const turns = new KeyedMutex();

  /** What a search asks of a record, and the index that it reads; nothing of a list that does not search. */
  async function searching(
    orgId: string,
    text: string,
  ): Promise<{ filter: Record<string, unknown>; hint?: SearchIndex }> {
    if (options.holding) return { filter: await options.holding(orgId, text) };
    if (!options.list.searches) return { filter: {} };
    return { filter: containing(text, ['searchText']), hint: searchIndex };
  }

  const statesOf = (found: Stored<State>[], session?: ClientSession) => complete(found.map(toState), session);

  const keyOf = (orgId: string, id: string) =>
    numbered && isDocumentId(id) ? { orgId, documentId: id } : { orgId, _id: id };

  const keysOf = (orgId: string, keys: readonly string[]) =>
    numbered ? namedBy(orgId, keys) : { orgId, _id: { $in: keys } };

  async function find(orgId: string, id: string, session: ClientSession): Promise<State | undefined> {
    const found = await model
      .findOne(keyOf(orgId, id) as never)
      .session(session)
      .lean();
    return found ? (await statesOf([found as Stored<State>], session))[0] : undefined;
  }

  async function load({ orgId, id, expectedRevision }: RecordKey, session: ClientSession): Promise<State> {
    const state = await find(orgId, id, session);
    if (!state) throw notFound(resource);
    checkRevision(resource, state, expectedRevision);
    return state;
  }

  async function get(orgId: string, id: string): Promise<State> {
    const read = numbered && isDocumentId(id) ? byDocumentId : byId;
    const found = await read({ orgId, id });
    const [state] = found ? await statesOf([found]) : [];
    if (!state) throw notFound(resource);
    return state;
  }

  /** One for each record, whichever of its names a caller uses. */
  async function turnOf({ orgId, id }: RecordKey): Promise<string> {
    const found = numbered && isDocumentId(id) ? await byDocumentId({ orgId, id }) : undefined;
    return `${orgId}:${found?._id ?? id}`;
  }

  async function add(unit: Unit, decisions: Decision<State>[]): Promise<void> {
    await insertMany(
      model,
      decisions.map(({ state }) => stored(state)),
      unit.session,
    );
    await refer(
      references,
      unit.session,
      decisions.map(({ state }) => state),
      { fresh: true },
    );
    for (const { event } of decisions) unit.emit(event);
    unit.count(collection, decisions.length);
  }

  async function list(
    orgId: string,
    { search, updatedSince: since, ...paging }: RecordQuery,
    filter: Filter<State>,
    patience: Patience,
  ): Promise<Page<State>> {
    const searched = search ? await searching(orgId, search) : { filter: {} };
    const narrowing = { ...storedFilter(filter), ...updatedSince(since), ...searched.filter };
    const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
    const asked = { ...paging, filter: { orgId, ...narrowing }, total, hint: searched.hint } as const;
    const page = await findPage(model as never, asked, patience);
    return { ...page, data: await statesOf(page.data as Stored<State>[]) };
  }

  return {
    async create(call, decision) {
      if (typeof decision !== 'function' && !refersToAny(references, decision.state)) {
        return insertAlone(writer, call, model, stored, decision, collection).catch(taken);
      }
      const work = async (unit: Unit) => {
        const { state, event, more } = await decided(decision, unit.session);
        await refer(references, unit.session, [state], { fresh: true });
        unit.emit(event);
        unit.count(collection, 1);
        return { value: recorded(state, more), documents: [stored(state)] };
      };
      return writer.insertWithin(call, model, work).catch(taken);
    },
    createMany: (call, decide) =>
      writer
        .write(call, async (unit) => {
          // Before a record of it is met by another call with the same key.
          await unit.saveEvents();
          let count = 0;
          for await (const decisions of decide(unit.session)) {
            // What nobody waits for any more would go on for as long as it likes.
            if (Date.now() >= call.deadline) throw tooLate();
            await add(unit, decisions);
            await unit.saveEvents();
            count += decisions.length;
          }
          return count;
        })
        .catch(taken),
    update: (call, key, decide) => {
      const work = async (unit: Unit) => {
        const before = await load(key, unit.session);
        await refuseWhileDeleted(references, unit.session, before, resource);
        const { state, event, more } = await decide(before, unit.session);
        if (isNoop(event)) return recorded(before, more);
        await replaceOne(model, stored(state), { orgId: state.orgId }, unit);
        await refer(references, unit.session, [state]);
        unit.emit(event);
        return recorded(state, more);
      };
      return turnOf(key)
        .then((turn) => turns.take(turn, call.deadline, () => writer.write(call, work)))
        .catch(taken);
    },
    async delete(call, key, decide) {
      const remove = (settle?: Settle) =>
        writer.write(call, async (unit) => {
          const { state, event } = await decide(await load(key, unit.session), unit.session);
          await settle?.(unit.session);
          await release(references, unit.session, state, resource);
          await model.deleteOne({ _id: state.id, orgId: state.orgId } as never, { session: unit.session });
          unit.emit(event);
          unit.count(collection, -1);
          return state.id;
        });
      if (!references?.remote) return remove();
      const state = await get(key.orgId, key.id);
      checkRevision(resource, state, key.expectedRevision);
      const target = targetOf(references, state);
      // Nobody is asked for what is known to stay.
      await references.references.refuseIfReferred(key.orgId, target, resource, references.partsOf?.(state));
      const departure = { call, orgId: state.orgId, name: target, targets: [target], resource };
      return references.remote.released(departure, remove);
    },
    get,
    find,
    async findMany(orgId, ids, session) {
      if (ids.length === 0) return [];
      const found = await model.find(keysOf(orgId, ids) as never, null, session ? { session } : {}).lean();
      return statesOf(found as Stored<State>[], session);
    },
    list: (orgId, query, filter = {}, patience = { deadline: Date.now() + SEARCH_PATIENCE }) =>
      inSearchTurn(orgId, query, patience, () => list(orgId, query, filter, patience)),
  };
}

/** Milliseconds, for who has no deadline. */
const SEARCH_PATIENCE = 8_000;

const tooLate = () => new AppError('deadline_exceeded', 'The records could not all be written in time; none was');

/** Of a record that refers to nothing: it shares a transaction with others that wait. */
function insertAlone<State extends RecordState>(
  writer: Writer,
  call: WriteCall,
  model: Model<Stored<State>>,
  stored: (state: State) => Stored<State>,
  { state, event }: Decision<State>,
  collection: string,
): Promise<Written<Recorded<View<State>>>> {
  return writer.insert(call, model, (effects) => {
    effects.emit(event);
    effects.count(collection, 1);
    return { value: recorded(state), documents: [stored(state)] };
  });
}

const recorded = <State extends RecordState, More = never>(state: State, more?: More): Recorded<View<State>, More> => ({
  record: viewOf(state),
  revision: state.revision,
  ...(more !== undefined && { more }),
});

const decided = async <T>(decision: Deciding<T>, session: ClientSession): Promise<T> =>
  typeof decision === 'function' ? (decision as (session: ClientSession) => Promise<T>)(session) : decision;

function storedFilter(filter: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [field === 'id' ? '_id' : field, value]));
}

function refuseTaken(
  error: unknown,
  { resource, unique = [] }: { resource: string; unique?: readonly string[] },
): never {
  const taken = takenValue(error, unique);
  if (!taken) throw error;
  const message = `${resource} with ${taken.field} ${taken.value} exists already`;
  throw new AppError('conflict', message, { cause: error });
}

type Rules<State extends RecordState> = ReferenceRules<State> | undefined;

const refersToAny = <State extends RecordState>(rules: Rules<State>, state: State): boolean =>
  (rules?.targetsOf?.(state).length ?? 0) > 0;

const targetOf = <State extends RecordState>({ kind }: ReferenceRules<State>, { id }: State): RecordName =>
  `${kind}:${id}`;

async function refer<State extends RecordState>(
  rules: Rules<State>,
  session: ClientSession,
  states: State[],
  options: { fresh?: boolean } = {},
): Promise<void> {
  if (!rules?.targetsOf) return;
  const { kind, nameOf, targetsOf, references } = rules;
  const sources = states.map((state) => ({
    orgId: state.orgId,
    record: `${kind}:${state.id}` as const,
    kind,
    ...nameOf(state),
    createdAt: state.createdAt,
    targets: targetsOf(state),
  }));
  await references.set(session, sources, options);
}

async function refuseWhileDeleted<State extends RecordState>(
  rules: Rules<State>,
  session: ClientSession,
  state: State,
  resource: string,
): Promise<void> {
  if (!rules?.remote) return;
  await rules.remote.refuseWhileDeleted(session, state.orgId, targetOf(rules, state), resource);
}

async function release<State extends RecordState>(
  rules: Rules<State>,
  session: ClientSession,
  state: State,
  resource: string,
): Promise<void> {
  if (!rules) return;
  const { references } = rules;
  await references.refuseWhileReferred(session, state.orgId, [targetOf(rules, state)], resource);
  await refer({ ...rules, targetsOf: rules.targetsOf && (() => []) } as ReferenceRules<State>, session, [state]);
}
