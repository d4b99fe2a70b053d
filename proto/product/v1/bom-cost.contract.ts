import { z } from 'zod';
import { Currency, described, longText, text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BomCost as BomCostMessage } from '../../gen/product/v1/BomCost.ts';
import { BomVersionSummary } from './bom.contract.ts';
import { bomWords } from './bom-line-item.contract.ts';

const costDrift = z
  .strictObject({
    ratesInUsd: z.number().nullable().describe("By today's exchange rates."),
    materialsInUsd: z.number().nullable().describe("By today's costs of the materials."),
    totalInUsd: z.number().nullable().describe('Both.'),
  })
  .describe('What would be paid more today; null where it cannot be said.');

const costWords = {
  ...bomWords,
  costInUsd: 'cost × netBuyingConsumption, in USD.',
  todayInUsd: "The same by today's exchange rates and costs of the materials.",
  costInNativeCurrency: 'cost × netBuyingConsumption, in `nativeCurrency`.',
  netBuyingConsumption: 'What one piece takes, with the buying tolerance.',
  materialId: 'The chosen material.',
  description: 'What the line is for.',
};

const costSum = {
  native: z
    .array(
      z.strictObject({
        currency: Currency,
        amount: z.number().describe('cost × netBuyingConsumption, in the currency.'),
      }),
    )
    .describe('By currency.'),
  costInUsd: z.number().describe('The sum of the lines that have a cost in USD.'),
  todayInUsd: z.number().describe("The same by today's exchange rates and costs of the materials."),
  drift: costDrift,
  linesWithoutCost: z.int().describe('Lines that have no cost in USD, and are in no sum.'),
  linesWithoutTodayCost: z
    .int()
    .describe('Lines whose cost of today cannot be said; in neither `todayInUsd` nor the drift.'),
};

/** decisions 6: BOM cost. */
export const BomCost = z.strictObject({
  bomId: z.string().describe('The BOM that the version is of.'),
  version: BomVersionSummary.describe('The version that is costed.'),
  lineItems: z
    .array(
      z.strictObject(
        described(
          {
            lineItemId: z.string(),
            category: text(),
            description: longText().nullable(),
            materialId: z.string().nullable(),
            materialName: text().nullable(),
            netBuyingConsumption: z.number().nullable(),
            unit: text(),
            nativeCurrency: Currency.nullable(),
            costInNativeCurrency: z.number().nullable(),
            costInUsd: z.number().nullable(),
            todayInUsd: z.number().nullable(),
            drift: costDrift,
          },
          costWords,
        ),
      ),
    )
    .describe('Line by line.'),
  categories: z
    .array(z.strictObject({ category: text().describe('That the lines have in common.'), ...costSum }))
    .describe('The sums of each category.'),
  total: z.strictObject(costSum).describe('The sums of all lines.'),
});

export type BomCostPins = Agree<[Pinned<z.output<typeof BomCost>, BomCostMessage>]>;
