import type { ClientSession } from 'mongoose';
import type { WaitLimit } from '../concurrency/fair-queue.ts';
import { AppError, notFound } from '../domain/errors.ts';
import { folded } from '../domain/folded-text.ts';
import { checkRevision, type Decision, isNoop, type RecordState, type View, viewOf } from '../domain/record.ts';
import { isDocumentId, namedBy } from '../mongo/document-ids.ts';
import { findPage, type Page } from '../mongo/list.ts';
import type { Store } from '../mongo/mongo.ts';
import { refusedValue } from '../mongo/transaction.ts';
import {
  NOTHING_RESERVED,
  type RecordName,
  type References,
  type RemoteReferences,
  type Reserved,
} from '../reference-integrity/references.ts';
import type { Call } from '../rpc/context.ts';
import type { ReadScope, SharedTransaction, Transaction, WriteCall } from '../unit-of-work/write.ts';
import { type DateRange, inRanges } from './date-ranges.ts';
import { type ListTotals, totalsOf } from './list-totals.ts';
import { type NamesBeside, NO_NAMES_BESIDE } from './names-beside.ts';
import { type RecordModel, reading, recordModel, type Stored, sortedBy, storing } from './record-model.ts';
import { type Composition, partsOf, type RecordPart } from './record-part.ts';
import { recordReader } from './record-reader.ts';
import { type RecordKey, recordWrites } from './record-writes.ts';
import { inSearchTurn, type SearchedBesides, searchFilter } from './search.ts';

export type { ClientSession } from 'mongoose';
export type { RecordKey } from './record-writes.ts';

/** A record after a write. An Idempotency-Key stores it. */
export interface Recorded<Shown> {
  record: Shown;
  revision: number;
}

export interface RecordQuery {
  page: number;
  limit: number;
  sort: string;
  search?: string | undefined;
  updatedSince?: string | undefined;
  after?: string | undefined;
  ranges?: readonly DateRange[] | undefined;
  /** The fields that are shown. Others may be null or empty in the records of the page. Default: all. */
  onlyFields?: readonly string[] | undefined;
  /** Also the totals of all selected records. */
  totals?: boolean | undefined;
}

/** A page of a list, with the totals if they were asked for. */
export interface ListPage<State> extends Page<State> {
  totals?: ListTotals;
}

/** The records of one resource: the only way to read and write them. */
export interface Records<State extends RecordState, Shown = View<State>> {
  /** Like `lock` of RecordWrites. `id` may be a documentId. */
  lock(tx: Transaction, key: RecordKey): Promise<string>;
  /**
   * Like `load` of RecordWrites. `id` may be a documentId. Only the record's own delete passes `reserved`. Further
   * errors: upstream_unavailable while the record is being deleted, unless `reserved` is given.
   */
  load(tx: Transaction, key: RecordKey, reserved?: Reserved): Promise<State>;
  /**
   * Adds a new record. Errors: conflict if it refers to a record that is being deleted; conflict for a unique value
   * that is taken, when the transaction ends.
   */
  add(tx: SharedTransaction, decision: Decision<State>): Promise<Recorded<Shown>>;
  /** Adds new records. Errors: as `add`. */
  addMany(tx: SharedTransaction, decisions: readonly Decision<State>[]): Promise<void>;
  /**
   * Saves a decision. If it changes nothing, nothing is written, and no event is emitted. Errors: conflict for a unique
   * value that is taken.
   */
  save(tx: Transaction, before: State, decision: Decision<State>): Promise<Recorded<Shown>>;
  /**
   * Deletes a record. Returns its id. Errors: in_use; upstream_unavailable if the reservation was withdrawn meanwhile.
   */
  remove(tx: Transaction, decision: Decision<State>, reserved: Reserved): Promise<string>;
  /**
   * Must be called before a delete: reserves the record at the other services whose records may refer to it. Errors:
   * not_found, version_mismatch, in_use, upstream_unavailable.
   */
  reserve(call: WriteCall & Pick<Call, 'principal'>, key: RecordKey): Promise<Reserved>;
  /** The record as callers see it, without the names beside its ids. */
  show(state: State): Shown;
  /**
   * Records of one org as callers see them, with the names beside their ids. Keeps their order. `onlyFields`: the fields
   * that are shown. The result may have more fields.
   */
  showAll(states: readonly State[], scope: ReadScope, onlyFields?: readonly string[]): Promise<Shown[]>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<State>;
  /** A record for an answer that shows only these fields. `also`: further fields to read. Errors: not_found. */
  getPart(orgId: string, id: string, onlyFields: readonly string[], also?: readonly string[]): Promise<State>;
  /** Undefined if there is no such record. */
  find(scope: ReadScope, id: string): Promise<State | undefined>;
  /** The existing records with these ids or documentIds, in any order. */
  findMany(scope: ReadScope, ids: readonly string[]): Promise<State[]>;
  /**
   * A page of the list. `filter`: values that fields must have; an undefined value is ignored. Orgs take turns with
   * searches. Errors: rate_limited when too many searches of the org wait; deadline_exceeded when the deadline passes
   * before the turn; the errors of `totalsOf`.
   */
  list(
    orgId: string,
    query: RecordQuery,
    filter?: Filter<State> | Restriction<State>,
    waitLimit?: WaitLimit,
  ): Promise<ListPage<State>>;
}

export type Filter<State> = { [Field in keyof State]?: State[Field] | undefined };

/** Values that fields must have. A list allows each of its values. */
export type Restriction<State> = { [Field in keyof State]?: State[Field] | readonly State[Field][] };

export interface RecordsOptions<State extends RecordState, Shown = View<State>>
  extends RecordModel<State>,
    Composition,
    SearchedBesides {
  store: Store;
  /** For a resource whose records have references, or are their targets. */
  references?: ReferenceRules<State>;
  /** The record as callers see it. Default: all of it. */
  show?(state: State): Shown;
  /** The names beside the ids, in answers and events. Default: none. */
  names?: NamesBeside;
  /** Adds the looked-up fields to records that were read. Returns the records in the same order. */
  complete?(states: State[], session?: ClientSession): Promise<State[]>;
}

export interface ReferenceRules<State extends RecordState> {
  references: References;
  /** The resource's kind in references: `style`. A record can only be deleted if no other record refers to it. */
  kind: string;
  /** Name and status of a record, for a refusal to delete one of its targets. */
  nameOf(state: State): { name: string; status: string };
  /** The records that a record refers to; absent: none. */
  targetsOf?(state: State): RecordName[];
  /** The record's parts. They may refer to it, and are deleted with it. */
  partsOf?(state: State): RecordName[];
  /** Other services whose records may refer to a record. They are asked before it is deleted. */
  remote?: RemoteReferences;
}

/** The parts that a repository of the service needs. */
export type RecordStore = Pick<RecordsOptions<RecordState>, 'store'> &
  Pick<ReferenceRules<RecordState>, 'references' | 'remote'>;

export function openRecords<State extends RecordState, Shown = View<State>>(
  options: RecordsOptions<State, Shown>,
): Records<State, Shown> {
  const { store, resource, references, complete = async (states) => states, show = viewOf as never } = options;
  const { names = NO_NAMES_BESIDE } = options;
  const model = recordModel(store.connection, options);
  const byId = recordReader(model);
  const byDocumentId = recordReader(model, 'documentId');
  const numbered = 'documentId' in options.fields;
  const toState = reading(options);
  const partOf = partsOf(options, options);

  const statesOf = (found: Stored<State>[], session?: ClientSession) => complete(found.map(toState), session);

  const keyOf = (orgId: string, id: string) =>
    numbered && isDocumentId(id) ? { orgId, documentId: id } : { orgId, _id: id };

  const keysOf = (orgId: string, keys: readonly string[]) =>
    numbered ? namedBy(orgId, keys) : { orgId, _id: { $in: keys } };

  async function find(scope: ReadScope, id: string): Promise<State | undefined> {
    const found = await model.findOne(keyOf(scope.orgId, id) as never, null, sessionOf(scope)).lean();
    return found ? (await statesOf([found as Stored<State>], scope.session))[0] : undefined;
  }

  const completed = (found: Stored<State>[], part: RecordPart | undefined) =>
    part && !part.isLookedUp ? found.map(toState) : statesOf(found);

  async function getPart(orgId: string, id: string, onlyFields: readonly string[], also: readonly string[] = []) {
    const part = partOf(onlyFields, also);
    if (!part) return get(orgId, id);
    const found = await model.findOne(keyOf(orgId, id) as never, part.projection).lean();
    const [state] = found ? await completed([found as unknown as Stored<State>], part) : [];
    if (!state) throw notFound(resource);
    return state;
  }

  async function get(orgId: string, id: string): Promise<State> {
    const read = numbered && isDocumentId(id) ? byDocumentId : byId;
    const found = await read({ orgId, id });
    const [state] = found ? await statesOf([found]) : [];
    if (!state) throw notFound(resource);
    return state;
  }

  /**
   * The record, if at the moment only its own parts refer to it. Checked first, so that other services are not asked in
   * vain. If the record has changed since it was read, the referring record may be a new part: the check is repeated.
   * Errors: not_found, version_mismatch, in_use.
   */
  async function unreferred(
    rules: ReferenceRules<State>,
    orgId: string,
    id: string,
    expectedRevision: number | undefined,
  ): Promise<State> {
    const state = await get(orgId, id);
    checkRevision(resource, state, expectedRevision);
    try {
      await rules.references.refuseIfReferred(orgId, targetOf(rules, state), resource, rules.partsOf?.(state));
      return state;
    } catch (error) {
      if (!rules.partsOf || (await get(orgId, id)).revision === state.revision) throw error;
      return unreferred(rules, orgId, id, expectedRevision);
    }
  }

  async function showAll(states: readonly State[], scope: ReadScope, onlyFields?: readonly string[]): Promise<Shown[]> {
    const part = partOf(onlyFields);
    const shown = states.map(show) as object[];
    return (await (part ? names(shown.map(part.pick), scope, part.asked) : names(shown, scope))) as Shown[];
  }

  async function recorded(tx: SharedTransaction, state: State): Promise<Recorded<Shown>> {
    const [record] = await showAll([state], scopeOf(tx, state));
    return { record: record as Shown, revision: state.revision };
  }

  /** The decision with the names beside the ids of its event, and the record as callers see it after the decision. */
  async function told(tx: SharedTransaction, { state, event }: Decision<State>) {
    const { data, previous } = event;
    const parts = [show(state) as object, data, ...(previous ? [previous] : [])];
    const [record, ...named] = await names(parts, scopeOf(tx, state));
    const decision = { state, event: { ...event, ...toldAs(named) } };
    return { decision, recorded: { record: record as Shown, revision: state.revision } };
  }

  /** The decisions of new records of one org, with the names beside the ids of their events. */
  async function toldMany(tx: SharedTransaction, decisions: readonly Decision<State>[]): Promise<Decision<State>[]> {
    const [first] = decisions;
    if (!first) return [];
    const named = await names(
      decisions.map(({ event }) => event.data),
      scopeOf(tx, first.state),
    );
    return decisions.map(({ state, event }, index) => ({
      state,
      event: { ...event, ...toldAs(named.slice(index, index + 1)) },
    }));
  }

  const writes = recordWrites<State, Stored<State>>({
    model,
    resource,
    find,
    toStored: storing(options),
    orgOf: ({ orgId }) => orgId,
    counted: true,
    async lockOf(orgId, id) {
      const found = numbered && isDocumentId(id) ? await byDocumentId({ orgId, id }) : undefined;
      return found?._id ?? id;
    },
    refuse: (error) => refuseTaken(error, options),
  });

  async function insert(tx: SharedTransaction, decisions: readonly Decision<State>[]): Promise<void> {
    const states = decisions.map(({ state }) => state);
    await refer(references, tx.session, states, { fresh: true });
    await writes.insert(tx, decisions);
  }

  async function list(
    orgId: string,
    { search, updatedSince: updated, ranges = [], sort, page, limit, after, onlyFields }: RecordQuery,
    filter: Filter<State> | Restriction<State>,
    waitLimit: WaitLimit,
  ): Promise<{ page: Page<State>; selected: { filter: object; hint?: Record<string, 1> | undefined } }> {
    const since = updated === undefined ? [] : [{ field: 'updatedAt', from: updated }];
    const asking = { ...storedFilter(filter, options.list.partFilters), ...inRanges(options, [...since, ...ranges]) };
    const searched = folded(search ?? '')
      ? await searchFilter(model, options, { orgId, text: String(search), asking, waitLimit })
      : { filter: {} };
    const narrowing = { ...asking, ...searched.filter };
    const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
    const { isWeighed } = options.list;
    const part = partOf(onlyFields);
    const sorted = sort.replace(/[^-]+/, (field) => sortedBy(options, field));
    const asked = {
      page,
      limit,
      after,
      sort: sorted,
      filter: { orgId, ...narrowing },
      total,
      hint: searched.hint,
      isWeighed,
      only: part?.projection,
    } as const;
    const found = await findPage(model as never, asked, waitLimit);
    const shown = { ...found, data: await completed(found.data as Stored<State>[], part) };
    return { page: shown, selected: { filter: asked.filter, hint: searched.hint } };
  }

  return {
    lock: writes.lock,
    async load(tx, key, reserved) {
      const state = await writes.load(tx, key);
      if (!reserved) await refuseWhileDeleted(references, tx.session, state, resource);
      return state;
    },
    addMany: async (tx, decisions) => insert(tx, await toldMany(tx, decisions)),
    async add(tx, decision) {
      const named = await told(tx, decision);
      await insert(tx, [named.decision]);
      return named.recorded;
    },
    async save(tx, before, decision) {
      if (isNoop(decision.event)) return recorded(tx, before);
      const named = await told(tx, decision);
      await writes.save(tx, before, named.decision);
      await refer(references, tx.session, [decision.state]);
      return named.recorded;
    },
    async remove(tx, decision, reserved) {
      await reserved.settle(tx.session);
      await release(references, tx.session, decision.state, resource);
      return writes.remove(tx, (await told(tx, decision)).decision);
    },
    async reserve(call, { id, expectedRevision }) {
      if (!references?.remote) return NOTHING_RESERVED;
      const { orgId } = call.principal;
      const target = targetOf(references, await unreferred(references, orgId, id, expectedRevision));
      return references.remote.reserve({ call, orgId, name: target, targets: [target], resource });
    },
    show,
    showAll,
    get,
    getPart,
    find,
    async findMany(scope, ids) {
      if (ids.length === 0) return [];
      const found = await model.find(keysOf(scope.orgId, ids) as never, null, sessionOf(scope)).lean();
      return statesOf(found as Stored<State>[], scope.session);
    },
    async list(orgId, query, filter = {}, waitLimit = { deadline: Date.now() + SEARCH_PATIENCE }) {
      const reading = () => list(orgId, query, filter, waitLimit);
      const { page, selected } = await inSearchTurn(orgId, query, waitLimit, reading);
      const { totals } = options.list;
      if (!query.totals || !totals || query.after !== undefined) return page;
      // Outside of the turn: other searches do not wait for totals.
      const all = { ...selected, orgId, count: page.total };
      return { ...page, totals: await totalsOf(model.collection, all, totals, waitLimit) };
    },
  };
}

/** The options of a read. */
export const sessionOf = ({ session }: ReadScope) => (session ? { session } : {});

/** The parts of an event that were named: the data, and the values before the change, if there are any. */
const toldAs = ([data, previous]: readonly object[]) => ({ data: data as object, ...(previous && { previous }) });

const scopeOf = ({ session }: SharedTransaction, { orgId }: RecordState): ReadScope => ({ orgId, session });

/** Milliseconds until the deadline of a caller without one. */
const SEARCH_PATIENCE = 8_000;

function storedFilter(
  filter: Record<string, unknown>,
  partFilters: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const pathOf = (field: string) =>
    field === 'id' ? '_id' : Object.hasOwn(partFilters, field) ? partFilters[field] : field;
  return Object.fromEntries(
    given.map(([field, value]) => [pathOf(field), Array.isArray(value) ? { $in: value } : value]),
  );
}

function refuseTaken(
  error: unknown,
  { resource, unique = [] }: { resource: string; unique?: readonly string[] },
): never {
  const taken = refusedValue(error, unique);
  if (!taken) throw error;
  const message = `${resource} with ${taken.field} ${taken.value} exists already`;
  throw new AppError('conflict', message, { cause: error });
}

type Rules<State extends RecordState> = ReferenceRules<State> | undefined;

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
