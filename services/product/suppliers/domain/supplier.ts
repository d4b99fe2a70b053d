import { type ArchivableStatus, archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { advance, cleared, newRecord, type RecordState } from '#chassis/domain/record.ts';

/** Whom the org buys from (decisions 6: Supplier). */
export interface Supplier extends RecordState {
  name: string;
  country: string | null;
  /** ISO 4217. */
  currency: string | null;
  email: string | null;
  phoneNumber: string | null;
  leadTimeDays: number | null;
  status: ArchivableStatus;
}

type SupplierFields = Omit<Supplier, keyof RecordState | 'status'>;

export type SupplierInput = { name: string; status?: ArchivableStatus } & {
  [Field in keyof SupplierFields]?: NonNullable<SupplierFields[Field]>;
};

/** New values; null where a field is to be cleared. */
export type SupplierChanges = { [Field in keyof SupplierFields]?: SupplierFields[Field] | null };

const life = archivable<Supplier, 'supplier'>('supplier', 'Supplier');

type Decision = ReturnType<typeof life.created>;
export const { archive: archiveSupplier, restore: restoreSupplier, remove: deleteSupplier } = life;

/** In any status, by default the first (decisions 4). */
export function createSupplier(input: SupplierInput, id: string, orgId: string, now: Date): Decision {
  refuseEnded(input.currency);
  return life.created({
    ...newRecord(id, orgId, now),
    name: input.name,
    country: input.country ?? null,
    currency: input.currency ?? null,
    email: input.email ?? null,
    phoneNumber: input.phoneNumber ?? null,
    leadTimeDays: input.leadTimeDays ?? null,
    status: input.status ?? 'active',
  });
}

/** null clears a field that can be empty, and leaves the name as it is (decisions 1: Null). */
export function updateSupplier(before: Supplier, changes: SupplierChanges, now: Date): Decision {
  refuseEnded(changes.currency, before.currency);
  return life.updated(before, {
    ...advance(before, now),
    name: changes.name ?? before.name,
    country: cleared(changes.country, before.country),
    currency: cleared(changes.currency, before.currency),
    email: cleared(changes.email, before.email),
    phoneNumber: cleared(changes.phoneNumber, before.phoneNumber),
    leadTimeDays: cleared(changes.leadTimeDays, before.leadTimeDays),
  });
}
