import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateSupplierRequest,
  ImportSuppliersRequest,
  ListSuppliersRequest,
  UpdateSupplierRequest,
} from '#proto/product/v1/supplier.contract.ts';
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
  const methods = recordMethods({
    resource: 'Supplier',
    scope: 'suppliers',
    writer,
    records: suppliers,
    request: RecordRequest,
  });

  return {
    CreateSupplier: methods.create(CreateSupplierRequest, ({ supplier }, { principal, now }) =>
      createSupplier(supplier, newId(), principal.orgId, now),
    ),
    GetSupplier: methods.get(),
    ListSuppliers: methods.list(ListSuppliersRequest),
    UpdateSupplier: methods.update<SupplierChanges, typeof UpdateSupplierRequest>(
      UpdateSupplierRequest,
      updateSupplier,
    ),
    DeleteSupplier: methods.delete(deleteSupplier),
    ArchiveSupplier: methods.move(archiveSupplier),
    RestoreSupplier: methods.move(restoreSupplier),
    ImportSuppliers: methods.import(ImportSuppliersRequest, {
      max: MAX_IMPORT,
      *make(parts, { orgId, now }) {
        for (const { request } of parts) {
          yield request.suppliers.map((supplier) => createSupplier(supplier, newId(), orgId, now));
        }
      },
    }),
  };
}
