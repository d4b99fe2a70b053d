import { type Actor, createBom } from '../../../../../services/product/boms/domain/bom.ts';
import { type BomState, newBomState } from '../../../../../services/product/boms/domain/bom-change.ts';
import type { BomContext } from '../../../../../services/product/boms/domain/bom-view.ts';
import type { LineItem, LineItemInput } from '../../../../../services/product/boms/domain/line-items.ts';
import { type LineContext, replaceLines } from '../../../../../services/product/boms/domain/line-items.ts';
import type { Catalog, MaterialCard } from '../../../../../services/product/boms/domain/material-option.ts';

export const now = new Date('2026-03-01T12:00:00.000Z');
export const later = new Date('2026-03-02T12:00:00.000Z');
export const ann: Actor = { id: 'ann', isAdmin: false };
export const bob: Actor = { id: 'bob', isAdmin: false };
export const admin: Actor = { id: 'ada', isAdmin: true };

/** Ids that say in which order they were made. */
export function ids(prefix = 'id') {
  let made = 0;
  return () => `${prefix}${++made}`;
}

const material = (fields: Partial<MaterialCard> & { id: string }): MaterialCard => ({
  documentId: fields.id.toUpperCase(),
  name: `Material ${fields.id}`,
  skuIds: [],
  supplierId: null,
  supplierName: null,
  cost: null,
  currency: null,
  ...fields,
});

export const denim = material({ id: 'denim', skuIds: ['blue', 'black'], supplierId: 'mill', supplierName: 'Mill' });
export const zip = material({ id: 'zip', cost: 2, currency: 'EUR' });

const byKey = (cards: MaterialCard[]) =>
  new Map(cards.flatMap((card) => [[card.id, card] as const, [card.documentId, card] as const]));

export const catalog: Catalog = {
  materials: byKey([denim, zip]),
  suppliers: new Map([
    ['mill', { id: 'mill', name: 'Mill' }],
    ['maker', { id: 'maker', name: 'Zip Maker' }],
  ]),
};

export const rates = { EUR: '1.08', JPY: '0.0067' };

export const context = (newId = ids()): LineContext => ({ catalog, rates, newId });

/** The whole list anew, in one go. */
export function replaced(before: readonly LineItem[], inputs: readonly LineItemInput[], by: LineContext): LineItem[] {
  const steps = replaceLines(before, inputs, by);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const makeLines = (inputs: LineItemInput[], newId = ids('line')): LineItem[] =>
  replaced([], inputs, context(newId));

export const around: BomContext = {
  style: { id: 's1', documentId: 'STY-2026-000001', name: 'Jeans', refId: null },
  rates,
};

const origin = { id: 'b1', orgId: 'o1', documentId: 'BOM-2026-000001', versionId: 'v1' };

/** A new BOM with its first version's empty draft, or with those lines. */
export function newState(lineItems: LineItem[] = []): BomState {
  const { bom, contents } = newBomState(createBom({ styleId: 's1', createdById: 'ann' }, origin, now), around);
  return {
    bom,
    context: around,
    contents: new Map([...contents].map(([id, content]) => [id, { ...content, lineItems }])),
  };
}
