import { z } from 'zod';
import { Currency, described, longText, text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BomCost as BomCostMessage } from '../../gen/product/v1/BomCost.ts';
import { BomVersionSummary } from './bom.contract.ts';
import { bomWords } from './bom-line-item.contract.ts';

const costDrift = z
  .strictObject({
    ratesInUsd: z.number().nullable().describe("Cost change in USD that comes from today's exchange rates."),
    materialsInUsd: z.number().nullable().describe("Cost change in USD that comes from today's material costs."),
    totalInUsd: z.number().nullable().describe('Total cost change in USD: ratesInUsd + materialsInUsd.'),
  })
  .describe("Drift: cost at today's rates and material costs minus `costInUsd`. Null if today's cost is unknown.");

const costWords = {
  ...bomWords,
  costInUsd: 'Cost in USD: material cost of one unit × netBuyingConsumption. Null if it is unknown.',
  todayInUsd: "Cost in USD at today's exchange rates and material costs. Null if it is unknown.",
  costInNativeCurrency:
    'Cost in `nativeCurrency`: material cost of one unit × netBuyingConsumption. Null if it is unknown.',
  netBuyingConsumption: 'Consumption for one piece in `unit`, with the buying tolerance.',
  materialId: 'Id of the chosen material.',
  description: 'Description of the line, as free text.',
};

const costSum = {
  native: z
    .array(
      z.strictObject({
        currency: Currency,
        amount: z.number().describe('Sum of material cost of one unit × netBuyingConsumption, in this currency.'),
      }),
    )
    .describe('Sums in native currencies, one entry for each currency.'),
  costInUsd: z.number().describe('Sum of the lines that have a cost in USD.'),
  todayInUsd: z.number().describe("Sum in USD at today's exchange rates and material costs."),
  drift: costDrift,
  linesWithoutCost: z.int().describe('Number of lines without a cost in USD. The sums in USD leave them out.'),
  linesWithoutTodayCost: z
    .int()
    .describe('Number of lines without a known cost of today. `todayInUsd` and `drift` leave them out.'),
};

/** decisions 6: BOM cost. */
export const BomCost = z.strictObject({
  bomId: z.string().describe('Id of the BOM.'),
  version: BomVersionSummary.describe('Version whose cost is computed.'),
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
    .describe('Cost of each line.'),
  categories: z
    .array(z.strictObject({ category: text().describe('Name of the category.'), ...costSum }))
    .describe('Sums for each category.'),
  total: z.strictObject(costSum).describe('Sums of all lines.'),
});

export type BomCostPins = Agree<[Pinned<z.output<typeof BomCost>, BomCostMessage>]>;
