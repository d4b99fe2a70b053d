import { z } from 'zod';
import {
  Currency,
  described,
  ListQuery,
  list,
  longText,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import { freeFieldsText, freeForm, freeObject } from '../../common/v1/free-form.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import type { Invoice as InvoiceMessage } from '../../gen/finance/v1/Invoice.ts';
import type { InvoiceInput as InvoiceInputMessage } from '../../gen/finance/v1/InvoiceInput.ts';
import type { InvoicePatch as InvoicePatchMessage } from '../../gen/finance/v1/InvoicePatch.ts';
import type { InvoicePayment as InvoicePaymentMessage } from '../../gen/finance/v1/InvoicePayment.ts';
import type { ListInvoicePaymentsRequest as ListInvoicePaymentsMessage } from '../../gen/finance/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicesRequest as ListInvoicesMessage } from '../../gen/finance/v1/ListInvoicesRequest.ts';
import type { PayInvoiceRequest as PayInvoiceMessage } from '../../gen/finance/v1/PayInvoiceRequest.ts';
import type { RemoveInvoicePaymentRequest as RemoveInvoicePaymentMessage } from '../../gen/finance/v1/RemoveInvoicePaymentRequest.ts';
import type { UpdateInvoiceRequest as UpdateInvoiceMessage } from '../../gen/finance/v1/UpdateInvoiceRequest.ts';
import { MAX_AMOUNT, MAX_PRICE, MAX_QUANTITY, plainDate } from './money.contract.ts';

/** decisions 4: Invoice. */
export const invoiceStatuses = ['draft', 'issued', 'partially_paid', 'paid', 'overdue', 'cancelled'] as const;

export const InvoiceStatus = z
  .enum(invoiceStatuses)
  .describe('Of an invoice: moves and payments change it, and the day on which it is overdue.');
export const NewInvoiceStatus = InvoiceStatus.exclude(['overdue']).describe(
  'Of a new invoice: none is overdue because somebody says so.',
);

const lineWords = {
  id: 'Made by the service. A line sent with its id stays that line; an unknown id is refused.',
  invoiceId: 'The invoice that it is a line of.',
  salesOrderLineItemId: "The line of the invoice's order that it asks to be paid.",
  description: 'What is to be paid, in words.',
  qty: 'How many.',
  unitPrice: "For one, in the invoice's currency; below 0 for what is taken off. At most 6 places are kept.",
  amount: "qty × unitPrice, rounded half-up to the currency's minor unit; without them as sent.",
  attributes: 'Fields of your own: those that are sent beside the named ones come to be in here.',
};

const line = {
  id: z.string(),
  invoiceId: z.string(),
  salesOrderLineItemId: z.string().nullable(),
  description: z.string().nullable(),
  qty: z.number().nullable(),
  unitPrice: z.number().nullable(),
  amount: z.number().nullable(),
  attributes: z.record(z.string(), z.unknown()),
};

export const InvoiceLine = z.strictObject(described(line, lineWords));

const words = {
  invoiceNumber: 'A number of your own, unique in the org.',
  invoiceType: 'standard, proforma, deposit, credit_note, debit_note, or a word of your own.',
  salesOrderId: 'The order that it asks to be paid, by its id or documentId.',
  clientId: "Who is asked to pay. Default: the order's client; it is no other.",
  clientName: "The client's name as it is now; null while it is not known.",
  currency:
    "Currency of all amounts of the invoice. Default: the order's, else the client's, else the org's, else null. A payment, a match and the PDF need one; an invoice without a currency gets one by PATCH in any status.",
  subtotal: 'The sum of the amounts of its lines; without such amounts as sent, or as the others have it.',
  taxRate: 'In percent.',
  taxAmount: 'Of the subtotal by the rate, rounded once; without lines or rate as sent, or as the others have it.',
  totalAmount: 'subtotal + taxAmount; null while no amount of the invoice is known. Without a tax the tax is 0.',
  paidAmount: 'The sum of its payments. Above 0 at a create, it makes one payment.',
  remainingBalance: 'totalAmount - paidAmount. One that is sent must agree within 0.01.',
  issuedDate: 'When it was issued, as sent. Default: today, when it is issued.',
  dueDate:
    "When it is to be paid by, as sent. One that ISO 8601 reads makes it overdue when that day is over in the org's time zone.",
  notes: 'Whatever there is to say.',
  lineItems: 'What is to be paid.',
};

/** interface: Invoice. */
export const Invoice = z.strictObject(
  described(
    {
      id: z.string(),
      invoiceNumber: z.string(),
      invoiceType: z.string().nullable(),
      salesOrderId: z.string().nullable(),
      clientId: z.string().nullable(),
      clientName: z.string().nullable(),
      currency: Currency.nullable(),
      subtotal: z.number().nullable(),
      taxRate: z.number().nullable(),
      taxAmount: z.number().nullable(),
      totalAmount: z.number().nullable(),
      paidAmount: z.number(),
      remainingBalance: z.number().nullable(),
      issuedDate: z.string().nullable(),
      dueDate: z.string().nullable(),
      status: InvoiceStatus,
      notes: z.string().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      lineItems: z.array(InvoiceLine),
    },
    words,
  ),
);
export type Invoice = z.output<typeof Invoice>;

const lineInput = described(
  {
    id: recordId().exactOptional(),
    salesOrderLineItemId: recordId().exactOptional(),
    description: longText().exactOptional(),
    qty: number({ le: MAX_QUANTITY })
      .refine((qty) => qty > 0, 'a quantity is above 0')
      .exactOptional(),
    unitPrice: number({ ge: -MAX_PRICE, le: MAX_PRICE }).exactOptional(),
    amount: number({ ge: -MAX_AMOUNT, le: MAX_AMOUNT }).exactOptional(),
  },
  lineWords,
);

/** Each field may be left out; others are kept as attributes. */
export const InvoiceLineInput = freeForm({
  ...lineInput,
  attributes: freeObject().exactOptional().describe(lineWords.attributes),
});

const InvoiceLineInMessage = z.strictObject({
  ...lineInput,
  attributes: freeFieldsText([]).exactOptional(),
  freeFields: freeFieldsText(Object.keys(line)).exactOptional(),
});

const amount = () => number({ ge: 0, le: MAX_AMOUNT });

/** What a change may change. */
const changeable = {
  invoiceNumber: text({ min: 1 }),
  invoiceType: text().exactOptional(),
  salesOrderId: recordId().exactOptional(),
  clientId: recordId().exactOptional(),
  currency: Currency.exactOptional(),
  subtotal: amount().exactOptional(),
  taxRate: number({ ge: 0, le: 100 }).exactOptional(),
  taxAmount: amount().exactOptional(),
  totalAmount: amount().exactOptional(),
  issuedDate: plainDate().exactOptional(),
  dueDate: plainDate().exactOptional(),
  notes: longText().exactOptional(),
};

/** What a create says besides. */
const initial = {
  paidAmount: amount().exactOptional(),
  remainingBalance: amount().exactOptional(),
  /** Creating may name any status but one (decisions 4); a change of it is a move. */
  status: NewInvoiceStatus.exactOptional(),
};

export const InvoiceInput = z
  .strictObject(described({ ...changeable, ...initial, lineItems: list(InvoiceLineInput).exactOptional() }, words))
  .meta({
    examples: [
      {
        invoiceNumber: 'INV-2027-0042',
        invoiceType: 'standard',
        salesOrderId: '{sales_order_id}',
        taxRate: 23,
        dueDate: '2027-03-31',
        lineItems: [
          { salesOrderLineItemId: '{sales_order_line_item_id}', qty: 60, unitPrice: 47.5, costCentre: 'Outerwear' },
          { description: 'Discount for early payment', amount: -50 },
        ],
      },
    ],
  });

export const InvoicePatch = z
  .strictObject(described(optionalShape({ ...changeable, lineItems: list(InvoiceLineInput).exactOptional() }), words))
  .meta({ examples: [{ dueDate: '2027-04-15', notes: 'Two weeks more, as agreed by phone' }] });

const InvoiceInMessage = z.strictObject({
  ...changeable,
  ...initial,
  lineItems: list(InvoiceLineInMessage).exactOptional(),
});
const InvoicePatchInMessage = z.strictObject(
  optionalShape({ ...changeable, lineItems: list(InvoiceLineInMessage).exactOptional() }),
);
/** A line as it reaches the service. */
export type SentInvoiceLine = z.output<typeof InvoiceLineInMessage>;

const paymentWords = {
  invoiceId: 'The invoice that it pays of.',
  amount: "In the invoice's currency.",
  date: 'When it was paid, as sent. Default: today.',
  reference: "The payer's or the bank's word for it.",
  bankStatementId: 'Of a payment that a match with a line of a bank statement has made: that statement.',
  bankLineId: 'And that line. Such a payment goes when the match is undone.',
  createdAt: 'When it was recorded.',
  createdById: 'The user or the key that recorded it.',
};

/** The body of a payment. */
export const InvoicePaymentInput = z
  .strictObject(
    described(
      {
        amount: number({ le: MAX_AMOUNT }).refine((sum) => sum > 0, 'a payment is above 0'),
        date: plainDate().exactOptional(),
        reference: text().exactOptional(),
      },
      paymentWords,
    ),
  )
  .meta({ examples: [{ amount: 1500, date: '2027-03-12', reference: 'SEPA 4402117' }] });

export const InvoicePayment = z.strictObject(
  described(
    {
      id: z.string(),
      invoiceId: z.string(),
      amount: z.number(),
      date: z.string(),
      reference: z.string().nullable(),
      bankStatementId: z.string().nullable(),
      bankLineId: z.string().nullable(),
      createdAt: timestamp(),
      createdById: z.string(),
      updatedAt: timestamp(),
    },
    paymentWords,
  ),
);

export const CreateInvoiceRequest = z.strictObject({ invoice: InvoiceInMessage });

export const UpdateInvoiceRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: InvoicePatchInMessage,
  fields: z.array(z.string()),
});

export const PayInvoiceRequest = z.strictObject({ ...RecordRequest.shape, ...InvoicePaymentInput.shape });

export const RemoveInvoicePaymentRequest = z.strictObject({ ...RecordRequest.shape, paymentId: recordId() });

/** The fields that GET /api/v1/invoices filters and sorts by (decisions 6: Invoice). */
export const invoiceFilters = {
  status: InvoiceStatus.exactOptional().describe('Only invoices that are shown in this status.'),
  clientId: recordId().exactOptional().describe('Only invoices to the client of this id.'),
  salesOrderId: recordId().exactOptional().describe('Only invoices of the sales order of this id.'),
};
export const invoiceSorts = ['issuedDate', 'dueDate', 'totalAmount', 'createdAt'] as const;

export const ListInvoicesRequest = z.strictObject({ query: ListQuery, ...invoiceFilters });

/** The fields that GET /api/v1/invoices/{id}/payments sorts by. */
export const invoicePaymentSorts = ['createdAt'] as const;

export const ListInvoicePaymentsRequest = z.strictObject({ id: recordId(), query: ListQuery });

const [PAYMENT, REMOVAL] = ['earlier payments', 'taking a payment back'];

/** Moves between the statuses (decisions 4). */
const invoiceMoves = {
  issue: { from: ['draft'], to: 'issued', event: 'issued' },
  issuePartlyPaid: { from: ['draft'], to: 'partially_paid', event: 'issued', by: PAYMENT },
  issuePaid: { from: ['draft'], to: 'paid', event: 'issued', by: PAYMENT },
  // Tells of a payment that is as old as the invoice, which is where it leads already.
  openPartlyPaid: { from: ['partially_paid'], to: 'partially_paid', event: 'paid', by: PAYMENT },
  openPaid: { from: ['paid'], to: 'paid', event: 'paid', by: PAYMENT },
  pay: { from: ['issued', 'partially_paid'], to: 'partially_paid', event: 'paid' },
  payAll: { from: ['issued', 'partially_paid', 'overdue'], to: 'paid', event: 'paid', by: 'paying all' },
  payLate: { from: ['overdue'], to: 'overdue', event: 'paid', by: 'pay' },
  takeBack: { from: ['partially_paid', 'paid'], to: 'issued', event: 'payment_removed', by: REMOVAL },
  takeBackPart: { from: ['partially_paid', 'paid'], to: 'partially_paid', event: 'payment_removed', by: REMOVAL },
  takeBackLate: { from: ['overdue'], to: 'overdue', event: 'payment_removed', by: REMOVAL },
  takeBackEarly: { from: ['draft'], to: 'draft', event: 'payment_removed', by: REMOVAL },
  markOverdue: { from: ['issued', 'partially_paid'], to: 'overdue', event: 'overdue', by: 'the end of its dueDate' },
  cancel: { from: ['draft', 'issued', 'overdue'], to: 'cancelled', event: 'cancelled' },
} as const satisfies Moves;

export const invoice = resource({
  name: 'invoice',
  title: 'Invoice',
  plural: 'Invoices',
  scope: 'invoices',
  path: 'invoices',
  section: 'Invoices',
  about: 'Invoices to clients, for a sales order or without one, and their payments.',
  service: 'finance',
  message: 'Invoice',
  field: 'invoice',
  reader: 'client',
  fields: {},
  record: Invoice,
  input: InvoiceInput,
  patch: InvoicePatch,
  filters: invoiceFilters,
  sorts: invoiceSorts,
  searches: ['invoiceNumber'],
  moves: invoiceMoves,
});

type OnTheWire = Omit<Invoice, 'lineItems'> & {
  lineItems: (Omit<Invoice['lineItems'][number], 'attributes'> & { attributes: string })[];
};

export type InvoicePins = Agree<
  [
    Pinned<OnTheWire, InvoiceMessage>,
    Pinned<z.output<typeof InvoicePayment>, InvoicePaymentMessage>,
    Pinned<z.output<typeof InvoiceInMessage>, InvoiceInputMessage>,
    Pinned<z.output<typeof InvoicePatchInMessage>, InvoicePatchMessage>,
    Pinned<z.output<typeof UpdateInvoiceRequest>, UpdateInvoiceMessage>,
    Pinned<z.output<typeof ListInvoicesRequest>, ListInvoicesMessage>,
    Pinned<z.output<typeof PayInvoiceRequest>, PayInvoiceMessage>,
    Pinned<z.output<typeof ListInvoicePaymentsRequest>, ListInvoicePaymentsMessage>,
    Pinned<z.output<typeof RemoveInvoicePaymentRequest>, RemoveInvoicePaymentMessage>,
  ]
>;
