import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Rates } from '#chassis/domain/money.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { GetMarginRequest, type MarginRow } from '#proto/finance/v1/report.contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import { bomsOf, MAX_OPENED_LINES } from '../material-requirements/boms-of-goods.ts';
import { goodsOf } from '../material-requirements/domain/demand.ts';
import { type RequirementCopies, type Sources, sourcesOf } from '../material-requirements/sources.ts';
import type { ReportedOrders } from '../orders/reported-orders-repository.ts';
import { bomCost } from './domain/bom-cost.ts';
import {
  MARGIN_FILTERS,
  marginRow,
  type PieceCost,
  type PlainRow,
  type Sold,
  type SoldGoods,
  SoldLines,
  sumOf,
} from './domain/margin.ts';
import { refuseTooManyRows } from './domain/row-limit.ts';
import { namesOf, stylesOf } from './record-names.ts';
import { reportRpc } from './report-rpc.ts';

export interface MarginParts {
  orders: Pick<ReportedOrders, 'sold'>;
  copies: Pick<LocalCopies, 'known' | 'knownStyles'> & RequirementCopies;
  settings: Pick<OrgSettings, 'today'>;
  /** The org's exchange rates. Errors: upstream_unavailable when product cannot be reached. */
  rates(call: Call): Promise<Rates>;
}

/** The report of margins (decisions 7: Reports). */
export const marginReport = ({ orders, copies, settings, rates }: MarginParts) =>
  reportRpc({
    report: 'Margin',
    schema: GetMarginRequest,
    settings,
    async read(filter, call) {
      const { orgId } = call.principal;
      const lines = new SoldLines(filter.styleId);
      await orders.sold(orgId, filter, call.deadline, (order) => lines.add(order));
      const sold = lines.sorted();
      const costOf = await costsOf(sold, sourcesOf(copies, { orgId }, call));
      // Product is not asked for an org with one currency.
      const others = sold.some(({ order, goods }) => goods.some((one) => hasOther(order.currency, costOf(one))));
      const known = others ? await rates(call) : {};
      const timeSlices = new TimeSlices();
      const rows: PlainRow[] = [];
      for (const one of sold) {
        await timeSlices.giveWay();
        rows.push(marginRow(one, costOf, known));
      }
      return named(copies, { orgId }, rows);
    },
  });

const hasOther = (currency: string, cost: PieceCost): boolean =>
  !('problem' in cost) && [...cost.keys()].some((one) => one !== currency);

/** BOMs that are held at the same time. A BOM has up to 2,000 lines. */
const BATCH = 100;

/** Returns the costs of goods. Errors: validation_failed for too many BOM lines; the errors of `sources`. */
async function costsOf(sold: readonly Sold[], sources: Sources): Promise<(goods: SoldGoods) => PieceCost> {
  const all = sold.flatMap(({ goods }) => goods);
  const kits = await sources.kits(all.flatMap(({ styleId, skuId }) => (skuId === null ? [] : (styleId ?? []))));
  const opened = kits.size === 0 ? all : all.flatMap((one) => goodsOf(one, kits));
  const boms = await bomsOf(opened, sources);
  const wanted = [...new Set(opened.flatMap((goods) => boms.of(goods) ?? []))];
  const count = wanted.reduce((sum, id) => sum + (boms.lines.get(id) ?? 0), 0);
  refuseTooManyRows(count, MARGIN_FILTERS, MAX_OPENED_LINES, 'BOM lines');
  const ofBom = new Map<string, PieceCost>();
  for (let from = 0; from < wanted.length; from += BATCH) {
    const recipes = await sources.recipes(wanted.slice(from, from + BATCH));
    const unpriced = [...recipes.values()]
      .flatMap((recipe) => recipe.lines)
      .filter(({ cost, currency }) => cost === null || currency === null);
    const materials = await sources.materials(unpriced.flatMap(({ materialId }) => materialId ?? []));
    for (const [id, { lines }] of recipes) ofBom.set(id, bomCost(lines, materials));
  }
  const noBom = new Map<string | null, PieceCost>();
  const single = (goods: Omit<SoldGoods, 'qty'>): PieceCost => {
    const cost = ofBom.get(boms.of(goods) ?? '') ?? noBom.get(goods.styleId);
    if (cost) return cost;
    const unknown = { problem: 'no_bom', missing: goods.styleId } as const;
    noBom.set(goods.styleId, unknown);
    return unknown;
  };
  const ofKit = new Map<string, PieceCost>();
  return (goods) => {
    if (!kits.has(goods.skuId ?? '')) return single(goods);
    const key = `${goods.skuId} ${goods.bomId}`;
    const cost = ofKit.get(key) ?? kitCost(goodsOf(goods, kits), single);
    ofKit.set(key, cost);
    return cost;
  };
}

function kitCost(
  parts: readonly (Omit<SoldGoods, 'qty'> & { quantity: number })[],
  costOf: (goods: Omit<SoldGoods, 'qty'>) => PieceCost,
): PieceCost {
  const costs: (readonly [Exclude<PieceCost, { problem: unknown }>, number])[] = [];
  for (const part of parts) {
    const cost = costOf(part);
    if ('problem' in cost) return cost;
    costs.push([cost, part.quantity]);
  }
  return sumOf(costs);
}

/** The rows with the names of clients and styles. A style that has no BOM is named, too. */
async function named(copies: MarginParts['copies'], scope: ReadScope, rows: readonly PlainRow[]): Promise<MarginRow[]> {
  const clientIds = rows.map(({ clientId }) => clientId);
  const styleIds = rows.flatMap(({ styleId, problem, missing }) =>
    problem === 'no_bom' ? [styleId, missing] : styleId,
  );
  const [clients, styles] = await Promise.all([
    namesOf(copies, scope, 'client', clientIds),
    stylesOf(copies, scope, styleIds),
  ]);
  return rows.map((row) => {
    const { name: styleName = null, refId = null } = styles.get(row.styleId) ?? {};
    const missing = row.problem === 'no_bom' ? (styles.get(row.missing)?.name ?? row.description) : row.missing;
    return { ...row, clientName: clients.get(row.clientId) ?? null, styleName, refId, missing };
  });
}
