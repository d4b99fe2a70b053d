import { z } from 'zod';
import { described } from '../../common/v1/contract.ts';
import { clearable, readOnly, shortText } from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ExactTax as ExactTaxMessage } from '../../gen/finance/v1/ExactTax.ts';
import type { Tax as TaxMessage } from '../../gen/finance/v1/Tax.ts';
import { decimal } from './money.contract.ts';

const words = {
  rate: 'Tax rate in percent. Null if no rate is known.',
  base: 'Sum of the taxed amounts.',
  amount: 'Tax on the base.',
  reason: 'The `taxExemptionReason` of the document, if no tax is charged. Else null.',
};

/** The tax of a document at one rate. */
export const Tax = z.strictObject(
  described(
    { rate: z.number().nullable(), base: z.number(), amount: z.number(), reason: z.string().nullable() },
    words,
  ),
);
export type Tax = z.output<typeof Tax>;

/** The tax of a purchase order at one rate. */
export const ExactTax = z.strictObject(
  described(
    { rate: decimal(), base: decimal(), amount: decimal(), reason: z.string().nullable() },
    { ...words, rate: 'Tax rate in percent.' },
  ),
);
export type ExactTax = z.output<typeof ExactTax>;

const ABOUT =
  'Tax at each rate, the highest rate first. The bases add up to the subtotal, and the amounts to taxAmount.';

/** Field of a document. It follows from the stored lines and sums at each read. */
export const taxes = () => readOnly({ answered: z.array(Tax) }, ABOUT);
export const exactTaxes = () => readOnly({ answered: z.array(ExactTax) }, ABOUT);

/** Field of a document: why no tax is charged. `more`: how the field gets its default. */
export const taxExemptionReason = (more = '') =>
  clearable(
    shortText(),
    `Reason why no tax is charged, for example \`Intra-Community supply, Art. 138\`. It is printed beside a tax of 0.${more}`,
  );

export type TaxPins = Agree<[Pinned<Tax, TaxMessage>, Pinned<ExactTax, ExactTaxMessage>]>;
