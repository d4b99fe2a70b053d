import { whyEnded } from '#chassis/domain/currencies.ts';
import { add, type Decimal, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import type { RecipeLine } from '#proto/product/v1/recipe.contract.ts';
import type { MaterialCopy, SupplierCopy } from '../../local-copies/domain/copy.ts';
import { type Bought, cover, type ShippedPieces, suppliesOf, type Want } from './coverage.ts';
import type { Demand } from './demand.ts';

/** Why a row cannot be bought; null if it can. */
export type Problem =
  | 'no_bom'
  | 'no_material'
  | 'no_consumption'
  | 'no_supplier'
  | 'no_currency'
  | 'ended_currency'
  | null;

/** A material that orders need, from one supplier. */
export interface Requirement {
  problem: Problem;
  /** Only of goods without an approved BOM. */
  styleId: string | null;
  styleSkuId: string | null;
  materialId: string | null;
  materialName: string | null;
  skuId: string | null;
  supplierId: string | null;
  supplierName: string | null;
  description: string | null;
  unit: string | null;
  needed: Decimal;
  onOrder: Decimal;
  toBuy: Decimal;
  minimum: Decimal;
  /** The quantity to order: what is to buy, at least the minimum, rounded up to QTY_PLACES. */
  order: Decimal;
  unitCost: number | null;
  currency: string | null;
  /** The currency of the order at the supplier: that of the cost, else of the supplier, else of the org. */
  buyIn: string | null;
  /** order × unitCost. */
  cost: Decimal | null;
  /** Epoch milliseconds. */
  deliveryDate: number | null;
  leadTimeDays: number | null;
  /** deliveryDate less leadTimeDays. */
  orderBy: number | null;
  /** `shipped`: the quantity in `pieces` of the order that are shipped. */
  orders: { salesOrderId: string; uncovered: Decimal; shipped: Decimal; pieces: ShippedPieces[] }[];
}

/** A BOM with its approved lines. */
export interface Recipe {
  id: string;
  /** RFC 3339. */
  approvedAt: string | null;
  lines: readonly RecipeLine[];
}

/** `pieces`: shipped pieces of the goods of each BOM. */
interface OrderWant extends Want {
  deliveryDate: number | null;
  consumption: Map<string, Decimal>;
  pieces: Map<string, Decimal>;
}

interface Row extends Omit<RecipeLine, 'netBuyingConsumption' | 'unit'> {
  problem: Problem;
  unit: string | null;
  styleId: string | null;
  styleSkuId: string | null;
  approvedAt: string;
  wants: Map<string, OrderWant>;
}

const NOTHING = parseDecimal(0);
const DAY_MS = 86_400_000;
/** Decimals of an ordered quantity. */
const QTY_PLACES = 4;
const ROUND_UP = 3;

/** Collects the materials that orders need. The numbers are exact decimals (decisions 7: Material requirements). */
export class Requirements {
  readonly #rows = new Map<string, Row>();
  /** The rows of BOM lines. Many orders open the same lines. */
  readonly #ofLine = new Map<RecipeLine, Row>();
  readonly #materials: ReadonlyMap<string, MaterialCopy>;
  readonly #orgCurrency: string | null;

  /** `orgCurrency`: the default currency of the org. */
  constructor(materials: ReadonlyMap<string, MaterialCopy>, orgCurrency: string | null) {
    this.#materials = materials;
    this.#orgCurrency = orgCurrency;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Adds the pieces of a demand. `recipe`: its BOM; undefined if no BOM is approved. */
  add(demand: Demand, recipe: Recipe | undefined): void {
    if (!recipe) {
      const { styleId, skuId: styleSkuId, description } = demand;
      const row = { ...NO_LINE, problem: 'no_bom', styleId, styleSkuId, description, approvedAt: '' } as const;
      want(this.#row(row), demand, { id: '', consumption: 1 });
      return;
    }
    for (const line of recipe.lines) {
      let row = this.#ofLine.get(line);
      if (!row) {
        const { netBuyingConsumption, ...known } = withDefaults(line, this.#materials.get(line.materialId ?? ''));
        const head = { ...known, styleId: null, styleSkuId: null, approvedAt: recipe.approvedAt ?? '' };
        row = this.#row({ ...head, problem: problemOf(known, netBuyingConsumption) });
        this.#ofLine.set(line, row);
      }
      want(row, demand, { id: recipe.id, consumption: line.netBuyingConsumption ?? 0 });
    }
  }

  /** The row that has the material, SKU, supplier and unit, with the values of `row` joined to it. */
  #row(row: Omit<Row, 'wants'>): Row {
    const { problem, materialId, skuId, supplierId, unit } = row;
    const of = materialId === null ? [row.styleId, row.styleSkuId, row.description] : [row.supplierName];
    const key = JSON.stringify([problem, materialId, skuId, supplierId, unit, ...of]);
    const found = this.#rows.get(key);
    const merged = found ? joined(found, row) : { ...row, wants: new Map() };
    this.#rows.set(key, merged);
    return merged;
  }

  /**
   * Computes the rows in steps: those with a problem first, then by the day of the order. `bought`: items of the org's
   * purchase orders.
   */
  *rows(bought: readonly Bought[], suppliers: ReadonlyMap<string, SupplierCopy>): Generator<void, Requirement[]> {
    const rows = [...this.#rows.values()];
    const wants = rows.flatMap((row) => (row.materialId === null ? [] : [...row.wants.values()]));
    // Earlier deliveries take what is bought for any order.
    yield* cover(wants, bought.flatMap(suppliesOf), byDate);
    const requirements: Requirement[] = [];
    for (const row of rows) {
      yield;
      if (row.materialId === null) for (const want of row.wants.values()) want.uncovered = want.open;
      const requirement = requirementOf(row, suppliers.get(row.supplierId ?? ''), this.#orgCurrency);
      // A fully shipped order needs nothing.
      if (requirement.needed.gt(NOTHING) || row.problem === 'no_consumption') requirements.push(requirement);
    }
    return requirements.toSorted(byUrgency);
  }
}

/** Adds the consumption of a demand to what its order needs of the row. `bom`: the BOM, with the quantity in one piece. */
function want(
  row: Row,
  { orderId, deliveryDate, open, shipped }: Demand,
  bom: { id: string; consumption: number },
): void {
  const { materialId, skuId, supplierId, unit } = row;
  const factor = parseDecimal(bom.consumption);
  const before = row.wants.get(orderId);
  const { consumption = new Map<string, Decimal>(), pieces = new Map<string, Decimal>() } = before ?? {};
  consumption.set(bom.id, add(consumption.get(bom.id) ?? NOTHING, factor));
  if (shipped.gt(NOTHING)) pieces.set(bom.id, shipped);
  const sum = (earlier: Decimal | undefined, pieces: Decimal) => add(earlier ?? NOTHING, multiply(pieces, factor));
  row.wants.set(orderId, {
    ...{ orderId, deliveryDate, materialId: materialId ?? '', skuId, supplierId, unit },
    open: sum(before?.open, open),
    shipped: sum(before?.shipped, shipped),
    uncovered: NOTHING,
    ...{ consumption, pieces },
  });
}

/** A row's line without values. */
const NO_LINE = {
  materialId: null,
  materialName: null,
  skuId: null,
  supplierId: null,
  supplierName: null,
  unit: null,
  cost: null,
  currency: null,
  leadTimeDays: null,
  moq: null,
};

/** The line with the material's own values where the BOM has none. */
function withDefaults(line: RecipeLine, material: MaterialCopy | undefined): RecipeLine {
  const hasCost = line.cost !== null && line.currency !== null;
  const hasSupplier = line.supplierId !== null || line.supplierName !== null;
  return {
    ...line,
    materialName: material?.name ?? line.materialName,
    description: line.materialId === null ? line.description : null,
    supplierId: hasSupplier ? line.supplierId : (material?.supplierId ?? null),
    cost: hasCost ? line.cost : (material?.costInNativeCurrency ?? null),
    currency: hasCost ? line.currency : (material?.nativeCurrency ?? null),
    leadTimeDays: line.leadTimeDays ?? material?.leadTimeDays ?? null,
    moq: line.moq ?? material?.moq ?? null,
  };
}

function problemOf({ materialId, supplierId }: Omit<RecipeLine, 'netBuyingConsumption'>, consumption: number | null) {
  if (materialId === null) return 'no_material';
  if (consumption === null) return 'no_consumption';
  return supplierId === null ? 'no_supplier' : null;
}

/** A purchase order needs a currency that has not ended (decisions 1: Currencies). */
const currencyProblem = (code: string | null) =>
  code === null ? 'no_currency' : whyEnded(code) === undefined ? null : 'ended_currency';

/** The cost of the BOM that was approved last counts, with the longest lead time and the largest minimum. */
function joined(before: Row, row: Omit<Row, 'wants'>): Row {
  const latest = row.approvedAt > before.approvedAt && row.cost !== null ? row : before;
  const { cost, currency, approvedAt } = latest.cost === null ? row : latest;
  const most = (one: number | null, other: number | null) => (other === null || (one ?? -1) > other ? one : other);
  before.leadTimeDays = most(before.leadTimeDays, row.leadTimeDays);
  before.moq = most(before.moq, row.moq);
  return Object.assign(before, { cost, currency, approvedAt });
}

function requirementOf(row: Row, supplier: SupplierCopy | undefined, orgCurrency: string | null): Requirement {
  const wants = [...row.wants.values()];
  const missing = wants.filter(({ uncovered }) => uncovered.gt(NOTHING));
  const needed = add(...wants.map(({ open }) => open));
  const toBuy = add(...missing.map(({ uncovered }) => uncovered));
  const minimum = parseDecimal(row.moq ?? 0);
  const order = toBuy.eq(NOTHING) ? NOTHING : (toBuy.gt(minimum) ? toBuy : minimum).round(QTY_PLACES, ROUND_UP);
  const { cost: unitCost, currency, materialId, materialName, skuId, supplierId, description, unit } = row;
  const buyIn = currency ?? supplier?.currency ?? orgCurrency;
  const leadTimeDays = row.leadTimeDays ?? supplier?.leadTimeDays ?? null;
  const dates = (missing.length > 0 ? missing : wants).flatMap(({ deliveryDate }) => deliveryDate ?? []);
  const deliveryDate = dates.length > 0 ? dates.reduce((one, other) => Math.min(one, other)) : null;
  return {
    problem: row.problem ?? (toBuy.gt(NOTHING) ? currencyProblem(buyIn) : null),
    ...{ styleId: row.styleId, styleSkuId: row.styleSkuId },
    ...{ materialId, materialName, skuId, supplierId, description, unit },
    supplierName: supplier?.name ?? row.supplierName,
    ...{ needed, onOrder: needed.minus(toBuy), toBuy, minimum, order, unitCost, currency, buyIn },
    cost: unitCost === null ? null : roundTo(currency, multiply(order, parseDecimal(unitCost))),
    ...{ deliveryDate, leadTimeDays },
    orderBy: deliveryDate === null ? null : deliveryDate - Math.ceil(leadTimeDays ?? 0) * DAY_MS,
    orders: wants.map(({ orderId: salesOrderId, uncovered, shipped, pieces }) => ({
      ...{ salesOrderId, uncovered, shipped },
      pieces: [...pieces].map(([bomId, qty]) => ({ bomId, qty: qty.toFixed() })),
    })),
  };
}

type Dated = { deliveryDate: number | null; orderId: string };
const late = (date: number | null) => date ?? Number.POSITIVE_INFINITY;
const byDate = (one: Dated, other: Dated) =>
  compare(late(one.deliveryDate), late(other.deliveryDate)) || compare(one.orderId, other.orderId);

const byUrgency = (one: Requirement, other: Requirement) =>
  compare(one.problem === null ? 1 : 0, other.problem === null ? 1 : 0) ||
  compare(late(one.orderBy), late(other.orderBy)) ||
  compare(one.supplierName ?? '', other.supplierName ?? '') ||
  compare(one.materialName ?? '', other.materialName ?? '');

const compare = <T extends number | string>(one: T, other: T) => (one < other ? -1 : Number(one > other));
