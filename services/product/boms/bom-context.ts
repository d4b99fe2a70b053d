import { invalidField } from '#chassis/domain/errors.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { BomDependencies, StyleCard } from './bom-dependencies.ts';
import type { Bom } from './domain/bom.ts';
import type { BomContext, StyleSummary } from './domain/bom-view.ts';
import type { LineItem, LineItemChanges, LineItemInput } from './domain/line-item.ts';
import {
  type Catalog,
  keysOf,
  type MaterialCard,
  type MaterialOption,
  type MaterialOptionInput,
} from './domain/material-option.ts';

/** What a BOM is shown with. */
export async function bomContextOf(
  scope: ReadScope,
  { styleId }: Pick<Bom, 'styleId'>,
  dependencies: Pick<BomDependencies, 'style' | 'rates'>,
): Promise<BomContext> {
  const [style, rates] = await inTurn(
    () => dependencies.style(scope, styleId),
    () => dependencies.rates(scope),
  );
  return { style: style ? styleSummary(style) : null, rates };
}

/** Errors: validation_failed at styleId when there is none. */
export async function requireStyle(tx: ReadScope, key: string, dependencies: BomDependencies): Promise<StyleCard> {
  const style = await dependencies.style(tx, key);
  if (style) return style;
  throw invalidField(['body', 'styleId'], 'no such style; POST /api/v1/styles creates one', key);
}

type Line = LineItemInput | LineItemChanges | LineItem;

/** The materials and suppliers that lines name. */
export async function catalogOf(
  tx: ReadScope,
  lines: readonly Line[],
  dependencies: BomDependencies,
): Promise<Catalog> {
  const options = lines.flatMap<MaterialOption | MaterialOptionInput>((line) => line.assignedMaterialOptions ?? []);
  const named = keysOf(options);
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  const [materials, suppliers] = await inTurn(
    () => dependencies.materials(tx, unique([...named.materials, ...chosen])),
    () => dependencies.suppliers(tx, unique(named.suppliers)),
  );
  return { materials, suppliers };
}

/** The materials that lines have chosen, as they are today. */
export function chosenMaterials(
  scope: ReadScope,
  lines: readonly LineItem[],
  dependencies: BomDependencies,
): Promise<Map<string, MaterialCard>> {
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  return dependencies.materials(scope, unique(chosen));
}

export const styleSummary = ({ id, documentId, name, refId }: StyleCard): StyleSummary => ({
  id,
  documentId,
  name,
  refId,
});

const unique = (keys: string[]): string[] => [...new Set(keys)];

/** A transaction's operations may not run at once. */
async function inTurn<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const one = await first();
  return [one, await second()];
}
