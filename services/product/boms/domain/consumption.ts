import type { Faults } from '#chassis/domain/faults.ts';
import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';

/** The amount of a material for a piece: gross, and net of losses, in the units of sale and of purchase. */
export interface Consumption {
  grossConsumption: number | null;
  /** In percent. */
  sellingTolerance: number | null;
  netSellingConsumption: number | null;
  /** In percent. */
  buyingTolerance: number | null;
  netBuyingConsumption: number | null;
}

/** decisions 6, BOM: a net that is sent agrees within this. */
const AGREEMENT = '0.0001';
/** Decimal places of what is computed: far below the agreement, and what a number can hold. */
const PLACES = 10;

const SIDES = [
  { net: 'netSellingConsumption', tolerance: 'sellingTolerance' },
  { net: 'netBuyingConsumption', tolerance: 'buyingTolerance' },
] as const;

/**
 * Computes what is null: net = gross × (1 + tolerance / 100), a tolerance that is null counting as 0 (decisions 6: BOM).
 * Without a gross it is computed back from the selling side, else from the buying side. A net that does not agree is a
 * fault at its field.
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

/** `before` with `changes`. A net whose gross or tolerance changes is computed anew, unless it is named itself. */
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

/** The consumption of a line; fields that are left out are null. */
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
