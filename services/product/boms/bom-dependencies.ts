import type { ClientSession } from '#chassis/records/records.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { Rates } from '../exchange-rates/domain/exchange-rates.ts';
import type { StyleSummary } from './domain/bom-view.ts';
import type { MaterialCard, SupplierCard } from './domain/material-option.ts';

/** A style with what a BOM's usage shows of it. */
export interface StyleCard extends StyleSummary {
  status: string;
  createdAt: Date;
}

/** What BOMs look up in the other rooms of the service, by ids or documentIds. With a session: as its transaction sees it. */
export interface BomDependencies {
  style(orgId: string, key: string, session?: ClientSession): Promise<StyleCard | undefined>;
  /** By their ids. */
  styles(orgId: string, ids: readonly string[]): Promise<Map<string, StyleCard>>;
  /** The style's own SKUs that are kitted bundles. */
  kitsOf(orgId: string, styleId: string): Promise<{ id: string; name: string }[]>;
  /** Each under its id and its documentId. */
  materials(orgId: string, keys: readonly string[], session?: ClientSession): Promise<Map<string, MaterialCard>>;
  suppliers(orgId: string, keys: readonly string[], session?: ClientSession): Promise<Map<string, SupplierCard>>;
  /** Today's. */
  rates(orgId: string, session?: ClientSession): Promise<Rates>;
  newestUsers: References['newestUsers'];
}
