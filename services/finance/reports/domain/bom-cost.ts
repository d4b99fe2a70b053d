import { add, type Decimal, multiply, parseDecimal } from '#chassis/domain/money.ts';
import type { RecipeLine } from '#proto/product/v1/recipe.contract.ts';
import type { MaterialCopy } from '../../local-copies/domain/copy.ts';
import type { PieceCost } from './margin.ts';

type Priced = Pick<
  RecipeLine,
  'materialId' | 'materialName' | 'description' | 'netBuyingConsumption' | 'cost' | 'currency'
>;

/**
 * The cost of the materials of one piece, by currency. A line without a cost has that of its material (decisions 7:
 * Material requirements).
 */
export function bomCost(lines: readonly Priced[], materials: ReadonlyMap<string, MaterialCopy>): PieceCost {
  if (lines.length === 0) return { problem: 'no_lines', missing: null };
  const sums = new Map<string, Decimal>();
  for (const line of lines) {
    const material = materials.get(line.materialId ?? '');
    const missing = material?.name ?? line.materialName ?? line.description;
    if (line.netBuyingConsumption === null) return { problem: 'no_consumption', missing };
    const own = line.cost !== null && line.currency !== null;
    const cost = own ? line.cost : (material?.costInNativeCurrency ?? null);
    const currency = own ? line.currency : (material?.nativeCurrency ?? null);
    if (cost === null || currency === null) return { problem: 'no_cost', missing };
    const amount = multiply(parseDecimal(line.netBuyingConsumption), parseDecimal(cost));
    sums.set(currency, add(sums.get(currency) ?? parseDecimal(0), amount));
  }
  return sums;
}
