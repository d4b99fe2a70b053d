import { type ClientSession, Schema } from 'mongoose';
import type { Patience } from '#chassis/concurrency/fair-semaphore.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { checkRevision, isNoop } from '#chassis/domain/record.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/mongo/list.ts';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { WriteCall, Writer, Written } from '#chassis/unit-of-work/write.ts';
import { type Decision, type Org, type OrgView, publicOrg } from './domain/org.ts';

type StoredOrg = Omit<Org, 'id'> & {
  _id: string;
  /** Raised with every change of who administers it: of two at once one waits (decisions 4: guard document). */
  adminChanges: number;
};

// Its _id is the orgId that every other collection begins with.
const orgSchema = new Schema<StoredOrg>(
  {
    _id: String,
    name: String,
    legalName: String,
    address: String,
    taxId: String,
    timeZone: String,
    defaultCurrency: String,
    isOperator: Boolean,
    revision: Number,
    createdAt: Date,
    updatedAt: Date,
    adminChanges: Number,
  },
  { collection: 'orgs', versionKey: false },
);
// One operator org, however many replicas make it at once.
orgSchema.index({ isOperator: 1 }, { unique: true, partialFilterExpression: { isOperator: true } });

/** An org as a write leaves it, and as an Idempotency-Key remembers it. */
export interface OrgRecord {
  record: OrgView;
  revision: number;
}

export interface OrgKey {
  id: string;
  /** From If-Match. */
  expectedRevision?: number | undefined;
}

export interface OrgListQuery extends Omit<PageQuery, 'filter' | 'total'> {
  search?: string | undefined;
  updatedSince?: string | undefined;
}

export interface OrgRepository {
  /** Undefined before the first start is complete. */
  operatorId(): Promise<string | undefined>;
  names(ids: string[], session?: ClientSession): Promise<Map<string, string>>;
  insert(org: Org, session: ClientSession): Promise<void>;
  /** In the transaction of a change of who administers the org. */
  touch(id: string, session: ClientSession): Promise<void>;
  /** What changes nothing is neither saved nor told. Errors: not_found, version_mismatch. */
  update(call: WriteCall, key: OrgKey, decide: (before: Org) => Decision): Promise<Written<OrgRecord>>;
  /** Errors: not_found. */
  get(id: string): Promise<Org>;
  /** Those among `ids`. `holder`: whose turn a large page takes. */
  list(ids: string[], query: OrgListQuery, reader: Patience & { holder: string }): Promise<Page<Org>>;
}

export function orgRepository({ connection }: Store, writer: Writer): OrgRepository {
  const orgs = modelOf(connection, 'Org', orgSchema);

  async function load(id: string, session?: ClientSession): Promise<Org> {
    const found = await orgs.findById(id, null, { session: session ?? null }).lean();
    if (!found) throw notFound('Org');
    return toDomain(found);
  }

  return {
    async operatorId() {
      const found = await orgs.findOne({ isOperator: true }, { _id: 1 }).lean();
      return found?._id;
    },
    async names(ids, session) {
      const found = await orgs.find({ _id: { $in: ids } }, { name: 1 }, { session: session ?? null }).lean();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
    async insert({ id, ...rest }, session) {
      await insertOne(orgs, { _id: id, ...rest, adminChanges: 0 }, session);
    },
    async touch(id, session) {
      await orgs.updateOne({ _id: id }, { $inc: { adminChanges: 1 } }, { session });
    },
    update: (call, { id, expectedRevision }, decide) =>
      writer.write(call, async ({ session, emit }) => {
        const before = await load(id, session);
        checkRevision('Org', before, expectedRevision);
        const { org, event } = decide(before);
        if (isNoop(event)) return recordOf(before);
        const { id: _, ...fields } = org;
        await orgs.updateOne({ _id: id }, { $set: fields }, { session });
        emit(event);
        return recordOf(org);
      }),
    get: (id) => load(id),
    async list(ids, { search, updatedSince: since, sort, ...paging }, { holder, ...patience }) {
      const filter = { _id: { $in: ids }, ...containing(search, ['name']), ...updatedSince(since) };
      const stored = sort.replace('created_at', 'createdAt');
      const page = await findPage(orgs, { ...paging, sort: stored, filter, total: 'counted', holder }, patience);
      return { ...page, data: page.data.map(toDomain) };
    },
  };
}

export function recordOf(org: Org): OrgRecord {
  return { record: publicOrg(org), revision: org.revision };
}

function toDomain({ _id, adminChanges: _, ...fields }: StoredOrg): Org {
  return { id: _id, ...fields };
}
