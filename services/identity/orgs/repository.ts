import { type ClientSession, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { folded } from '#chassis/domain/folded-text.ts';
import { containing, findPage, type Page, type PageQuery } from '#chassis/mongo/list.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { inTimes } from '#chassis/records/date-ranges.ts';
import { type RecordWrites, recordWrites } from '#chassis/records/record-writes.ts';
import { writeSearchTexts } from '#chassis/records/search-texts.ts';
import { type Org, type OrgView, publicOrg } from './domain/org.ts';

type StoredOrg = Omit<Org, 'id'> & {
  _id: string;
  /** Increased by each change of the org's admins, so that two such changes conflict (decisions 4: guard document). */
  adminChanges: number;
  /** The name as searches compare it. */
  foldedName?: string;
};

/** An org, with the counter that its rules do not use. */
type KnownOrg = Org & { adminChanges?: number };

// The _id is the orgId in all other collections.
const orgSchema = new Schema<StoredOrg>(
  {
    _id: String,
    name: String,
    legalName: String,
    address: String,
    taxId: String,
    registrationNumber: String,
    phone: String,
    website: String,
    timeZone: String,
    defaultCurrency: String,
    overInvoicingPercent: Number,
    invoiceNumberFormat: String,
    isOperator: Boolean,
    revision: Number,
    createdAt: Date,
    updatedAt: Date,
    adminChanges: Number,
    foldedName: String,
  },
  { collection: 'orgs', versionKey: false },
);
// Only one operator org can exist, even if many replicas create it at the same time.
orgSchema.index({ isOperator: 1 }, { unique: true, partialFilterExpression: { isOperator: true } });

/** The value of a write, which the Idempotency-Key stores. */
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
  /** Makes concurrent changes of the org's admins conflict. A transaction that removes an admin calls it. */
  touch(id: string, session: ClientSession): Promise<void>;
  /** Errors: not_found. */
  get(id: string): Promise<Org>;
  /** The orgs among `ids`. `holder`: the key of the queue in which a read of a large page waits. */
  list(ids: string[], query: OrgListQuery, reader: WaitLimit & { holder: string }): Promise<Page<Org>>;
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
    toStored: ({ id, adminChanges = 0, ...fields }) => ({
      _id: id,
      ...fields,
      adminChanges,
      foldedName: folded(fields.name),
    }),
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
    async list(ids, { search, updatedSince: since, sort, ...paging }, { holder, ...waitLimit }) {
      const filter = { _id: { $in: ids }, ...containing(search, ['foldedName']), ...inTimes([], since) };
      const stored = sort.replace('created_at', 'createdAt');
      const page = await findPage(orgs, { ...paging, sort: stored, filter, total: 'counted', holder }, waitLimit);
      return { ...page, data: page.data.map(toDomain) };
    },
  };
}

/** Writes the texts that an earlier version has dropped, or did not know. */
export const orgTexts: Upgrade = {
  name: 'orgs: the names that searches read',
  apply: (connection) =>
    writeSearchTexts(connection.collection('orgs'), {
      from: ['name'],
      textsOf: ({ name }) => ({ foldedName: folded((name as string | undefined) ?? '') }),
    }),
};

export function recordOf(org: Org): OrgRecord {
  return { record: publicOrg(org), revision: org.revision };
}

/** Fields that an older org lacks. */
const LATER_FIELDS = {
  ...{ registrationNumber: null, phone: null, website: null },
  ...{ overInvoicingPercent: null, invoiceNumberFormat: null },
};

const toDomain = ({ _id, foldedName: _, ...fields }: StoredOrg): KnownOrg => ({ id: _id, ...LATER_FIELDS, ...fields });
