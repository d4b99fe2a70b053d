import type { Catalog } from '../storage/catalog.ts';
import { applyChange, type Change, checkUnique, type PlannedChange, planChange } from '../storage/change.ts';
import type { Collection } from '../storage/collection.ts';
import type { Writer } from '../storage/writer.ts';
import { ClaimHeld, type Claims } from './claims.ts';
import type { WriteTarget } from './source.ts';

/** Writes outside transactions, within one batch of the store. */
export class DirectWrites implements WriteTarget {
  readonly reader: Writer;
  readonly version = Number.MAX_SAFE_INTEGER;
  private readonly catalog: Catalog;
  private readonly claims: Claims;

  constructor(writer: Writer, catalog: Catalog, claims: Claims) {
    this.reader = writer;
    this.catalog = catalog;
    this.claims = claims;
  }

  total(collection: Collection): number {
    return collection.count;
  }

  overlay(): undefined {
    return undefined;
  }

  open(db: string, name: string): Collection {
    return this.catalog.get(`${db}.${name}`) ?? this.catalog.create(db, name, this.reader);
  }

  apply(collection: Collection, changes: Change[]): void {
    const planned = changes.map((change) => planChange(collection, change));
    if (this.claims.size > 0) for (const change of planned) this.checkClaims(change);
    for (const change of planned) {
      checkUnique(change, ({ key }) => this.reader.get(key));
      applyChange(change, this.reader, this.catalog);
    }
  }

  private checkClaims(change: PlannedChange): void {
    for (const { text } of change.claims) {
      const holder = this.claims.holder(text);
      if (holder) throw new ClaimHeld(holder);
    }
  }
}
