import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

/** The functions of other resources that purchase orders need. */
export interface PurchaseOrderDependencies {
  /** The copied suppliers, by id. */
  suppliers(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Copy['supplier']>>;
}

/** The dependencies of purchase orders, from the other resources of finance. */
export const purchaseOrderDependencies = (copies: Pick<LocalCopies, 'known'>): PurchaseOrderDependencies => ({
  suppliers: (scope, ids) => copies.known(scope, 'supplier', ids),
});
