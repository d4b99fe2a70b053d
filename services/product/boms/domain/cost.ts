import {
  add,
  type Decimal,
  inUsd,
  multiply,
  parseDecimal,
  type Rates,
  roundTo,
  toNumber,
} from '#chassis/domain/money.ts';
import { type BomVersion, ratesOf, type VersionContent } from './bom-version.ts';
import { type VersionSummary, versionSummary } from './bom-view.ts';
import { chosenOption, type LineItem, unitCostInUsd } from './line-items.ts';
import type { MaterialCard } from './material-option.ts';

interface Amount {
  currency: string;
  amount: number;
}

/**
 * The change of the cost in USD since the version's costs were fixed. `ratesInUsd`: by the present exchange rates.
 * `materialsInUsd`: by the present material costs.
 */
export interface CostDrift {
  ratesInUsd: number | null;
  materialsInUsd: number | null;
  totalInUsd: number | null;
}

/** Costs per piece. A cost is null if the consumption, the material cost or the rate is missing. */
export interface LineCost {
  lineItemId: string;
  category: string;
  description: string | null;
  materialId: string | null;
  materialName: string | null;
  netBuyingConsumption: number | null;
  unit: string;
  nativeCurrency: string | null;
  /** netBuyingConsumption × materialCostInNativeCurrency, rounded to the currency's minor unit. */
  costInNativeCurrency: number | null;
  /** Rounded to cents. */
  costInUsd: number | null;
  /** The cost in USD at the present material cost and rate. */
  todayInUsd: number | null;
  drift: CostDrift;
}

export interface CostSum {
  native: Amount[];
  costInUsd: number;
  todayInUsd: number;
  drift: { ratesInUsd: number; materialsInUsd: number; totalInUsd: number };
  /** Number of lines without a cost in USD. The sums do not include these lines. */
  linesWithoutCost: number;
  /** Number of lines without a present cost in USD. `todayInUsd` and `drift` do not include these lines. */
  linesWithoutTodayCost: number;
}

export interface BomCost {
  bomId: string;
  version: VersionSummary;
  lineItems: LineCost[];
  categories: (CostSum & { category: string })[];
  total: CostSum;
}

/**
 * The costs of a version. `materials`: the present materials that lines have chosen. Sums add the rounded costs of
 * lines.
 */
export function costOf(
  version: BomVersion,
  content: VersionContent,
  { rates: today, materials }: { rates: Rates; materials: ReadonlyMap<string, MaterialCard> },
): BomCost {
  const rates = ratesOf(version, content, today);
  const lineItems = content.lineItems.map((line) => lineCost(line, rates, today, materials));
  const groups = Map.groupBy(lineItems, ({ category }) => category);
  return {
    bomId: content.bomId,
    version: versionSummary(version),
    lineItems,
    categories: [...groups].map(([category, lines]) => ({ category, ...sumOf(lines) })),
    total: sumOf(lineItems),
  };
}

function lineCost(line: LineItem, rates: Rates, today: Rates, materials: ReadonlyMap<string, MaterialCard>): LineCost {
  const { netBuyingConsumption: quantity, materialCostInNativeCurrency: unitCost, nativeCurrency } = line;
  const material = materials.get(line.chosenAssignedMaterialId ?? '');
  const cost = usdOf(quantity, unitCostInUsd(line, rates));
  const atTodaysRates = usdOf(quantity, unitCostInUsd(line, today));
  const now = usdOf(quantity, unitCostToday(line, material, today));
  return {
    lineItemId: line.id,
    category: line.category,
    description: line.description,
    materialId: line.chosenAssignedMaterialId,
    materialName: chosenOption(line)?.materialName ?? null,
    netBuyingConsumption: quantity,
    unit: line.unit,
    nativeCurrency,
    costInNativeCurrency:
      quantity === null || unitCost === null || nativeCurrency === null
        ? null
        : rounded(nativeCurrency, multiply(parseDecimal(quantity), parseDecimal(unitCost))),
    costInUsd: cost,
    todayInUsd: now,
    drift: {
      ratesInUsd: between(cost, atTodaysRates),
      materialsInUsd: between(atTodaysRates, now),
      totalInUsd: between(cost, now),
    },
  };
}

/** The present unit cost in USD. A chosen material with a cost of its own decides, otherwise the line. */
function unitCostToday(line: LineItem, material: MaterialCard | undefined, today: Rates): Decimal | undefined {
  if (!material || material.cost === null || material.currency === null) return unitCostInUsd(line, today);
  return inUsd(parseDecimal(material.cost), material.currency, today);
}

const usdOf = (quantity: number | null, unitCost: Decimal | undefined): number | null =>
  quantity === null || !unitCost ? null : rounded('USD', multiply(parseDecimal(quantity), unitCost));

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : toNumber(parseDecimal(to).minus(from));

function sumOf(lines: readonly LineCost[]): CostSum {
  const total = (pick: (line: LineCost) => number | null) => sum(lines.map(pick));
  return {
    native: sumByCurrency(lines),
    costInUsd: total(({ costInUsd }) => costInUsd),
    todayInUsd: total(({ todayInUsd }) => todayInUsd),
    drift: {
      ratesInUsd: total(({ drift }) => drift.ratesInUsd),
      materialsInUsd: total(({ drift }) => drift.materialsInUsd),
      totalInUsd: total(({ drift }) => drift.totalInUsd),
    },
    linesWithoutCost: lines.filter(({ costInUsd }) => costInUsd === null).length,
    linesWithoutTodayCost: lines.filter(({ todayInUsd }) => todayInUsd === null).length,
  };
}

function sumByCurrency(lines: readonly LineCost[]): Amount[] {
  const byCurrency = Map.groupBy(
    lines.filter(({ costInNativeCurrency }) => costInNativeCurrency !== null),
    ({ nativeCurrency }) => nativeCurrency as string,
  );
  return [...byCurrency].map(([currency, costs]) => ({
    currency,
    amount: sum(costs.map(({ costInNativeCurrency }) => costInNativeCurrency)),
  }));
}

const sum = (amounts: readonly (number | null)[]): number =>
  toNumber(add(...amounts.flatMap((amount) => (amount === null ? [] : parseDecimal(amount)))));

const rounded = (currency: string, amount: Decimal): number => toNumber(roundTo(currency, amount));
