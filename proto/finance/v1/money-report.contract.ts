import { z } from 'zod';
import { Currency, described, recordId } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { GetReceivablesRequest as GetReceivablesMessage } from '../../gen/finance/v1/GetReceivablesRequest.ts';
import type { GetTaxReportRequest as GetTaxReportMessage } from '../../gen/finance/v1/GetTaxReportRequest.ts';
import type { ReceivablesRow as ReceivablesRowMessage } from '../../gen/finance/v1/ReceivablesRow.ts';
import type { TaxReportRow as TaxReportRowMessage } from '../../gen/finance/v1/TaxReportRow.ts';

export const ReceivablesRow = z.strictObject(
  described(
    {
      clientId: z.string().nullable(),
      clientName: z.string().nullable(),
      currency: Currency,
      current: z.number(),
      days1To30: z.number(),
      days31To60: z.number(),
      days61To90: z.number(),
      daysOver90: z.number(),
      credits: z.number(),
      total: z.number(),
    },
    {
      clientId: 'Id of the client. Null for invoices without a client.',
      clientName: 'Current name of the client. Null while the name is not known.',
      currency: 'Currency of the amounts.',
      current: 'Unpaid amount of invoices that are not past their due date, or have none.',
      days1To30: 'Unpaid amount of invoices that are 1 to 30 days past their due date.',
      days31To60: 'Unpaid amount of invoices that are 31 to 60 days past their due date.',
      days61To90: 'Unpaid amount of invoices that are 61 to 90 days past their due date.',
      daysOver90: 'Unpaid amount of invoices that are more than 90 days past their due date.',
      credits: 'Amount that is left to allocate of credit notes. Below 0.',
      total: 'Sum of the amounts.',
    },
  ),
);
export type ReceivablesRow = z.output<typeof ReceivablesRow>;

const currency = Currency.exactOptional().describe('Only amounts in this currency.');

/** decisions 7: Reports. */
export const receivablesFilters = {
  clientId: recordId().exactOptional().describe('Only invoices to the client of this id.'),
  currency,
};

export const GetReceivablesRequest = z.strictObject(receivablesFilters);

export const TaxReportRow = z.strictObject(
  described(
    {
      month: z.string().nullable(),
      currency: Currency,
      rate: z.number().nullable(),
      base: z.number(),
      amount: z.number(),
    },
    {
      month: 'Month of issuedDate, for example `2026-03`. Null if ISO 8601 does not read the date.',
      currency: 'Currency of the amounts.',
      rate: 'Tax rate in percent. Null for amounts whose rate is not known.',
      base: 'Taxable amount of invoices, less that of credit notes.',
      amount: 'Tax of invoices, less that of credit notes.',
    },
  ),
);
export type TaxReportRow = z.output<typeof TaxReportRow>;

const month = (which: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .exactOptional()
    .describe(`${which} month of the report, for example \`2026-03\`.`);

/** decisions 7: Reports. */
export const taxFilters = { from: month('First'), to: month('Last'), currency };

export const GetTaxReportRequest = z.strictObject(taxFilters);

export type MoneyReportPins = Agree<
  [
    Pinned<ReceivablesRow, ReceivablesRowMessage>,
    Pinned<z.output<typeof GetReceivablesRequest>, GetReceivablesMessage>,
    Pinned<TaxReportRow, TaxReportRowMessage>,
    Pinned<z.output<typeof GetTaxReportRequest>, GetTaxReportMessage>,
  ]
>;
