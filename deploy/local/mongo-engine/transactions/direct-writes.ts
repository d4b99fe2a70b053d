import type { Catalog } from '../storage/catalog.ts';
import { applyChange, type Change, type Claim, checkUnique, planChange } from '../storage/change.ts';
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

  open(db: string, name: string): Collection {
    return this.catalog.get(`${db}.${name}`) ?? this.catalog.create(db, name, this.reader);
  }

  apply(collection: Collection, change: Change): void {
    const planned = planChange(collection, change);
    if (this.claims.size > 0) this.checkHolders(planned.claims);
    checkUnique(planned, ({ key }) => this.reader.get(key));
    applyChange(planned, this.reader, this.catalog);
  }

  private checkHolders(claims: Claim[]): void {
    for (const { text } of claims) {
      const holder = this.claims.holder(text);
      if (holder) throw new ClaimHeld(holder);
    }
  }
}
