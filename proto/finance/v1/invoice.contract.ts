import { z } from 'zod';
import { AUTHOR_NAME } from '../../common/v1/author.contract.ts';
import {
  boolean,
  Currency,
  described,
  ListQuery,
  list,
  longText,
  number,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import {
  clearable,
  custom,
  freeText,
  inputOf,
  patchOf,
  readOnly,
  recordOf,
  shortText,
} from '../../common/v1/fields.contract.ts';
import { freeFieldsText, freeForm, freeObject } from '../../common/v1/free-form.contract.ts';
import { paymentTerms } from '../../common/v1/payment-terms.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { AllocateInvoiceRequest as AllocateInvoiceMessage } from '../../gen/finance/v1/AllocateInvoiceRequest.ts';
import type { Invoice as InvoiceMessage } from '../../gen/finance/v1/Invoice.ts';
import type { InvoiceInput as InvoiceInputMessage } from '../../gen/finance/v1/InvoiceInput.ts';
import type { InvoicePatch as InvoicePatchMessage } from '../../gen/finance/v1/InvoicePatch.ts';
import type { InvoicePayment as InvoicePaymentMessage } from '../../gen/finance/v1/InvoicePayment.ts';
import type { IssueInvoiceRequest as IssueInvoiceMessage } from '../../gen/finance/v1/IssueInvoiceRequest.ts';
import type { ListInvoicePaymentsRequest as ListInvoicePaymentsMessage } from '../../gen/finance/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicesRequest as ListInvoicesMessage } from '../../gen/finance/v1/ListInvoicesRequest.ts';
import type { PayInvoiceRequest as PayInvoiceMessage } from '../../gen/finance/v1/PayInvoiceRequest.ts';
import type { RemoveInvoicePaymentRequest as RemoveInvoicePaymentMessage } from '../../gen/finance/v1/RemoveInvoicePaymentRequest.ts';
import type { UpdateInvoiceRequest as UpdateInvoiceMessage } from '../../gen/finance/v1/UpdateInvoiceRequest.ts';
import { internalNotes } from './internal-notes.contract.ts';
import { day, MAX_AMOUNT, MAX_PRICE, MAX_QUANTITY, plainDate } from './money.contract.ts';
import { taxExemptionReason, taxes } from './tax.contract.ts';

/** decisions 4: Invoice. */
export const invoiceStatuses = ['draft', 'issued', 'partially_paid', 'paid', 'overdue', 'cancelled'] as const;

export const InvoiceStatus = z
  .enum(invoiceStatuses)
  .describe('Status of an invoice. Operations, payments and the due date change it.');
export const NewInvoiceStatus = InvoiceStatus.exclude(['overdue']).describe(
  'Status of a new invoice. `overdue` cannot be set: it follows from the due date.',
);

const OF_ORDER_LINE =
  'If the order line has a style, this is taken from it when the line is written, and again when the invoice is issued; a sent value is ignored.';

const lineWords = {
  id: 'Id of the line, made by the service. Send it to keep the line. An unknown id is refused.',
  invoiceId: 'Id of the invoice that has the line.',
  salesOrderLineItemId: 'Id of the invoiced line of the sales order.',
  styleName: `Name of the style. ${OF_ORDER_LINE}`,
  refId: `refId of the style. ${OF_ORDER_LINE}`,
  color: `Color of the SKU. ${OF_ORDER_LINE}`,
  size: `Size of the SKU. ${OF_ORDER_LINE}`,
  description: 'Description of the invoiced goods or services.',
  qty: 'Quantity. Above 0.',
  unitPrice:
    'Price of one unit in the currency of the invoice. Below 0 for a discount. At most 6 decimal places are kept.',
  discountPercent: 'Discount of the line in percent.',
  taxRate: 'Tax rate of the line in percent. Default: the tax rate of the invoice.',
  amount:
    "Amount of the line: qty × unitPrice × (1 - discountPercent / 100), rounded once half-up to the currency's minor unit. As sent if qty or unitPrice is missing.",
  attributes: 'Free fields of the caller. Fields of the line without a name in this schema are stored here.',
};

const line = {
  id: z.string(),
  invoiceId: z.string(),
  salesOrderLineItemId: z.string().nullable(),
  styleName: z.string().nullable(),
  refId: z.string().nullable(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  description: z.string().nullable(),
  qty: z.number().nullable(),
  unitPrice: z.number().nullable(),
  discountPercent: z.number().nullable(),
  taxRate: z.number().nullable(),
  amount: z.number().nullable(),
  attributes: z.record(z.string(), z.unknown()),
};

export const InvoiceLine = z.strictObject(described(line, lineWords));

const lineInput = described(
  {
    id: recordId().exactOptional(),
    salesOrderLineItemId: recordId().exactOptional(),
    styleName: text().exactOptional(),
    refId: text().exactOptional(),
    color: text().exactOptional(),
    size: text().exactOptional(),
    description: longText().exactOptional(),
    qty: number({ le: MAX_QUANTITY })
      .refine((qty) => qty > 0, 'a quantity is above 0')
      .exactOptional(),
    unitPrice: number({ ge: -MAX_PRICE, le: MAX_PRICE }).exactOptional(),
    discountPercent: number({ ge: 0, le: 100 }).exactOptional(),
    taxRate: number({ ge: 0, le: 100 }).exactOptional(),
    amount: number({ ge: -MAX_AMOUNT, le: MAX_AMOUNT }).exactOptional(),
  },
  lineWords,
);

/** Every field is optional. Fields without a name here are stored in `attributes`. */
export const InvoiceLineInput = freeForm({
  ...lineInput,
  attributes: freeObject().exactOptional().describe(lineWords.attributes),
});

/** A gateway of an earlier version sends these among the free fields. They become attributes, as there. */
const FORMERLY_FREE: ReadonlySet<string> = new Set([
  'styleName',
  'refId',
  'color',
  'size',
  'discountPercent',
  'taxRate',
]);

const InvoiceLineInMessage = z.strictObject({
  ...lineInput,
  attributes: freeFieldsText([]).exactOptional(),
  freeFields: freeFieldsText(Object.keys(line).filter((name) => !FORMERLY_FREE.has(name))).exactOptional(),
});

const amount = () => number({ ge: 0, le: MAX_AMOUNT });

const fields = {
  invoiceNumber: custom(
    { sent: text({ min: 1 }).exactOptional(), answered: z.string().nullable(), stored: String },
    'Number of the invoice. Unique in the org. Required, unless the org has an `invoice_number_format`: then an invoice without a number gets the next one when it is issued. It is null in a draft, and in a draft that was cancelled.',
  ),
  invoiceType: clearable(
    shortText(),
    'Type of the invoice: standard, proforma, deposit, credit_note, debit_note, or any other text.',
  ),
  salesOrderId: custom(
    { sent: recordId().exactOptional(), answered: z.string().nullable(), stored: String },
    'Id or documentId of the invoiced sales order.',
  ),
  orderNumber: readOnly({ answered: z.string().nullable() }, 'Number of the sales order: its documentId.'),
  deliveryNoteId: custom(
    { sent: recordId().exactOptional(), answered: z.string().nullable(), stored: String, onlyCreate: true },
    'Id or documentId of the delivery note whose goods are invoiced. It is of the same sales order.',
  ),
  deliveryNoteNumber: readOnly({ answered: z.string().nullable() }, 'Number of the delivery note: its documentId.'),
  clientId: custom(
    { sent: recordId().exactOptional(), answered: z.string().nullable(), stored: String },
    'Id of the client that pays. Default: the client of the order. It must be the client of the order.',
  ),
  clientName: readOnly(
    { answered: z.string().nullable() },
    'Current name of the client. Null while the name is not known.',
  ),
  currency: custom(
    { sent: Currency.exactOptional(), answered: Currency.nullable(), stored: String },
    'Currency of all amounts of the invoice. Default: the currency of the corrected invoice, else of the order, else of the client, else of the org, else null. A payment, a match and the PDF need a currency. PATCH can set a missing currency in any status.',
  ),
  subtotal: custom(
    { sent: amount().exactOptional(), answered: z.number().nullable(), stored: Number },
    'Sum of the amounts of the lines. If no line has an amount: as sent, or computed from taxAmount and totalAmount.',
  ),
  taxRate: custom(
    { sent: number({ ge: 0, le: 100 }).exactOptional(), answered: z.number().nullable(), stored: Number },
    'Tax rate in percent, for lines without a rate of their own.',
  ),
  taxAmount: custom(
    { sent: amount().exactOptional(), answered: z.number().nullable(), stored: Number },
    'Tax: for each rate the sum of its amounts × rate / 100, rounded once. If there are no line amounts or no rate: as sent, or computed from subtotal and totalAmount.',
  ),
  taxes: taxes(),
  taxExemptionReason: taxExemptionReason(' Default: the reason of the order.'),
  totalAmount: custom(
    { sent: amount().exactOptional(), answered: z.number().nullable(), stored: Number },
    'Total: subtotal + taxAmount. Null if no amount is known. A missing tax counts as 0.',
  ),
  paidAmount: custom(
    { sent: amount().exactOptional(), answered: z.number(), stored: Number, onlyCreate: true },
    'Sum of the payments, with the discounts that they took and with allocations of credit notes. A create with a value above 0 records one payment.',
  ),
  remainingBalance: custom(
    { sent: amount().exactOptional(), answered: z.number().nullable(), onlyCreate: true },
    'Unpaid amount: totalAmount - paidAmount; of a credit note, the amount that is left to allocate. A value in a request must agree within 0.01.',
  ),
  ...paymentTerms(' Default: that of the order, else of the client.'),
  discountTaken: readOnly(
    { answered: z.number(), stored: Number },
    'Part of paidAmount that payments within the discount left unpaid.',
  ),
  correctsInvoiceId: custom(
    { sent: recordId().exactOptional(), answered: z.string().nullable(), stored: String },
    'Id of the invoice that this credit note corrects. Its client, order and currency are the defaults of the credit note.',
  ),
  correctsInvoiceNumber: readOnly({ answered: z.string().nullable() }, 'Number of the invoice that this corrects.'),
  creditedAmount: readOnly(
    { answered: z.number(), stored: Number },
    'Sum of the totals of the issued credit notes that correct this invoice.',
  ),
  allocatedAmount: readOnly(
    { answered: z.number(), stored: Number },
    'Part of paidAmount that allocations of credit notes made; of a credit note, the amount that is allocated.',
  ),
  issuedDate: clearable(day(), 'Date of issue, as sent. Default: the day on which the invoice is issued.'),
  dueDate: clearable(
    day(),
    "Due date, as sent. Default: when the invoice is issued, `paymentTermsDays` after its issuedDate. If it is an ISO 8601 date, the invoice is overdue when that day has ended in the org's time zone.",
  ),
  // A create may set any status except `overdue` (decisions 4). Later, only operations and payments change it.
  status: { sent: NewInvoiceStatus.exactOptional(), answered: InvoiceStatus, stored: String, onlyCreate: true },
  notes: clearable(freeText(), 'Notes, as free text. They are printed and shown to the client.'),
  internalNotes: internalNotes(),
  lineItems: custom(
    { sent: list(InvoiceLineInput).exactOptional(), answered: z.array(InvoiceLine) },
    'Lines of the invoice.',
  ),
} as const;

/** interface: Invoice. */
export const Invoice = recordOf(fields);
export type Invoice = z.output<typeof Invoice>;

/** The quantities that lines are made of. */
export const linesFrom = ['ordered', 'shipped'] as const;

const making = {
  linesFrom: z
    .enum(linesFrom)
    .exactOptional()
    .describe(
      'Makes a line for each line of the order: of the ordered or shipped quantity, less what other invoices have, drafts included. Refused with `conflict` if nothing is left. A line has the price, the discount and the tax rate of the order line. The tax rate of the invoice is by default that of the order. Lines of the request come after them.',
    ),
};

export const InvoiceInput = inputOf(fields)
  .extend(making)
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

/** The body of an issue. */
export const InvoiceIssue = z
  .strictObject({
    override: boolean()
      .exactOptional()
      .describe('`true` issues the invoice although it invoices more than was ordered. Only for admins.'),
  })
  .meta({ examples: [{ override: true }] });

export const IssueInvoiceRequest = z.strictObject({ ...RecordRequest.shape, ...InvoiceIssue.shape });

export const InvoicePatch = patchOf(fields).meta({
  examples: [{ dueDate: '2027-04-15', notes: 'Two weeks more, as agreed by phone' }],
});

const lineItems = list(InvoiceLineInMessage).exactOptional();
const InvoiceInMessage = inputOf(fields).extend({ ...making, lineItems });
const InvoicePatchInMessage = patchOf(fields).extend({ lineItems });
export type InvoiceInMessage = z.output<typeof InvoiceInMessage>;
export type InvoicePatchInMessage = z.output<typeof InvoicePatchInMessage>;
/** The input of a line in a message. */
export type SentInvoiceLine = z.output<typeof InvoiceLineInMessage>;

const paymentWords = {
  invoiceId: 'Id of the paid invoice.',
  invoiceNumber: 'Number of the paid invoice.',
  amount: 'Paid amount, in the currency of the invoice. Above 0.',
  discount: 'Discount for early payment that the payment took. It counts as paid, too.',
  date: 'Date of the payment, as sent. Default: today.',
  reference: 'Payment reference of the payer or the bank.',
  bankStatementId: 'Id of the bank statement whose line made the payment by a match. Null for other payments.',
  bankStatementNumber: 'Number of that bank statement: its documentId.',
  bankLineId:
    'Id of the bank line that made the payment by a match. Null for other payments. Unmatching the line removes the payment.',
  creditNoteId: 'Id of the credit note that was allocated to the invoice. Null for other payments.',
  creditNoteNumber: 'Number of that credit note.',
  allocatedInvoiceId:
    'Of a payment of a credit note: id of the invoice that it was allocated to. Null for other payments.',
  allocatedInvoiceNumber: 'Number of that invoice.',
  createdAt: 'Time when the payment was recorded.',
  createdById: 'Id of the user or API key that recorded the payment.',
  createdByName: AUTHOR_NAME,
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
  .meta({ examples: [{ amount: 1500, date: '2027-02-12', reference: 'SEPA 4402117' }] });

export const InvoicePayment = z.strictObject(
  described(
    {
      id: z.string(),
      invoiceId: z.string(),
      invoiceNumber: z.string().nullable(),
      amount: z.number(),
      discount: z.number(),
      date: z.string(),
      reference: z.string().nullable(),
      bankStatementId: z.string().nullable(),
      bankStatementNumber: z.string().nullable(),
      bankLineId: z.string().nullable(),
      creditNoteId: z.string().nullable(),
      creditNoteNumber: z.string().nullable(),
      allocatedInvoiceId: z.string().nullable(),
      allocatedInvoiceNumber: z.string().nullable(),
      createdAt: timestamp(),
      createdById: z.string(),
      createdByName: z.string().nullable(),
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

/** The body of an allocation. */
export const InvoiceAllocation = z
  .strictObject(
    described({
      invoiceId: recordId().describe('Id of an invoice to the same client, in the same currency.'),
      amount: number({ le: MAX_AMOUNT })
        .refine((sum) => sum > 0, 'an allocation is above 0')
        .describe('Amount of the credit note that pays the invoice. Above 0.'),
    }),
  )
  .meta({ examples: [{ invoiceId: '{paid_invoice_id}', amount: 1500 }] });

export const AllocateInvoiceRequest = z.strictObject({ ...RecordRequest.shape, ...InvoiceAllocation.shape });

export const RemoveInvoicePaymentRequest = z.strictObject({ ...RecordRequest.shape, paymentId: recordId() });

/** The fields that GET /api/v1/invoices/{id}/payments sorts by. */
export const invoicePaymentSorts = ['createdAt'] as const;
/** Dates with ranges, and the dates and amounts that the list also sorts by. */
export const invoicePaymentRanges = ['date', 'createdAt', 'updatedAt'] as const;
export const invoicePaymentOtherSorts = ['date', 'amount', 'discount', 'updatedAt'] as const;
/** The amounts of payments that the list adds for `totals`. */
export const invoicePaymentAmounts = ['amount', 'discount'] as const;

export const ListInvoicePaymentsRequest = z.strictObject({ id: recordId(), query: ListQuery });

const [PAYMENT, REMOVAL] = ['earlier payments', 'removal of a payment'];

/** Moves between the statuses (decisions 4). */
const invoiceMoves = {
  issue: { from: ['draft'], to: 'issued', event: 'issued' },
  issuePartlyPaid: { from: ['draft'], to: 'partially_paid', event: 'issued', by: PAYMENT },
  issuePaid: { from: ['draft'], to: 'paid', event: 'issued', by: PAYMENT },
  // Only for the event `invoice.paid` of the payment that the create recorded. The invoice has this status already.
  openPartlyPaid: { from: ['partially_paid'], to: 'partially_paid', event: 'paid', by: PAYMENT },
  openPaid: { from: ['paid'], to: 'paid', event: 'paid', by: PAYMENT },
  pay: { from: ['issued', 'partially_paid'], to: 'partially_paid', event: 'paid' },
  payAll: { from: ['issued', 'partially_paid', 'overdue'], to: 'paid', event: 'paid', by: 'full payment' },
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
  about: 'Invoices to clients, with or without a sales order, and their payments.',
  service: 'finance',
  message: 'Invoice',
  field: 'invoice',
  reader: 'client',
  fields,
  record: Invoice,
  input: InvoiceInput,
  patch: InvoicePatch,
  filters: {
    status: severalOf(InvoiceStatus, 'Only invoices of this status.'),
    clientId: recordId().exactOptional().describe('Only invoices to the client of this id.'),
    salesOrderId: recordId().exactOptional().describe('Only invoices of the sales order of this id.'),
    correctsInvoiceId: recordId().exactOptional().describe('Only credit notes that correct the invoice of this id.'),
    styleId: recordId()
      .exactOptional()
      .describe('Only invoices with a line whose order line has the style of this id.'),
    skuId: recordId().exactOptional().describe('Only invoices with a line whose order line has the SKU of this id.'),
  },
  sorts: ['issuedDate', 'dueDate', 'totalAmount', 'createdAt'],
  dates: ['issuedDate', 'dueDate'],
  amounts: [
    'subtotal',
    'taxAmount',
    'totalAmount',
    'paidAmount',
    'remainingBalance',
    'discountTaken',
    'creditedAmount',
    'allocatedAmount',
  ],
  totals: true,
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
    Pinned<InvoiceInMessage, InvoiceInputMessage>,
    Pinned<InvoicePatchInMessage, InvoicePatchMessage>,
    Pinned<z.output<typeof UpdateInvoiceRequest>, UpdateInvoiceMessage>,
    Pinned<z.output<typeof invoice.requests.list>, ListInvoicesMessage>,
    Pinned<z.output<typeof IssueInvoiceRequest>, IssueInvoiceMessage>,
    Pinned<z.output<typeof PayInvoiceRequest>, PayInvoiceMessage>,
    Pinned<z.output<typeof ListInvoicePaymentsRequest>, ListInvoicePaymentsMessage>,
    Pinned<z.output<typeof AllocateInvoiceRequest>, AllocateInvoiceMessage>,
    Pinned<z.output<typeof RemoveInvoicePaymentRequest>, RemoveInvoicePaymentMessage>,
  ]
>;
