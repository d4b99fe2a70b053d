import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import { type Supplier as ShownSupplier, type SupplierInput, supplier } from '#proto/product/v1/supplier.contract.ts';

export type Supplier = StateOf<ShownSupplier>;
export type SupplierChanges = Changes<typeof supplier>;

const life = archivable<Supplier>(supplier);

type SupplierDecision = ReturnType<typeof life.created>;
export const { archive: archiveSupplier, restore: restoreSupplier, remove: deleteSupplier } = life;

/**
 * Creates a supplier in the status that the input names, by default active (decisions 4). Errors: validation_failed for
 * an ended currency.
 */
export function createSupplier(input: SupplierInput, id: string, orgId: string, now: Date): SupplierDecision {
  refuseEnded(input.currency);
  const { status = 'active' } = input;
  return life.created({ ...newRecord(id, orgId, now), ...filled(supplier.plain, input), status });
}

/** Errors: validation_failed if the new currency has ended. */
export function updateSupplier(before: Supplier, changes: SupplierChanges, now: Date): SupplierDecision {
  refuseEnded(changes.currency, before.currency);
  return life.updated(before, { ...advance(before, now), ...changed(supplier.plain, before, changes) });
}
