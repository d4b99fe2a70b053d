import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import { supplier } from '#proto/product/v1/supplier.contract.ts';
import {
  archiveSupplier,
  createSupplier,
  deleteSupplier,
  restoreSupplier,
  type SupplierChanges,
  updateSupplier,
} from './domain/supplier.ts';
import type { SupplierRepository } from './repository.ts';

export function supplierHandlers(writer: Writer, suppliers: SupplierRepository) {
  const methods = recordMethods({ of: supplier, writer, records: suppliers, request: RecordRequest });
  const { requests } = supplier;

  return {
    CreateSupplier: methods.create(requests.create, ({ supplier: input }, { principal, now }) =>
      createSupplier(input, principal.orgId, now, newId),
    ),
    GetSupplier: methods.get(),
    ListSuppliers: methods.list(requests.list),
    UpdateSupplier: methods.update(requests.update, (before, changes: SupplierChanges, now) =>
      updateSupplier(before, changes, now, newId),
    ),
    DeleteSupplier: methods.delete(deleteSupplier),
    ArchiveSupplier: methods.move(archiveSupplier),
    RestoreSupplier: methods.move(restoreSupplier),
    ImportSuppliers: methods.import(requests.import, {
      max: MAX_IMPORT,
      *make(parts, { orgId, now }) {
        for (const { request } of parts) {
          yield request.suppliers.map((input) => createSupplier(input, orgId, now, newId));
        }
      },
    }),
  };
}
