import type { z } from 'zod';
import { Faults } from '#chassis/domain/faults.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { PurchaseOrderItemInput as ItemInputContract } from '#proto/finance/v1/contract.ts';
import { keysOf, named, requireReferenced } from '../documents/domain/named.ts';
import type { Copy, SupplierCopy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { PurchaseOrderChanges } from './domain/purchase-order.ts';
import type { PurchaseOrderItemInput } from './domain/purchase-order-item.ts';

type ItemInput = z.output<typeof ItemInputContract>;

/** The local copies that fields of purchase orders are resolved with. */
export type PurchaseOrderCopies = Pick<LocalCopies, 'find' | 'findMany'>;

/**
 * Errors: validation_failed at supplierId if there is no such supplier; upstream_unavailable when product cannot be
 * asked.
 */
export const requireSupplier = async (copies: PurchaseOrderCopies, key: string, call: Call): Promise<SupplierCopy> =>
  requireReferenced(await copies.find('supplier', key, call), 'supplier', key);

/**
 * Items of a request, and the records of product that they name. They are found before the transaction, because product
 * may have to be asked.
 */
export interface FoundItems {
  inputs: readonly ItemInput[];
  boms: ReadonlyMap<string, Pick<Copy['bom'], 'id'>>;
  materials: ReadonlyMap<string, Pick<Copy['material'], 'id'>>;
}

/** Errors: upstream_unavailable when product cannot be asked. */
export async function findItems(
  copies: PurchaseOrderCopies,
  inputs: readonly ItemInput[],
  call: Call,
): Promise<FoundItems> {
  const [boms, materials] = await Promise.all([
    copies.findMany('bom', keysOf(inputs, 'bomId'), call),
    copies.findMany('material', keysOf(inputs, 'materialId'), call),
  ]);
  return { inputs, boms, materials };
}

/** Finds accounts of the org by their ids or codes, in the transaction. */
export type AccountsNamed = (names: readonly string[]) => Promise<ReadonlyMap<string, { id: string }>>;

/** The items with the ids of the records that they name. Errors: validation_failed for a record that does not exist. */
export async function resolveItems(
  { inputs, boms, materials }: FoundItems,
  accountsNamed: AccountsNamed,
): Promise<PurchaseOrderItemInput[]> {
  const accounts = await accountsNamed(keysOf(inputs, 'managementAccountId'));
  const faults = new Faults();
  const items = inputs.map(({ id, ...input }, index): PurchaseOrderItemInput => {
    const at = faults.within('items', String(index));
    const { description, qty, unitPrice, unit = null, taxRate = null } = input;
    return {
      ...(id !== undefined && { id }),
      description,
      managementAccountId: named(accounts, input, 'managementAccountId', at)?.id ?? null,
      bomId: named(boms, input, 'bomId', at)?.id ?? null,
      materialId: named(materials, input, 'materialId', at)?.id ?? null,
      qty,
      unit,
      unitPrice,
      taxRate,
    };
  });
  faults.throwIfAny();
  return items;
}

/** New values of a request. */
export interface SentChanges extends Omit<PurchaseOrderChanges, 'supplier' | 'items'> {
  supplierId?: string | null;
  items?: ItemInput[] | null;
}

/** New values, with the records of product that they name. */
interface FoundChanges {
  changes: Omit<PurchaseOrderChanges, 'items'>;
  items: FoundItems | undefined;
}

/** Errors: validation_failed if there is no such supplier; upstream_unavailable when product cannot be asked. */
export async function findChanges(
  copies: PurchaseOrderCopies,
  { supplierId, items, ...changes }: SentChanges,
  call: Call,
): Promise<FoundChanges> {
  const supplier =
    supplierId !== undefined && supplierId !== null
      ? { supplier: await requireSupplier(copies, supplierId, call) }
      : {};
  return { changes: { ...changes, ...supplier }, items: items ? await findItems(copies, items, call) : undefined };
}

/** Resolves accounts within the transaction. Errors: as `resolveItems`. */
export const resolveChanges = async (
  { changes, items }: FoundChanges,
  accountsNamed: AccountsNamed,
): Promise<PurchaseOrderChanges> => (items ? { ...changes, items: await resolveItems(items, accountsNamed) } : changes);
