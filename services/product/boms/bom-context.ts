import { invalidField } from '#chassis/domain/errors.ts';
import type { ClientSession } from '#chassis/records/records.ts';
import type { Bom } from './domain/bom.ts';
import type { StyleSummary, Surroundings } from './domain/bom-view.ts';
import type { LineItem, LineItemChanges, LineItemInput } from './domain/line-item.ts';
import {
  type Catalog,
  keysOf,
  type MaterialCard,
  type MaterialOption,
  type MaterialOptionInput,
} from './domain/material-option.ts';
import type { Neighbours, StyleCard } from './neighbours.ts';

/** What a BOM is shown with. */
export async function surroundingsOf(
  { orgId, styleId }: Pick<Bom, 'orgId' | 'styleId'>,
  neighbours: Neighbours,
  session?: ClientSession,
): Promise<Surroundings> {
  const [style, rates] = await inTurn(
    () => neighbours.style(orgId, styleId, session),
    () => neighbours.rates(orgId, session),
  );
  return { style: style ? styleSummary(style) : null, rates };
}

/** Errors: validation_failed at styleId when there is none. */
export async function requireStyle(
  orgId: string,
  key: string,
  neighbours: Neighbours,
  session: ClientSession,
): Promise<StyleCard> {
  const style = await neighbours.style(orgId, key, session);
  if (style) return style;
  throw invalidField(['body', 'styleId'], 'no such style; POST /api/v1/styles creates one', key);
}

type Line = LineItemInput | LineItemChanges | LineItem;

/** The materials and suppliers that lines name. */
export async function catalogOf(
  orgId: string,
  lines: readonly Line[],
  neighbours: Neighbours,
  session: ClientSession,
): Promise<Catalog> {
  const options = lines.flatMap<MaterialOption | MaterialOptionInput>((line) => line.assignedMaterialOptions ?? []);
  const named = keysOf(options);
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  const [materials, suppliers] = await inTurn(
    () => neighbours.materials(orgId, unique([...named.materials, ...chosen]), session),
    () => neighbours.suppliers(orgId, unique(named.suppliers), session),
  );
  return { materials, suppliers };
}

/** The materials that lines have chosen, as they are today. */
export function chosenMaterials(
  orgId: string,
  lines: readonly LineItem[],
  neighbours: Neighbours,
): Promise<Map<string, MaterialCard>> {
  const chosen = lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);
  return neighbours.materials(orgId, unique(chosen));
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
