import { clearable, realNumber, wholeNumber } from './fields.contract.ts';

/** Maximum number of days of a payment term. */
const MAX_DAYS = 1_000;

/**
 * Payment terms as numbers (decisions 7: Payment terms). `otherwise`: the default of each field, as words for its
 * description.
 */
export const paymentTerms = (otherwise = '') => ({
  paymentTermsDays: clearable(
    wholeNumber({ ge: 0, le: MAX_DAYS }),
    `Days from the issue date of an invoice to its due date.${otherwise}`,
  ),
  discountPercent: clearable(
    realNumber({ ge: 0, le: 100 }),
    `Percent of the total that the client may keep if it pays within \`discountDays\`.${otherwise}`,
  ),
  discountDays: clearable(
    wholeNumber({ ge: 0, le: MAX_DAYS }),
    `Days from the issue date of an invoice in which a payment has the discount.${otherwise}`,
  ),
});

/** The names of the payment terms. */
export const paymentTermFields = ['paymentTermsDays', 'discountPercent', 'discountDays'] as const;
