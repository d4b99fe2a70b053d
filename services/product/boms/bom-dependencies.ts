import type { Rates } from '#chassis/domain/rates.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { StyleSummary } from './domain/bom-view.ts';
import type { MaterialCard, SupplierCard } from './domain/material-option.ts';

/** A style with what a BOM's usage shows of it. */
export interface StyleCard extends StyleSummary {
  status: string;
  createdAt: Date;
}

/** What BOMs look up in the other rooms of the service, by ids or documentIds. */
export interface BomDependencies {
  style(scope: ReadScope, key: string): Promise<StyleCard | undefined>;
  /** By their ids. */
  styles(scope: ReadScope, ids: readonly string[]): Promise<Map<string, StyleCard>>;
  /** The style's own SKUs that are kitted bundles. */
  kitsOf(scope: ReadScope, styleId: string): Promise<{ id: string; name: string }[]>;
  /** Each under its id and its documentId. */
  materials(scope: ReadScope, keys: readonly string[]): Promise<Map<string, MaterialCard>>;
  suppliers(scope: ReadScope, keys: readonly string[]): Promise<Map<string, SupplierCard>>;
  /** Today's. */
  rates(scope: ReadScope): Promise<Rates>;
  newestUsers: References['newestUsers'];
}
