import { invalidField } from '#chassis/domain/errors.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { SupplierRepository } from '../suppliers/repository.ts';
import type { SupplierOfMaterial } from './domain/material.ts';

/** The path of one of several materials in the body. */
export type At = (index: number) => string[];

/**
 * The suppliers that materials name, read in the transaction, so that a concurrent delete of a supplier conflicts. A
 * null id gives no supplier. Errors: validation_failed at the field if a supplier does not exist.
 */
export async function suppliersOf(
  suppliers: Pick<SupplierRepository, 'names'>,
  scope: ReadScope,
  supplierIds: (string | null)[],
  at: At = () => [],
): Promise<SupplierOfMaterial[]> {
  const names = await suppliers.names(scope, [...new Set(supplierIds.filter((id) => id !== null))]);
  return supplierIds.map((supplierId, index) => {
    if (supplierId === null) return { supplierId, supplierName: null };
    const supplierName = names.get(supplierId);
    if (supplierName === undefined) throw noSupplier(at(index), supplierId);
    return { supplierId, supplierName };
  });
}

function noSupplier(at: string[], supplierId: string) {
  const error = 'no supplier has this id; POST /api/v1/suppliers creates one';
  return invalidField(['body', ...at, 'supplierId'], error, supplierId);
}
