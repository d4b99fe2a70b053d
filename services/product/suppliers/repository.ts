import { type ClientSession, openRecords, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { Supplier } from './domain/supplier.ts';

export interface SupplierRepository extends Records<Supplier> {
  /** How those that exist are called, by id; `session`: as a transaction sees them. */
  names(orgId: string, ids: string[], session?: ClientSession): Promise<Map<string, string>>;
}

export function supplierRepository({ store, writer, ...others }: RecordStore): SupplierRepository {
  const records = openRecords<Supplier>({
    store,
    writer,
    resource: 'Supplier',
    collection: 'suppliers',
    references: { ...others, kind: 'supplier', nameOf: ({ name, status }) => ({ name, status }) },
    fields: {
      name: String,
      country: String,
      currency: String,
      email: String,
      phoneNumber: String,
      leadTimeDays: Number,
      status: String,
    },
    list: { sorts: ['createdAt', 'name'], filters: ['status'], searches: ['name', 'country'] },
  });
  return {
    ...records,
    async names(orgId, ids, session) {
      const found = await records.findMany(orgId, ids, session);
      return new Map(found.map(({ id, name }) => [id, name]));
    },
  };
}
