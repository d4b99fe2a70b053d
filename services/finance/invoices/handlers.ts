import { invalidField, Outdated } from '#chassis/domain/errors.ts';
import { preparedOf } from '#chassis/records/command.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_LIST, RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateInvoiceRequest,
  IssueInvoiceRequest,
  invoice,
  invoiceStatuses,
  UpdateInvoiceRequest,
} from '#proto/finance/v1/contract.ts';
import type { BankAccountRepository } from '../bank-accounts/repository.ts';
import type { DeliveryNoteRepository } from '../delivery-notes/repository.ts';
import { writingOf } from '../documents/document-versions.ts';
import { type NameCopies, withNames } from '../documents/line-names.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { refuseOverride } from '../documents/override.ts';
import { hiddenFromClient, ownClient } from '../documents/own-client.ts';
import { clientParty, type PartyCopies } from '../local-copies/party-of.ts';
import { isCounted, recounted } from '../orders/domain/invoicing.ts';
import type { Order } from '../orders/domain/order.ts';
import { holdOrder } from '../orders/order-references.ts';
import type { OrderRepository } from '../orders/repository.ts';
import { drawRecord } from '../pdf/draw-record.ts';
import type { Printer } from '../pdf/printer.ts';
import { leftOfNotes, requireCorrected, sumOfNotes } from './domain/correction.ts';
import { createInvoice } from './domain/create-invoice.ts';
import type { InvoiceLineInput } from './domain/invoice-line.ts';
import { isCreditNote } from './domain/invoice-status.ts';
import { type LinesFrom, linesFromOrder } from './domain/lines-from-order.ts';
import { cancelInvoice, deleteInvoice, issueInvoice } from './domain/move-invoice.ts';
import { printedInvoice } from './domain/printed-invoice.ts';
import { updateInvoice } from './domain/update-invoice.ts';
import type { InvoiceNumbers } from './invoice-number-repository.ts';
import {
  type InvoiceCopies,
  invoiceReferences,
  requireNote,
  resolveChanges,
  resolveLines,
  seriesFor,
  subjectOf,
} from './invoice-references.ts';
import { paymentMethods } from './payment-handlers.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { InvoicePayments } from './payments.ts';
import type { InvoiceRepository } from './repository.ts';

export interface InvoiceParts {
  writer: Writer;
  invoices: InvoiceRepository;
  payments: PaymentRepository;
  paying: InvoicePayments;
  orders: Pick<OrderRepository, 'find' | 'load' | 'lock' | 'loadLocked' | 'takeLines'>;
  deliveryNotes: Pick<DeliveryNoteRepository, 'find'>;
  numbers: InvoiceNumbers;
  bankAccounts: Pick<BankAccountRepository, 'printed'>;
  copies: InvoiceCopies & NameCopies & PartyCopies;
  settings: OrgSettings;
  printer: Printer;
  paymentNames: NamesBeside;
}

export function invoiceHandlers(parts: InvoiceParts) {
  const {
    writer,
    invoices,
    payments,
    paying,
    orders,
    deliveryNotes,
    numbers,
    bankAccounts,
    copies,
    settings,
    printer,
    paymentNames,
  } = parts;
  const methods = recordMethods({
    of: invoice,
    writer,
    records: invoices,
    request: RecordRequest,
    visibleTo: ownClient(invoiceStatuses),
    hiddenFrom: hiddenFromClient,
  });
  const prepared = preparedOf(writer);
  const references = invoiceReferences({ copies, invoices, orders, deliveryNotes, settings });

  /** The order with the quantities that are invoiced. A process of an earlier version does not count them. */
  async function counted(tx: Transaction, order: Order): Promise<Order> {
    const { lineItems } = order;
    if (lineItems.every(isCounted)) return order;
    return { ...order, lineItems: recounted(lineItems, await invoices.issued(tx, order.id)).lineItems };
  }

  async function linesOf(tx: Transaction, { order, ...from }: LinesFrom & { order: Order }) {
    const taken = await invoices.taken(tx, order.id, from.note?.id);
    const lines = linesFromOrder(await counted(tx, order), from, taken);
    await orders.takeLines(tx, order);
    return lines;
  }

  return implement('finance', 'InvoiceService', {
    CreateInvoice: prepared(
      CreateInvoiceRequest,
      methods.access.create,
      references.ofNew,
      async ({ invoice: { salesOrderId: _, clientId: __, lineItems: sent = [], linesFrom, ...input } }, tx, found) => {
        const { client, currency, note, corrected, terms, series, dated } = found;
        if (series) await numbers.lock(tx, series);
        // Locked before the order and the client, as at the issue of a credit note.
        if (corrected) await invoices.lock(tx, corrected);
        if (series || corrected) {
          await invoices.lockSubject(tx, { salesOrderId: found.order?.id ?? null, clientId: client?.id ?? null });
        }
        const order = found.order && (await holdOrder({ load: found.load }, tx, found.order.id));
        const isOfOrder = input.currency === undefined || linesFrom !== undefined;
        if (order && order.currency !== found.order?.currency && isOfOrder) throw new Outdated();
        const from = linesFrom && order && { linesFrom, note, order };
        if (corrected) requireCorrected(await invoices.find(tx, corrected.id), corrected);
        if (note) requireNote(await deliveryNotes.find(tx, note.id), note.id);
        const ordered = order?.lineItems ?? [];
        const lines = [...(from ? await linesOf(tx, from) : []), ...resolveLines(ordered, sent)];
        refuseTooMany(lines);
        const fields = {
          ...input,
          ...(from && taxRateOf(input, from.order)),
          ...terms,
          ...reasonOf(input, order),
          currency,
          deliveryNoteId: note?.id ?? null,
          correctsInvoiceId: corrected?.id ?? null,
          invoiceNumber: series ? await numbers.next(tx, series) : (input.invoiceNumber ?? null),
          isNumbered: series !== undefined,
          lineItems: await withNames(copies, tx, ordered, lines),
        };
        const made = createInvoice(fields, subjectOf(order, client), tx, { ...writingOf(tx), today: dated.today });
        const recorded = await invoices.addDated(tx, made.decision, dated);
        if (made.payment) await payments.add(tx, made.payment);
        return recorded;
      },
    ),
    GetInvoice: methods.get(),
    DrawInvoice: drawRecord({
      methods,
      printer,
      settings,
      async printed(invoice, issuer, call) {
        const { orgId, clientId, salesOrderId, currency, correctsInvoiceId: correctedId } = invoice;
        const order = salesOrderId === null ? undefined : await orders.find({ orgId }, salesOrderId);
        const client = clientId === null ? undefined : await clientParty(copies, clientId, call);
        const corrected = correctedId === null ? undefined : await invoices.find({ orgId }, correctedId);
        const accounts = currency === null || isCreditNote(invoice) ? [] : await bankAccounts.printed(orgId, currency);
        const correctedNumber = corrected?.invoiceNumber ?? undefined;
        const unallocated = leftOfNotes(await invoices.creditNotes({ orgId }, invoice));
        return printedInvoice(invoice, { issuer, client, order, correctedNumber, accounts, unallocated });
      },
    }),
    ListInvoices: methods.list(invoice.requests.list),
    UpdateInvoice: prepared(
      UpdateInvoiceRequest,
      methods.access.update,
      references.ofChange,
      async (request, tx, found) => {
        // The first currency changes the amounts that the client owes, and a date the day or the month of amounts. So more
        // records are locked.
        const { currency, dueDate, issuedDate } = found.changes;
        const isSummed = Boolean(currency) || dueDate !== undefined || issuedDate !== undefined;
        // A write of the other order locks that order, and then the client.
        if (isSummed && found.order?.found) await orders.lock(tx, { id: found.order.found.id });
        const load = isSummed ? invoices.loadLocked : invoices.load;
        const before = await load(tx, request);
        const changes = await resolveChanges(tx, before, found, { invoices, orders, copies });
        const { today } = found;
        const decision = updateInvoice(before, changes, { ...writingOf(tx), ...(today !== undefined && { today }) });
        return today === undefined
          ? invoices.save(tx, before, decision)
          : invoices.saveDated(tx, before, decision, { today });
      },
    ),
    DeleteInvoice: methods.delete(deleteInvoice),
    IssueInvoice: prepared(
      IssueInvoiceRequest,
      methods.access.write,
      async ({ id, override = false }, call) => {
        if (override) refuseOverride(call);
        const limit = override ? undefined : { percent: await settings.overInvoicingPercent(call) };
        const today = await settings.today(call);
        const seen = await invoices.get(call.principal.orgId, id);
        return { seen, series: await seriesFor(seen, today, settings, call), today, limit };
      },
      async ({ override: _, ...request }, tx, { seen, series, ...dated }) => {
        if (series) await numbers.lock(tx, series);
        const before = await invoices.loadLocked(tx, request);
        if (before.status === 'draft') {
          const isSeen = before.invoiceNumber === seen.invoiceNumber && before.issuedDate === seen.issuedDate;
          if (!isSeen) throw new Outdated();
          if (before.invoiceNumber === null && !series) throw withoutNumber();
        }
        const { salesOrderId } = before;
        const isNamed = before.lineItems.some((line) => line.salesOrderLineItemId !== null);
        const order = isNamed && salesOrderId !== null ? await orders.find(tx, salesOrderId) : undefined;
        const lineItems = await withNames(copies, tx, order?.lineItems ?? [], before.lineItems);
        const number = series &&
          before.status === 'draft' && { invoiceNumber: await numbers.next(tx, series), isNumbered: true };
        const decision = issueInvoice(before, { now: tx.now, today: dated.today, lineItems, ...number });
        return invoices.saveDated(tx, before, decision, dated);
      },
    ),
    CancelInvoice: prepared(
      RecordRequest,
      methods.access.write,
      async ({ id }, call) => {
        // A cancelled credit note adds its quantities to the invoiced ones. Any other invoice takes its own from them, for
        // which no percentage counts.
        const isMore = isCreditNote(await invoices.get(call.principal.orgId, id));
        return { percent: isMore ? await settings.overInvoicingPercent(call) : 0 };
      },
      async (request, tx, limit) => {
        const before = await invoices.loadLocked(tx, request);
        // A finance of an earlier version has dropped the sum when it changed the invoice.
        const creditedAmount = before.creditedAmount ?? sumOfNotes(await invoices.creditNotes(tx, before));
        return invoices.save(tx, before, cancelInvoice({ ...before, creditedAmount }, tx.now), limit);
      },
    ),
    ...paymentMethods({ writer, invoices, payments, paying, settings, paymentNames, methods }),
  });
}

/** A draft of an org that has no series any more. */
const withoutNumber = () =>
  invalidField(['body', 'invoiceNumber'], 'the invoice has no number; PATCH its invoiceNumber first', null);

/** Lines that are made come beside those of the request. Errors: validation_failed for more than a request may have. */
function refuseTooMany({ length }: readonly InvoiceLineInput[]): void {
  if (length > MAX_LIST) throw invalidField(['body', 'lineItems'], `an invoice has at most ${MAX_LIST} lines`, length);
}

/** The reason of the order, if the request has none. */
const reasonOf = (
  { taxExemptionReason: sent }: { taxExemptionReason?: string },
  order: Pick<Order, 'taxExemptionReason'> | undefined,
) => (sent === undefined && order?.taxExemptionReason ? { taxExemptionReason: order.taxExemptionReason } : {});

/** The tax rate of the order, if the request has no tax. */
const taxRateOf = ({ taxRate, taxAmount }: { taxRate?: number; taxAmount?: number }, order: Pick<Order, 'taxRate'>) =>
  taxRate === undefined && taxAmount === undefined && order.taxRate !== null ? { taxRate: order.taxRate } : {};
