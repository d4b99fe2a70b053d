import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo.ts';
import type { Org } from './org.ts';

type StoredOrg = Omit<Org, 'id'> & { _id: string };

// Its _id is the orgId that every other collection begins with.
const orgSchema = new Schema<StoredOrg>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    legalName: { type: String, default: null },
    address: { type: String, default: null },
    taxId: { type: String, default: null },
    timeZone: { type: String, default: null },
    defaultCurrency: { type: String, default: null },
    isOperator: { type: Boolean, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'orgs', versionKey: false },
);
// One operator org, however many replicas make it at once.
orgSchema.index({ isOperator: 1 }, { unique: true, partialFilterExpression: { isOperator: true } });

export interface OrgRepository {
  operatorExists(): Promise<boolean>;
  operatorId(): Promise<string | undefined>;
  names(ids: string[]): Promise<Map<string, string>>;
  insert(org: Org, session: ClientSession): Promise<void>;
}

export function orgRepository({ connection }: Store): OrgRepository {
  const orgs = connection.model('Org', orgSchema);
  return {
    async operatorExists() {
      return (await orgs.exists({ isOperator: true })) !== null;
    },
    async operatorId() {
      const found = await orgs.findOne({ isOperator: true }, { _id: 1 }).lean();
      return found?._id;
    },
    async names(ids) {
      const found = await orgs.find({ _id: { $in: ids } }, { name: 1 }).lean();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
    async insert({ id, ...rest }, session) {
      await orgs.insertOne({ _id: id, ...rest }, { session });
    },
  };
}
