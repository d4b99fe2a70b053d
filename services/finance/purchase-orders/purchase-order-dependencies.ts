import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

/** The functions of other resources that purchase orders need. */
export interface PurchaseOrderDependencies {
  /** The copied suppliers, by id. */
  suppliers(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Copy['supplier']>>;
  /** The names beside the ids of purchase orders. */
  names: NamesBeside;
}

/** The dependencies of purchase orders, from the other resources of finance. */
export const purchaseOrderDependencies = (
  copies: Pick<LocalCopies, 'known'>,
  names: NamesBeside,
): PurchaseOrderDependencies => ({
  names,
  suppliers: (scope, ids) => copies.known(scope, 'supplier', ids),
});
