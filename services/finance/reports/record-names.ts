import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { type Names, NO_NAMES } from '../documents/domain/named-line.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

interface OfStyle {
  styleId: string | null;
  skuId: string | null;
}

/** Ids in one query. */
const BATCH = 500;

/** The rows with the present names of their style and SKU. Names that finance has no copy of are null. */
export async function withStyleNames<Row extends OfStyle>(
  copies: Pick<LocalCopies, 'styleNames'>,
  scope: ReadScope,
  rows: readonly Row[],
): Promise<(Row & Names)[]> {
  const ofStyles = Map.groupBy(rows.filter(hasStyle), ({ styleId }) => styleId);
  const styleIds = [...ofStyles.keys()];
  const names = new Map<OfStyle, Names>();
  for (let from = 0; from < styleIds.length; from += BATCH) {
    const items = styleIds.slice(from, from + BATCH).flatMap((id) => ofStyles.get(id) ?? []);
    for (const [item, found] of await copies.styleNames(scope, items)) names.set(item, found);
  }
  return rows.map((row) => ({ ...row, ...(names.get(row) ?? NO_NAMES) }));
}

const hasStyle = <Row extends OfStyle>(row: Row): row is Row & { styleId: string } => row.styleId !== null;

/** The present names of clients, suppliers or materials, by id. Ids that finance has no copy of are left out. */
export async function namesOf(
  copies: Pick<LocalCopies, 'known'>,
  scope: ReadScope,
  kind: 'client' | 'supplier' | 'material',
  ids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const found = await inBatches(ids, (some) => copies.known(scope, kind, some));
  return new Map([...found].map(([id, { name }]) => [id, name]));
}

/** The present names of styles, by id. Ids that finance has no copy of are left out. */
export const stylesOf = (
  copies: Pick<LocalCopies, 'knownStyles'>,
  scope: ReadScope,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, { name: string; refId: string | null }>> =>
  inBatches(ids, (some) => copies.knownStyles(scope, some));

async function inBatches<Value>(
  ids: readonly (string | null)[],
  read: (ids: string[]) => Promise<Map<string, Value>>,
): Promise<Map<string, Value>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const found = new Map<string, Value>();
  for (let from = 0; from < wanted.length; from += BATCH) {
    for (const [id, value] of await read(wanted.slice(from, from + BATCH))) found.set(id, value);
  }
  return found;
}
