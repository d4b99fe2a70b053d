import type { Faults } from '#chassis/domain/faults.ts';
import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';

/** The amount of a material per piece: gross, and net of losses, in selling and buying units. */
export interface Consumption {
  grossConsumption: number | null;
  /** Percent. */
  sellingTolerance: number | null;
  netSellingConsumption: number | null;
  /** Percent. */
  buyingTolerance: number | null;
  netBuyingConsumption: number | null;
}

/** Maximum difference between a sent and a computed net amount (decisions 6: BOM). */
const AGREEMENT = '0.0001';
/** Decimals of computed amounts: far more precise than AGREEMENT, and few enough for a double. */
const PLACES = 10;

const SIDES = [
  { net: 'netSellingConsumption', tolerance: 'sellingTolerance' },
  { net: 'netBuyingConsumption', tolerance: 'buyingTolerance' },
] as const;

/**
 * Computes the fields that are null: net = gross × (1 + tolerance / 100), where a missing tolerance counts as 0
 * (decisions 6: BOM). A missing gross is computed from the selling net, otherwise from the buying net. Faults: a sent
 * net that does not agree.
 */
export function settleConsumption(sent: Consumption, faults: Faults): Consumption {
  const grossConsumption = sent.grossConsumption ?? grossOf(sent);
  const settled = { ...sent, grossConsumption };
  if (grossConsumption === null) return settled;
  for (const { net, tolerance } of SIDES) {
    const expected = parseDecimal(grossConsumption).times(growth(sent[tolerance])).round(PLACES);
    const given = sent[net];
    if (given === null) settled[net] = toNumber(expected);
    else if (!agree(parseDecimal(given), expected)) {
      faults.add([net], `${given} is not grossConsumption × (1 + ${tolerance} / 100) = ${expected}`, given);
    }
  }
  return settled;
}

/** `before` with `changes`. If gross or a tolerance changes, its net is computed again, unless the net is sent too. */
export function changeConsumption(
  before: Consumption,
  changes: { [Field in keyof Consumption]?: number | null },
  faults: Faults,
): Consumption {
  const merged = consumptionOf(before);
  if (!FIELDS.some((field) => changes[field] !== undefined)) return merged;
  for (const { net, tolerance } of SIDES) {
    if (changes.grossConsumption !== undefined || changes[tolerance] !== undefined) merged[net] = null;
  }
  for (const field of FIELDS) merged[field] = changes[field] === undefined ? merged[field] : changes[field];
  return settleConsumption(merged, faults);
}

/** The consumption fields of a line. Absent fields become null. */
export function consumptionOf(line: { [Field in keyof Consumption]?: number | null }): Consumption {
  return {
    grossConsumption: line.grossConsumption ?? null,
    sellingTolerance: line.sellingTolerance ?? null,
    netSellingConsumption: line.netSellingConsumption ?? null,
    buyingTolerance: line.buyingTolerance ?? null,
    netBuyingConsumption: line.netBuyingConsumption ?? null,
  };
}

const FIELDS = ['grossConsumption', ...SIDES.flatMap(({ net, tolerance }) => [tolerance, net])] as const;

function grossOf(sent: Consumption): number | null {
  const side = SIDES.find(({ net }) => sent[net] !== null);
  const net = side && sent[side.net];
  if (!side || net === null || net === undefined) return null;
  return toNumber(parseDecimal(net).div(growth(sent[side.tolerance])).round(PLACES));
}

const growth = (tolerance: number | null): Decimal =>
  parseDecimal(tolerance ?? 0)
    .times('0.01')
    .plus(1);

const agree = (one: Decimal, other: Decimal): boolean => one.minus(other).abs().lte(AGREEMENT);
