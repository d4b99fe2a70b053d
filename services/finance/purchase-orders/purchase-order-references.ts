import type { z } from 'zod';
import { Faults } from '#chassis/domain/faults.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { PurchaseOrderItemInput as ItemInputContract } from '#proto/finance/v1/contract.ts';
import { keysOf, named, requireNamed } from '../documents/domain/named.ts';
import type { Copy, SupplierCopy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { PurchaseOrderChanges } from './domain/purchase-order.ts';
import type { PurchaseOrderItemInput } from './domain/purchase-order-item.ts';

type ItemInput = z.output<typeof ItemInputContract>;

/** Where what purchase orders name of product's is looked up. */
export type PurchaseOrderCopies = Pick<LocalCopies, 'find' | 'findMany'>;

/** Errors: validation_failed at supplierId when there is none; upstream_unavailable. */
export const requireSupplier = async (copies: PurchaseOrderCopies, key: string, call: Call): Promise<SupplierCopy> =>
  requireNamed(await copies.find('supplier', key, call), 'supplier', key);

/** Items, and product's records that they name: what belongs before a transaction, since product may be asked. */
export interface FoundItems {
  inputs: readonly ItemInput[];
  boms: ReadonlyMap<string, Pick<Copy['bom'], 'id'>>;
  materials: ReadonlyMap<string, Pick<Copy['material'], 'id'>>;
}

/** Errors: upstream_unavailable. */
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

/** The items with the ids of what they name. Errors: validation_failed for what is not there. */
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

/** New values as they are sent. */
export interface SentChanges extends Omit<PurchaseOrderChanges, 'supplier' | 'items'> {
  supplierId?: string | null;
  items?: ItemInput[] | null;
}

/** New values with product's records that they name. */
interface FoundChanges {
  changes: Omit<PurchaseOrderChanges, 'items'>;
  items: FoundItems | undefined;
}

/** Errors: validation_failed for a supplier that there is not; upstream_unavailable. */
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

/** In the transaction. Errors: as of `resolveItems`. */
export const resolveChanges = async (
  { changes, items }: FoundChanges,
  accountsNamed: AccountsNamed,
): Promise<PurchaseOrderChanges> => (items ? { ...changes, items: await resolveItems(items, accountsNamed) } : changes);
