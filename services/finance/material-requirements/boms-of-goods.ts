import type { Demand } from './domain/demand.ts';
import type { Sources } from './sources.ts';

/** Maximum number of BOM lines that one request opens. An order of material requirements opens each of its BOMs once. */
export const MAX_OPENED_LINES = 200_000;

type Goods = Pick<Demand, 'bomId' | 'styleId'>;

interface Boms {
  /** The BOM with the materials of the goods; undefined if none is approved. */
  of(goods: Goods): string | undefined;
  /** Numbers of lines. */
  lines: ReadonlyMap<string, number>;
}

/**
 * The BOM of goods is that of their order line. Otherwise it is the BOM of the style that was approved last. Errors: the
 * errors of `sources`.
 */
export async function bomsOf(all: Iterable<Goods>, sources: Pick<Sources, 'bomsOf' | 'outlines'>): Promise<Boms> {
  const [styles, ids] = [new Set<string>(), new Set<string>()];
  for (const { bomId, styleId } of all) {
    if (bomId !== null) ids.add(bomId);
    else if (styleId !== null) styles.add(styleId);
  }
  const boms = await sources.bomsOf(styles);
  for (const { id } of boms) ids.add(id);
  const outlines = await sources.outlines(ids);
  const approvedAt = (id: string) => outlines.get(id)?.approvedAt ?? '';
  const ofStyle = new Map<string, string>();
  for (const { id, styleId } of boms) {
    const best = ofStyle.get(styleId);
    if (approvedAt(id) > (best === undefined ? '' : approvedAt(best))) ofStyle.set(styleId, id);
  }
  return {
    of: ({ bomId, styleId }) =>
      bomId === null ? ofStyle.get(styleId ?? '') : approvedAt(bomId) === '' ? undefined : bomId,
    lines: new Map([...outlines].map(([id, { lineCount }]) => [id, lineCount])),
  };
}
