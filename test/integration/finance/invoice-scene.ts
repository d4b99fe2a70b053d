import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import type { InvoicePatch } from '#proto/gen/finance/v1/InvoicePatch.ts';
import { type Caller, query } from '../../support/service/callers.ts';
import type { FinanceService } from './finance-service.ts';

let numbers = 0;
export const number = () => `I-${++numbers}`;

/** Creates a draft of 100 EUR with a new number. */
export async function invoiced(
  { invoices }: FinanceService,
  who: Caller,
  fields: Partial<InvoiceInput> = {},
): Promise<Invoice> {
  const amounts = fields.lineItems ? {} : { totalAmount: 100 };
  const invoice = { invoiceNumber: number(), currency: 'EUR', lineItems: [], ...amounts, ...fields };
  return (await invoices.createInvoice({ invoice }, who)).record as Invoice;
}

/** Changes the fields of the patch. */
export async function changed(
  { invoices }: FinanceService,
  who: Caller,
  id: string,
  patch: Partial<InvoicePatch>,
): Promise<Invoice> {
  const change = { id, patch: { lineItems: [], ...patch }, fields: Object.keys(patch) };
  return (await invoices.updateInvoice(change, who)).record as Invoice;
}

export const read = async ({ invoices }: FinanceService, who: Caller, id: string): Promise<Invoice> =>
  (await invoices.getInvoice({ id }, who)).record as Invoice;

export const paymentsOf = async ({ invoices }: FinanceService, who: Caller, id: string) =>
  (await invoices.listInvoicePayments({ id, ...query({ limit: 100 }) }, who)).data;
