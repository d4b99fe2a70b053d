import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { PurchaseOrderDependencies } from './purchase-order-dependencies.ts';

/** The dependencies of purchase orders, as they are in this service. */
export const purchaseOrderDependencies = (copies: Pick<LocalCopies, 'known'>): PurchaseOrderDependencies => ({
  suppliers: (scope, ids) => copies.known(scope, 'supplier', ids),
});
