import type { Sku } from './sku.ts';
import type { Style } from './style.ts';

/** A reference from a kit to its contents, as BOM usage shows it (decisions 6: BOM usage). */
export interface KitReference {
  orgId: string;
  record: `sku:${string}`;
  kind: 'kit';
  /** The documentId of the kit's SKU. */
  name: string;
  status: string;
  createdAt: Date;
  targets: (`sku:${string}` | `style:${string}`)[];
}

/** The references of the kits that a change adds, removes or shows differently. */
export function kitChanges(before: Style, after: Style): KitReference[] {
  const had = new Map(before.skus.filter(isKit).map((sku) => [sku.id, sku]));
  const has = new Map(after.skus.filter(isKit).map((sku) => [sku.id, sku]));
  const shownAnew = before.status !== after.status;
  const changed = [...has.values()].filter((sku) => shownAnew || had.get(sku.id)?.kittedBundle !== sku.kittedBundle);
  const ended = [...had.values()].filter(({ id }) => !has.has(id));
  return [
    ...changed.map((sku) => referenceOf(sku, after, sku.kittedBundle)),
    ...ended.map((sku) => referenceOf(sku, after, [])),
  ];
}

const isKit = ({ isKittedBundle }: Sku) => isKittedBundle;

function referenceOf({ id, documentId }: Sku, style: Style, kit: Sku['kittedBundle']): KitReference {
  const targets = kit.flatMap(({ skuId, styleId }) => [`sku:${skuId}` as const, `style:${styleId}` as const]);
  const { orgId, status, createdAt } = style;
  return {
    orgId,
    record: `sku:${id}`,
    kind: 'kit',
    name: documentId,
    status,
    createdAt,
    targets: [...new Set(targets)],
  };
}
