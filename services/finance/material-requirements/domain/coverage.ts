import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';

/** An item of a purchase order that is not cancelled. */
export interface Bought {
  supplierId: string;
  materialId: string;
  skuId: string | null;
  unit: string | null;
  status: string;
  qty: string;
  receivedQty: string;
  forOrders: readonly BoughtPart[];
}

/** The part of an item that was bought for an order. */
export interface BoughtPart {
  salesOrderId: string;
  qty: string;
  /** The quantity in pieces of the order that were shipped before, by the BOMs of that time. */
  shippedQty: string;
  /** These pieces. Absent if there were none, and in parts of an earlier version. */
  shippedPieces?: readonly ShippedPieces[];
}

/** Shipped pieces of the goods of a BOM. `qty`: exact text. */
export interface ShippedPieces {
  bomId: string;
  qty: string;
}

/** A quantity that was bought, for an order or for any order. */
export interface Supply extends Pick<Bought, 'supplierId' | 'materialId' | 'skuId' | 'unit'> {
  /** Null: for any order. */
  orderId: string | null;
  /** The quantity in pieces of the order that were shipped before, by the BOMs of that time. */
  after: Decimal;
  afterPieces: readonly ShippedPieces[];
  left: Decimal;
}

const NOTHING = parseDecimal(0);
const CLOSED = 'closed';
const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

/**
 * The quantities of an item. The parts that were bought for orders count in full, also when they are received. The rest
 * counts until it is received, because the org's stock is not known. Of a closed order, only received goods count.
 */
export function suppliesOf(item: Bought): Supply[] {
  const { supplierId, materialId, skuId, unit, status, forOrders } = item;
  const [ordered, received] = [parseDecimal(item.qty), parseDecimal(item.receivedQty)];
  const total = status === CLOSED ? received : ordered;
  const common = { supplierId, materialId, skuId, unit };
  let left = total;
  const parts = forOrders.map(({ salesOrderId, qty, shippedQty, shippedPieces = [] }): Supply => {
    const part = least(parseDecimal(qty), left);
    left = left.minus(part);
    const before = { after: parseDecimal(shippedQty), afterPieces: shippedPieces };
    return { ...common, orderId: salesOrderId, ...before, left: part };
  });
  const open = least(left, total.minus(received));
  const rest: Supply = { ...common, orderId: null, after: NOTHING, afterPieces: [], left: open };
  return [...parts, rest].filter((supply) => supply.left.gt(NOTHING));
}

/** A quantity that an order needs of a material. */
export interface Want extends Pick<Supply, 'materialId' | 'skuId' | 'unit'> {
  supplierId: string | null;
  orderId: string;
  open: Decimal;
  /** The quantity in pieces that are shipped. */
  shipped: Decimal;
  /** The quantity in one piece of the goods of each BOM. */
  consumption: ReadonlyMap<string, Decimal>;
  /** The quantity that nothing covers. `cover` sets it. */
  uncovered: Decimal;
}

/**
 * Sets what purchases do not cover of each want, in steps. Quantities that were bought for an order cover the pieces that
 * were not shipped at that time. Then the other quantities cover the wants in the order of `compare`: those of the same
 * supplier first, then any. An item without a SKU or a unit fits all of the material.
 */
export function* cover<Wanted extends Want>(
  wants: readonly Wanted[],
  supplies: readonly Supply[],
  compare: (one: Wanted, other: Wanted) => number,
): Generator<void, void> {
  const byUse = Map.groupBy(supplies, ({ materialId, orderId }) => nameOf(materialId, orderId));
  const rivalsOf = new Map<string, Wanted[]>();
  for (const want of wants) {
    yield;
    want.uncovered = atLeastNothing(want.open);
    const name = nameOf(want.materialId, want.orderId);
    const rivals = rivalsOf.get(name);
    if (rivals) rivals.push(want);
    else if (byUse.has(name)) rivalsOf.set(name, [want]);
  }
  for (const [name, rivals] of rivalsOf) {
    yield;
    const own = Map.groupBy(byUse.get(name) ?? [], (supply) => wantOf(supply, rivals));
    for (const want of rivals) want.uncovered = atLeastNothing(want.open.minus(leftOf(own.get(want) ?? [], want)));
  }
  const others = wants.filter(({ materialId }) => byUse.has(nameOf(materialId, null))).toSorted(compare);
  const free = supplies.filter(({ orderId }) => orderId === null);
  const ofSupplier = Map.groupBy(free, (supply) => keyOf(supply, supply.supplierId));
  const ofAny = Map.groupBy(free, (supply) => keyOf(supply));
  // Supplies of the want's SKU first: the others fit more wants.
  for (const want of others) {
    yield;
    for (const goods of goodsOf(want)) take(want, ofSupplier.get(keyOf(goods, want.supplierId)) ?? []);
  }
  for (const want of others) {
    yield;
    for (const goods of goodsOf(want)) take(want, ofAny.get(keyOf(goods)) ?? []);
  }
}

type Goods = Pick<Supply, 'materialId' | 'skuId'>;

/** The goods of a want: the SKU, and the material without a SKU. */
const goodsOf = ({ materialId, skuId }: Want): Goods[] =>
  [...new Set([skuId, null])].map((one) => ({ materialId, skuId: one }));

const keyOf = ({ materialId, skuId }: Goods, supplierId: string | null = '') =>
  `${supplierId}:${materialId}:${skuId ?? ''}`;

/** `id`: of an order or a supplier; null: of none. */
const nameOf = (materialId: string, id: string | null) => `${id ?? ''}:${materialId}`;

const atLeastNothing = (quantity: Decimal): Decimal => (quantity.gt(NOTHING) ? quantity : NOTHING);

const fits = (supply: Supply, want: Want): boolean =>
  (supply.skuId === null || supply.skuId === want.skuId) && (supply.unit === null || supply.unit === want.unit);

/** The want that the supply was bought for: one of the same supplier if there is one. */
function wantOf(supply: Supply, wants: readonly Want[]): Want | undefined {
  const fitting = wants.filter((want) => fits(supply, want));
  return fitting.find(({ supplierId }) => supplierId === supply.supplierId) ?? fitting[0];
}

/**
 * The quantity in the pieces that were shipped before a supply was bought, by the present consumption: a new version of a
 * BOM must not look like shipped pieces. If one of the BOMs is not that of the goods any more, the former quantity counts.
 */
function shippedBefore({ after, afterPieces }: Supply, { consumption }: Want): Decimal {
  if (afterPieces.length === 0 || !afterPieces.every(({ bomId }) => consumption.has(bomId))) return after;
  return afterPieces.reduce(
    (sum, { bomId, qty }) => sum.plus(parseDecimal(qty).times(consumption.get(bomId) ?? NOTHING)),
    NOTHING,
  );
}

/** The rest of the supplies after the pieces that were shipped since they were bought. */
function leftOf(supplies: readonly Supply[], want: Want): Decimal {
  let [left, before] = [NOTHING, NOTHING];
  const until = (now: Decimal) => {
    left = atLeastNothing(left.minus(atLeastNothing(now.minus(before))));
    before = now;
  };
  const bought = supplies.map((supply) => ({ qty: supply.left, after: shippedBefore(supply, want) }));
  for (const { qty, after } of bought.toSorted((one, other) => one.after.cmp(other.after))) {
    until(after);
    left = left.plus(qty);
  }
  until(want.shipped);
  return left;
}

/** Covers the want with the supplies that fit, in their order. Used-up supplies are removed, so that no later want reads them. */
function take(want: Want, supplies: Supply[]): void {
  let at = 0;
  while (want.uncovered.gt(NOTHING) && at < supplies.length) {
    const supply = supplies[at] as Supply;
    if (supply.left.gt(NOTHING) && fits(supply, want)) {
      const part = least(want.uncovered, supply.left);
      want.uncovered = want.uncovered.minus(part);
      supply.left = supply.left.minus(part);
    }
    if (supply.left.gt(NOTHING)) at++;
    else supplies.splice(at, 1);
  }
}
