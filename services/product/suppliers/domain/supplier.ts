import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { partsAfter } from '#chassis/domain/parts.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import { type Contact, contact } from '#proto/product/v1/contact.contract.ts';
import { type Supplier as ShownSupplier, type SupplierInput, supplier } from '#proto/product/v1/supplier.contract.ts';

/** A company that the org buys from (decisions 6: Supplier). */
export interface Supplier extends StateOf<ShownSupplier> {
  contacts: Contact[];
}
export type SupplierChanges = Changes<typeof supplier>;

const life = archivable<Supplier>(supplier);

type SupplierDecision = ReturnType<typeof life.created>;
export const { archive: archiveSupplier, restore: restoreSupplier, remove: deleteSupplier } = life;

type NewId = () => string;

/**
 * Creates a supplier in the status that the input names, by default active (decisions 4). Errors: validation_failed for
 * an ended currency.
 */
export function createSupplier(input: SupplierInput, orgId: string, now: Date, newId: NewId): SupplierDecision {
  refuseEnded(input.currency);
  const { contacts: sent, status = 'active' } = input;
  return life.created({
    ...newRecord(newId(), orgId, now),
    ...filled(supplier.plain, input),
    contacts: partsAfter<Contact>(contact.plain, { field: 'contacts', sent, known: undefined }, newId),
    status,
  });
}

/** Errors: validation_failed if the new currency has ended. */
export function updateSupplier(before: Supplier, changes: SupplierChanges, now: Date, newId: NewId): SupplierDecision {
  refuseEnded(changes.currency, before.currency);
  const contacts = { field: 'contacts', sent: changes.contacts, known: before.contacts };
  return life.updated(before, {
    ...advance(before, now),
    ...changed(supplier.plain, before, changes),
    contacts: partsAfter(contact.plain, contacts, newId),
  });
}
