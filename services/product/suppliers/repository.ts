import { Schema } from 'mongoose';
import { openRecords, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { supplier } from '#proto/product/v1/supplier.contract.ts';
import type { Supplier } from './domain/supplier.ts';

export interface SupplierRepository extends Records<Supplier> {
  /** Names of the suppliers that exist, by id. */
  names(scope: ReadScope, ids: string[]): Promise<Map<string, string>>;
}

export function supplierRepository({ store, ...others }: RecordStore): SupplierRepository {
  const records = openRecords<Supplier>({
    store,
    resource: supplier.title,
    collection: 'suppliers',
    references: { ...others, kind: supplier.name, nameOf: ({ name, status }) => ({ name, status }) },
    fields: { ...supplier.stored, contacts: [Schema.Types.Mixed] },
    list: { sorts: supplier.sorts, filters: ['status'], searches: supplier.searches },
  });
  return {
    ...records,
    async names(scope, ids) {
      const found = await records.findMany(scope, ids);
      return new Map(found.map(({ id, name }) => [id, name]));
    },
  };
}
