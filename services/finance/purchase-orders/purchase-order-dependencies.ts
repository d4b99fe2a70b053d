import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy } from '../local-copies/domain/copy.ts';

/** What the records of purchase orders need of other rooms. */
export interface PurchaseOrderDependencies {
  /** Those that finance knows, by id. */
  suppliers(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Copy['supplier']>>;
}
