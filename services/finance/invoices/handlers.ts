import { Outdated } from '#chassis/domain/errors.ts';
import { preparedOf } from '#chassis/records/command.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { CreateInvoiceRequest, invoice, invoiceStatuses, UpdateInvoiceRequest } from '#proto/finance/v1/contract.ts';
import { writingOf } from '../documents/document-versions.ts';
import { type OrgSettings, todayOf } from '../documents/org-settings.ts';
import { hiddenFromClient, ownClient } from '../documents/own-client.ts';
import { clientParty, type PartyCopies } from '../local-copies/party-of.ts';
import { holdOrder } from '../orders/order-references.ts';
import type { OrderRepository } from '../orders/repository.ts';
import { drawRecord } from '../pdf/draw-record.ts';
import type { Printer } from '../pdf/printer.ts';
import { createInvoice } from './domain/create-invoice.ts';
import { cancelInvoice, deleteInvoice, issueInvoice } from './domain/move-invoice.ts';
import { printedInvoice } from './domain/printed-invoice.ts';
import { updateInvoice } from './domain/update-invoice.ts';
import {
  type InvoiceCopies,
  invoiceReferences,
  resolveChanges,
  resolveLines,
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
  orders: Pick<OrderRepository, 'find' | 'load' | 'loadLocked'>;
  copies: InvoiceCopies & PartyCopies;
  settings: OrgSettings;
  printer: Printer;
}

export function invoiceHandlers(parts: InvoiceParts) {
  const { writer, invoices, payments, paying, orders, copies, settings, printer } = parts;
  const options = {
    of: invoice,
    writer,
    request: RecordRequest,
    visibleTo: ownClient(invoiceStatuses),
    hiddenFrom: hiddenFromClient,
  } as const;
  const methods = recordMethods({ ...options, records: invoices });
  /** Methods of rpcs that change the amounts that clients owe. */
  const owed = recordMethods({ ...options, records: { ...invoices, load: invoices.loadLocked } });
  const prepared = preparedOf(writer);
  const references = invoiceReferences({ copies, orders, settings });

  return implement('finance', 'InvoiceService', {
    CreateInvoice: prepared(
      CreateInvoiceRequest,
      methods.access.create,
      references.ofNew,
      async ({ invoice: { salesOrderId: _, clientId: __, lineItems: lines = [], ...input } }, tx, found) => {
        const { client, currency, today } = found;
        const order = found.order && (await holdOrder({ load: found.load }, tx, found.order.id));
        if (order && order.currency !== found.order?.currency && input.currency === undefined) throw new Outdated();
        const fields = { ...input, currency, lineItems: resolveLines(order?.lineItems ?? [], lines) };
        const made = createInvoice(fields, subjectOf(order, client), tx, { ...writingOf(tx), today });
        const recorded = await invoices.addDated(tx, made.decision, today);
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
        const { orgId, clientId, salesOrderId } = invoice;
        const order = salesOrderId === null ? undefined : await orders.find({ orgId }, salesOrderId);
        const client = clientId === null ? undefined : await clientParty(copies, clientId, call);
        return printedInvoice(invoice, { issuer, client, orderNumber: order?.documentId });
      },
    }),
    ListInvoices: methods.list(invoice.requests.list),
    UpdateInvoice: prepared(
      UpdateInvoiceRequest,
      methods.access.update,
      references.ofChange,
      async (request, tx, found) => {
        // With its first currency, an invoice changes the amounts that the client owes. So more records are locked.
        const load = found.changes.currency ? invoices.loadLocked : invoices.load;
        const before = await load(tx, request);
        const changes = await resolveChanges(tx, before, found, orders);
        const { today } = found;
        const decision = updateInvoice(before, changes, { ...writingOf(tx), ...(today !== undefined && { today }) });
        return today === undefined
          ? invoices.save(tx, before, decision)
          : invoices.saveDated(tx, before, decision, today);
      },
    ),
    DeleteInvoice: methods.delete(deleteInvoice),
    IssueInvoice: prepared(RecordRequest, methods.access.write, todayOf(settings), async (request, tx, today) => {
      const before = await invoices.loadLocked(tx, request);
      return invoices.saveDated(tx, before, issueInvoice(before, { now: tx.now, today }), today);
    }),
    CancelInvoice: owed.move(cancelInvoice),
    ...paymentMethods({ writer, payments, paying, settings, methods }),
  });
}
