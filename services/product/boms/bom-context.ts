import { invalidField } from '#chassis/domain/errors.ts';
import type { ClientSession } from '#chassis/records/records.ts';
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
  { orgId, styleId }: Pick<Bom, 'orgId' | 'styleId'>,
  dependencies: BomDependencies,
  session?: ClientSession,
): Promise<BomContext> {
  const [style, rates] = await inTurn(
    () => dependencies.style(orgId, styleId, session),
    () => dependencies.rates(orgId, session),
  );
  return { style: style ? styleSummary(style) : null, rates };
}

/** Errors: validation_failed at styleId when there is none. */
export async function requireStyle(
  orgId: string,
  key: string,
  dependencies: BomDependencies,
  session: ClientSession,
): Promise<StyleCard> {
  const style = await dependencies.style(orgId, key, session);
  if (style) return style;
  throw invalidField(['body', 'styleId'], 'no such style; POST /api/v1/styles creates one', key);
}

type Line = LineItemInput | LineItemChanges | LineItem;

/** The materials and suppliers that lines name. */
export async function catalogOf(
  orgId: string,
  lines: readonly Line[],
  dependencies: BomDependencies,
  session: ClientSession,
): Promise<Catalog> {
  const options = lines.flatMap<MaterialOption | MaterialOptionInput>((line) => line.assignedMaterialOptions ?? []);
  const named = keysOf(options);
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  const [materials, suppliers] = await inTurn(
    () => dependencies.materials(orgId, unique([...named.materials, ...chosen]), session),
    () => dependencies.suppliers(orgId, unique(named.suppliers), session),
  );
  return { materials, suppliers };
}

/** The materials that lines have chosen, as they are today. */
export function chosenMaterials(
  orgId: string,
  lines: readonly LineItem[],
  dependencies: BomDependencies,
): Promise<Map<string, MaterialCard>> {
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  return dependencies.materials(orgId, unique(chosen));
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
