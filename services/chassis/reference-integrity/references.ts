import { type ClientSession, type Model, Schema } from 'mongoose';
import { inUse, MAX_NAMED } from '../domain/errors.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import type { WriteCall } from '../unit-of-work/write.ts';
import {
  openReferenceLocks,
  type RecordName,
  type ReferenceLocks,
  type ReferenceLocksOptions,
} from './reference-locks.ts';

export type { RecordName };

/**
 * All references between the records of a service's database. A new reference and a concurrent delete of its target
 * conflict, so that one of them is repeated and sees the other. References to the same target seldom conflict.
 */
export interface References extends ReferenceLocks {
  /**
   * Sets the targets of each source; a source refers to no other record. Must be called in the transaction that writes
   * the sources. The caller must have found each new target in the same transaction. `fresh`: the sources are new
   * records. Errors: BeingDeleted if a new target is closed.
   */
  set(session: ClientSession, sources: Referring[], options?: { fresh?: boolean }): Promise<void>;
  /**
   * Must be called in the transaction that deletes the targets. `resource`: their name in messages. Errors: in_use,
   * which names at most three referring records.
   */
  refuseWhileReferred(session: ClientSession, orgId: string, targets: RecordName[], resource: string): Promise<void>;
  /**
   * Checks before a delete, outside of a transaction, so it may miss concurrent references. `parts`: parts of the
   * target, whose references do not count. Errors: in_use.
   */
  refuseIfReferred(orgId: string, target: RecordName, resource: string, parts?: RecordName[]): Promise<void>;
  /** The records that refer to `target`, oldest first. */
  usersOf(orgId: string, target: RecordName): Promise<Reference[]>;
  /** The records of `wanted.kinds` that refer to `target`: their number, and the newest of them. */
  newestUsers(orgId: string, target: RecordName, wanted: WantedUsers): Promise<{ users: Reference[]; total: number }>;
  /**
   * At most `limit` references to any of the targets. With `kind`, only references of such records. Must be called in a
   * transaction.
   */
  usersOfAny(
    session: ClientSession,
    orgId: string,
    targets: RecordName[],
    limit: number,
    kind?: string,
  ): Promise<Reference[]>;
  /**
   * The number of records of `kind` that refer to each target. A target without any is absent from the map. With a
   * session, counts as its transaction sees the data. With `status`, only records in this status.
   */
  countUsers(
    scope: ReferenceScope,
    targets: readonly RecordName[],
    kind: string,
    status?: string,
  ): Promise<Map<RecordName, number>>;
  /** The references of `source`. Must be called in a transaction. */
  of(session: ClientSession, orgId: string, source: RecordName): Promise<Reference[]>;
}

/** A reference of a record to another. */
export interface Reference extends Omit<Source, 'record'> {
  /** `<source>><target>` */
  _id: string;
  source: RecordName;
  target: RecordName;
}

/** A record that refers to others. A refusal to delete a target, and a list of its users, show it to callers. */
interface Source {
  orgId: string;
  /** `bom:<id>` */
  record: RecordName;
  /**
   * `style`, `kit`, `sales_order` or `purchase_order` (decisions 6, BOM usage); any other word for a record that
   * callers do not see.
   */
  kind: string;
  name: string;
  status: string;
  createdAt: Date;
}

export interface ReferenceScope {
  orgId: string;
  session?: ClientSession;
}

interface Referring extends Source {
  targets: readonly RecordName[];
}

interface WantedUsers {
  kinds: readonly string[];
  limit: number;
  /** Referring records that are left out. */
  except?: readonly RecordName[];
}

const referenceSchema = new Schema<Reference>(
  {
    _id: String,
    orgId: String,
    target: String,
    source: String,
    kind: String,
    name: String,
    status: String,
    createdAt: Date,
  },
  { collection: 'references', versionKey: false },
)
  .index({ orgId: 1, target: 1, createdAt: 1, _id: 1 })
  .index({ orgId: 1, target: 1, kind: 1, createdAt: 1, _id: 1 })
  .index({ orgId: 1, source: 1 });

export function openReferences(
  { connection }: Pick<Store, 'connection'>,
  options: ReferenceLocksOptions = {},
): References {
  const references = modelOf(connection, 'Reference', referenceSchema);
  const { lockShared, declareNew, lock, close, reopen } = openReferenceLocks({ connection }, options);

  const usersOfAny: References['usersOfAny'] = (session, orgId, targets, limit, kind) =>
    references.find({ orgId, target: { $in: targets }, ...(kind && { kind }) }, null, { session, limit }).lean();

  return {
    lockShared,
    declareNew,
    usersOf: (orgId, target) => references.find({ orgId, target }).sort({ createdAt: 1, _id: 1 }).lean(),
    async newestUsers(orgId, target, { kinds, limit, except = [] }) {
      const others = except.length > 0 && { source: { $nin: except } };
      const wanted = { orgId, target, kind: { $in: kinds }, ...others };
      const [users, total] = await Promise.all([
        references.find(wanted).sort({ createdAt: -1, _id: -1 }).limit(limit).lean(),
        references.countDocuments(wanted),
      ]);
      return { users, total };
    },
    usersOfAny,
    async countUsers({ orgId, session }, targets, kind, status) {
      const counting = references
        .aggregate<{ _id: RecordName; count: number }>()
        .match({ orgId, target: { $in: [...targets] }, kind, ...(status !== undefined && { status }) })
        .group({ _id: '$target', count: { $sum: 1 } });
      const found = await (session ? counting.session(session) : counting);
      return new Map(found.map(({ _id, count }) => [_id, count]));
    },
    of: (session, orgId, source) => references.find({ orgId, source }, null, { session }).lean(),
    lock,
    close,
    reopen,
    async set(session, sources, { fresh = false } = {}) {
      const known = fresh ? [] : await knownOf(references, session, sources);
      const wanted = new Map(sources.flatMap(referencesOf).map((reference) => [reference._id, reference]));
      const before = new Map(known.map((reference) => [reference._id, reference]));
      const gone = known.filter(({ _id }) => !wanted.has(_id));
      const added = [...wanted.values()].filter(({ _id }) => !before.has(_id));
      const renamed = [...wanted.values()].filter((now) => differs(now, before.get(now._id)));
      await lockShared(session, added);
      await write(references, session, { gone, added, renamed });
    },
    async refuseWhileReferred(session, orgId, targets, resource) {
      await lock(session, orgId, targets);
      const users = await usersOfAny(session, orgId, targets, MAX_NAMED + 1);
      if (users.length > 0) throw inUse(resource, users);
    },
    async refuseIfReferred(orgId, target, resource, parts = []) {
      const byOthers = { orgId, target, ...(parts.length > 0 && { source: { $nin: parts } }) };
      const users = await references.find(byOthers, null, { limit: MAX_NAMED + 1 }).lean();
      if (users.length > 0) throw inUse(resource, users);
    },
  };
}

function referencesOf({ targets, record, ...shown }: Referring): Reference[] {
  return targets.map((target) => ({ _id: `${record}>${target}`, source: record, target, ...shown }));
}

async function knownOf(references: Model<Reference>, session: ClientSession, sources: Source[]): Promise<Reference[]> {
  const orgId = { $in: [...new Set(sources.map((source) => source.orgId))] };
  return references.find({ orgId, source: { $in: sources.map(({ record }) => record) } }, null, { session }).lean();
}

const differs = (now: Reference, before: Reference | undefined): boolean =>
  before !== undefined && (now.name !== before.name || now.status !== before.status || now.kind !== before.kind);

interface Changes {
  gone: Reference[];
  added: Reference[];
  renamed: Reference[];
}

async function write(references: Model<Reference>, session: ClientSession, changes: Changes): Promise<void> {
  const operations = [
    ...changes.gone.map(({ _id }) => ({ deleteOne: { filter: { _id } } })),
    ...changes.added.map((document) => ({ insertOne: { document } })),
    ...changes.renamed.map(({ _id, name, status, kind }) => ({
      updateOne: { filter: { _id }, update: { $set: { name, status, kind } } },
    })),
  ];
  if (operations.length > 0) await references.collection.bulkWrite(operations as never, { session });
}

/**
 * Other services whose records may refer to this service's records. They are asked before a record is deleted
 * (decisions 4).
 */
export interface RemoteReferences {
  /**
   * Asks the other services. From then on, no record there refers to the targets, and none can, until the reservation
   * ends. Errors: in_use, which names the referring records; upstream_unavailable, which names the service that cannot
   * be asked.
   */
  reserve(request: ReservationRequest): Promise<Reserved>;
  /**
   * Must be called in a transaction that writes `record`. Errors: upstream_unavailable while the record is being
   * deleted.
   */
  refuseWhileDeleted(session: ClientSession, orgId: string, record: RecordName, resource: string): Promise<void>;
}

/** Records that are about to be deleted. */
export interface ReservationRequest {
  call: WriteCall;
  orgId: string;
  /** The name of the delete. A repeated delete with the same name continues the earlier one. */
  name: RecordName;
  targets: RecordName[];
  /** The targets' name in messages. */
  resource: string;
}

/** A reservation. It holds until the write that deletes the targets has ended. */
export interface Reserved {
  /**
   * Must be called in the transaction that deletes the targets. Errors: upstream_unavailable if the reservation was
   * withdrawn meanwhile.
   */
  settle(session: ClientSession): Promise<void>;
  /** Returns the result of the write. If the write fails, withdraws the reservation. */
  during<T>(write: Promise<T>): Promise<T>;
}

/** The reservation of targets to which no other service refers. It does nothing. */
export const NOTHING_RESERVED: Reserved = { settle: async () => {}, during: (write) => write };
