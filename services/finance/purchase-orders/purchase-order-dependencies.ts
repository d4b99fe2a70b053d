import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

/** The other resources of the service that the records of purchase orders need. */
export interface PurchaseOrderDependencies {
  /** The suppliers that finance knows, by id. */
  suppliers(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Copy['supplier']>>;
}

/** The dependencies of purchase orders, as they are in this service. */
export const purchaseOrderDependencies = (copies: Pick<LocalCopies, 'known'>): PurchaseOrderDependencies => ({
  suppliers: (scope, ids) => copies.known(scope, 'supplier', ids),
});
