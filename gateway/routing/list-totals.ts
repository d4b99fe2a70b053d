import { z } from 'zod';
import { AppError } from '#chassis/domain/errors.ts';
import { boolean, Currency } from '#proto/common/v1/contract.ts';
import type { ListTotals } from '#proto/gen/common/v1/ListTotals.ts';

/** Milliseconds to wait while a service of an earlier version is replaced, in seconds (decisions 1: Errors). */
const RETRY_AFTER = 5;

/** The parameter of a list with totals. */
export const totalsParameter = () => ({
  totals: boolean()
    .default(false)
    .describe(
      'True: the answer also has `totals` of all records that the filters select, over all pages. At most 100,000 records are added: more are a 422. `format=csv` has no totals.',
    ),
});

/** The schema of the totals of a list (decisions 1: Totals). `amounts`: the names of the amounts that are added. */
export function totalsSchema(amounts: readonly string[]): z.ZodObject {
  const count = z.int().describe('Number of the selected records, over all pages.');
  const about = 'Only with `totals=true`: the totals of all records that the filters select, over all pages.';
  if (amounts.length === 0) return z.strictObject({ count }).describe(about);
  const sums = amounts.map((name) => [name, z.string().describe(`Sum of ${name}, as an exact decimal.`)]);
  const ofCurrency = z.strictObject({
    currency: Currency.nullable().describe('Currency of the amounts. Null for records without a currency.'),
    count: z.int().describe('Number of records in this currency.'),
    ...Object.fromEntries(sums),
  });
  return z.strictObject({ count, byCurrency: z.array(ofCurrency).describe('The sums by currency.') }).describe(about);
}

/** The totals of a reply, for callers. Errors: upstream_unavailable if a service of an earlier version answered. */
export function totalsBody(totals: ListTotals | null | undefined, amounts: readonly string[]): object {
  if (!totals) throw new AppError('upstream_unavailable', 'This list has no totals yet', { retryAfter: RETRY_AFTER });
  const { count, byCurrency } = totals;
  if (amounts.length === 0) return { count };
  return {
    count,
    byCurrency: byCurrency.map(({ currency, count: number, sums }) => ({
      currency: currency ?? null,
      count: number,
      ...Object.fromEntries(sums.map(({ field, sum }) => [field, sum])),
    })),
  };
}
