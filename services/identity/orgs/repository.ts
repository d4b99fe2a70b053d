import { type ClientSession, Schema } from 'mongoose';
import type { Patience } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/mongo/list.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type RecordWrites, recordWrites } from '#chassis/records/record-writes.ts';
import { type Org, type OrgView, publicOrg } from './domain/org.ts';

type StoredOrg = Omit<Org, 'id'> & {
  _id: string;
  /** Raised with every change of who administers it: of two at once one waits (decisions 4: guard document). */
  adminChanges: number;
};

/** With what is no matter of its rules, and stays as it is. */
type KnownOrg = Org & { adminChanges?: number };

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
// There is one operator org, however many replicas make it at once.
orgSchema.index({ isOperator: 1 }, { unique: true, partialFilterExpression: { isOperator: true } });

/** An org as a write leaves it, and as an Idempotency-Key remembers it. */
export interface OrgRecord {
  record: OrgView;
  revision: number;
}

export interface OrgListQuery extends Omit<PageQuery, 'filter' | 'total'> {
  search?: string | undefined;
  updatedSince?: string | undefined;
}

export interface OrgRepository extends Pick<RecordWrites<Org>, 'load' | 'insert' | 'save'> {
  /** Undefined before the first start is complete. */
  operatorId(): Promise<string | undefined>;
  names(ids: string[], session?: ClientSession): Promise<Map<string, string>>;
  /** In the transaction of a change of who administers the org. */
  touch(id: string, session: ClientSession): Promise<void>;
  /** Errors: not_found. */
  get(id: string): Promise<Org>;
  /** The orgs among `ids`. `holder`: the key in whose turn a large page is read. */
  list(ids: string[], query: OrgListQuery, reader: Patience & { holder: string }): Promise<Page<Org>>;
}

export function orgRepository({ connection }: Store): OrgRepository {
  const orgs = modelOf(connection, 'Org', orgSchema);

  async function find(id: string, session?: ClientSession): Promise<KnownOrg | undefined> {
    const found = await orgs.findById(id, null, { session: session ?? null }).lean();
    return found ? toDomain(found) : undefined;
  }

  const { load, insert, save } = recordWrites<KnownOrg, StoredOrg>({
    model: orgs,
    resource: 'Org',
    find: ({ session }, id) => find(id, session),
    toStored: ({ id, adminChanges = 0, ...fields }) => ({ _id: id, ...fields, adminChanges }),
    orgOf: ({ id }) => id,
    where: () => ({}),
  });

  return {
    load,
    insert,
    save,
    async operatorId() {
      const found = await orgs.findOne({ isOperator: true }, { _id: 1 }).lean();
      return found?._id;
    },
    async names(ids, session) {
      const found = await orgs.find({ _id: { $in: ids } }, { name: 1 }, { session: session ?? null }).lean();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
    async touch(id, session) {
      await orgs.updateOne({ _id: id }, { $inc: { adminChanges: 1 } }, { session });
    },
    async get(id) {
      const found = await find(id);
      if (!found) throw notFound('Org');
      return found;
    },
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

function toDomain({ _id, ...fields }: StoredOrg): KnownOrg {
  return { id: _id, ...fields };
}
