import {
  Invoice,
  InvoicePayment,
  InvoicePaymentInput,
  invoice,
  invoicePaymentSorts,
} from '#proto/finance/v1/contract.ts';
import { json } from '../payload/bodies.ts';
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
      'Where a line has an amount, the lines are what the invoice comes to, and amounts that are sent must agree within 0.01. Else amounts are kept as sent, and what is missing follows from any two of subtotal, tax and total. Fields of a line that are not named are kept in its `attributes`; one that is sent with its `id` stays that line. After draft only notes and dates change.',
    refusals: ['invalid_transition'],
    toDelete: 'Of a draft without payments, or when it is cancelled; else refused with `in_use`.',
    moves: {
      issue: {
        summary: 'Issue an invoice',
        description:
          'From draft; issuedDate is today where it has none. Its client then owes it, and that much less by its order.',
      },
      cancel: {
        summary: 'Cancel an invoice',
        description: 'From draft, issued or overdue, as long as nothing of it is paid.',
      },
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/pay`,
    operationId: 'payInvoice',
    tag,
    summary: 'Record a payment of an invoice',
    description:
      'From issued, partially_paid or overdue. The invoice is then partially_paid or, when nothing is left, paid; one that is overdue stays so until all is paid. More than remains is a 422, and so are more decimals than the currency has.',
    role: 'staff',
    scope,
    resource: 'Invoice',
    refusals: ['invalid_transition'],
    body: json(InvoicePaymentInput, InvoicePayment),
    answer: record(Invoice),
    handle: ({ invoices }, { target, body, call }) => invoices.payInvoice({ ...target, ...body }, call),
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
    filters: {},
    sorts: invoicePaymentSorts,
    fetch: ({ invoices }, { query }, call, { id }) => invoices.listInvoicePayments({ id, query }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}/payments/{payment_id}`,
    operationId: 'removeInvoicePayment',
    tag,
    summary: 'Take a payment back',
    description:
      'The invoice is again what its other payments make of it. Refused with `in_use` for a payment that a match with a bank statement has made: that is unmatched.',
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
    description: 'As it is sent to its client.',
    draw: ({ invoices }, target, call) => invoices.drawInvoice(target, call),
  }),
];
