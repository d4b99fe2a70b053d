import {
  Invoice,
  InvoiceAllocation,
  InvoiceIssue,
  InvoicePayment,
  InvoicePaymentInput,
  invoice,
  invoicePaymentAmounts,
  invoicePaymentOtherSorts,
  invoicePaymentRanges,
  invoicePaymentSorts,
} from '#proto/finance/v1/contract.ts';
import { json, optional } from '../payload/bodies.ts';
import { deleted, record } from '../routing/answers.ts';
import { listRoutes } from '../routing/list.ts';
import { pdfRoute } from '../routing/pdf-route.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Invoices';
const path = '/api/v1/invoices';
const scope = 'write:invoices';

export const invoiceRoutes = [
  ...resourceRoutes(invoice, {
    searches: "invoiceNumber or the client's name",
    about:
      'If a line has an amount, the sums of the invoice are computed from its lines, and sums that are sent must agree within 0.01. Otherwise sums are stored as sent, and a missing one is computed from two of subtotal, tax and total. With `linesFrom`, lines are made of what was ordered or shipped and is not invoiced. Fields of a line that have no name in the schema are stored in its `attributes`. A line that is sent with its `id` stays the same line. After draft, only notes, `internalNotes` and dates can change. A caller of role client sees no drafts.',
    refusals: ['invalid_transition'],
    toDelete:
      'Of a draft without payments, or when it is cancelled; else refused with `in_use`. An invoice with a number of the series of the org cannot be deleted.',
    moves: {
      cancel: {
        summary: 'Cancel an invoice',
        description:
          'Allowed from draft, issued and overdue, if nothing is paid and no issued credit note corrects it.',
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/issue`,
    operationId: 'issueInvoice',
    tag,
    summary: 'Issue an invoice',
    description:
      "Allowed from draft. `issuedDate` is today if it is not set, and `dueDate` then follows from `paymentTermsDays`. An invoice without a number gets the next one of the org's `invoice_number_format`. The client then owes the amount of the invoice, and the uninvoiced amount of its order decreases by it. `invoicedQty` of the order's lines increases. Refused with `conflict` if more of a line would be invoiced than was ordered, plus the `over_invoicing_percent` of the org, or if a credit note has more than is left to credit of the invoice that it corrects. An admin can `override` the limit of quantities.",
    role: 'staff',
    scope,
    resource: 'Invoice',
    refusals: ['invalid_transition', 'conflict'],
    body: optional(json(InvoiceIssue)),
    answer: record(Invoice),
    handle: ({ invoices }, { target, body, call }) => invoices.issueInvoice({ ...target, ...body }, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/pay`,
    operationId: 'payInvoice',
    tag,
    summary: 'Record a payment of an invoice',
    description:
      'Allowed from issued, partially_paid and overdue. The invoice becomes partially_paid, or paid if nothing is left to pay. A payment within `discountDays` that leaves at most the discount unpaid settles the invoice: `discount` of the payment is the rest. An overdue invoice stays overdue until all is paid. An amount above the unpaid amount is a 422, and so is an amount with more decimals than the currency has.',
    role: 'staff',
    scope,
    resource: 'Invoice',
    refusals: ['invalid_transition'],
    body: json(InvoicePaymentInput, InvoicePayment),
    answer: record(Invoice),
    handle: ({ invoices }, { target, body, call }) => invoices.payInvoice({ ...target, ...body }, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/allocate`,
    operationId: 'allocateInvoice',
    tag,
    summary: 'Allocate a credit note to an invoice',
    description:
      'Pays an invoice of the same client and currency with a part of the credit note. Both get a payment that names the other. The answer is the credit note: its `remainingBalance` is what is left to allocate. The allocation is taken back by the removal of one of the two payments. An amount above what is left of the credit note or unpaid of the invoice is a 422.',
    role: 'staff',
    scope,
    resource: 'Invoice',
    refusals: ['invalid_transition'],
    body: json(InvoiceAllocation),
    answer: record(Invoice),
    handle: ({ invoices }, { target, body, call }) => invoices.allocateInvoice({ ...target, ...body }, call),
  }),
  ...listRoutes({
    path: `${path}/{id}/payments`,
    operationId: 'listInvoicePayments',
    tag,
    names: 'the payments of an invoice',
    role: 'client',
    scope: 'read:invoices',
    resource: 'Invoice',
    item: InvoicePayment,
    projected: true,
    filters: {},
    sorts: [...invoicePaymentSorts, ...invoicePaymentOtherSorts],
    ranges: invoicePaymentRanges,
    totals: invoicePaymentAmounts,
    fetch: ({ invoices }, { query }, call, { id }) => invoices.listInvoicePayments({ id, query }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}/payments/{payment_id}`,
    operationId: 'removeInvoicePayment',
    tag,
    summary: 'Remove a payment',
    description:
      'Removes the payment. The status of the invoice then follows from its other payments. A discount that the payment took is owed again. The other payment of an allocation is removed, too. A payment that was made by a match with a bank line is refused with `in_use`: unmatch the line instead.',
    role: 'staff',
    scope: 'delete:invoices',
    resource: 'Invoice',
    refusals: ['in_use'],
    answer: deleted('Payment'),
    handle: ({ invoices }, { target, params, call }) =>
      invoices.removeInvoicePayment({ ...target, paymentId: params.payment_id }, call),
  }),
  pdfRoute({
    path,
    resource: 'Invoice',
    tag,
    scope: 'read:invoices',
    reader: 'client',
    description: 'Returns the invoice as a PDF for the client.',
    draw: ({ invoices }, target, call) => invoices.drawInvoice(target, call),
  }),
];
