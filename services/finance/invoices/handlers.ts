import { AppError } from '#chassis/domain/errors.ts';
import { replyOf } from '#chassis/records/command.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateInvoiceRequest,
  ListInvoicesRequest,
  type SentInvoiceLine,
  UpdateInvoiceRequest,
} from '#proto/finance/v1/contract.ts';
import { writingOf } from '../document-versions.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import { clientParty, type PartyCopies } from '../local-copies/party-of.ts';
import { holdOrder, noSuchOrder } from '../orders/order-references.ts';
import type { OrderRepository } from '../orders/repository.ts';
import type { OrgSettings } from '../org-settings.ts';
import { ownClient } from '../own-client.ts';
import { drawRecord } from '../pdf/draw-record.ts';
import type { Printer } from '../pdf/printer.ts';
import { createInvoice } from './domain/create-invoice.ts';
import type { Invoice } from './domain/invoice.ts';
import { cancelInvoice, deleteInvoice, issueInvoice } from './domain/move-invoice.ts';
import { printedInvoice } from './domain/printed-invoice.ts';
import { type InvoiceChanges, updateInvoice } from './domain/update-invoice.ts';
import {
  currencyOf,
  findClient,
  type InvoiceCopies,
  refuseForeignLines,
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
  orders: Pick<OrderRepository, 'find' | 'load' | 'loadOwed'>;
  copies: InvoiceCopies & PartyCopies;
  settings: OrgSettings;
  printer: Printer;
}

export function invoiceHandlers(parts: InvoiceParts) {
  const { writer, invoices, payments, paying, orders, copies, settings, printer } = parts;
  const options = {
    resource: 'Invoice',
    scope: 'invoices',
    reader: 'client',
    writer,
    request: RecordRequest,
    visibleTo: ownClient,
  } as const;
  const methods = recordMethods({ ...options, records: invoices });
  /** Of what changes what clients owe. */
  const owed = recordMethods({ ...options, records: { ...invoices, load: invoices.loadOwed } });

  /** Errors: validation_failed when there is none. */
  async function findOrder(key: string, { principal: { orgId } }: Call) {
    const order = await orders.find({ orgId }, key);
    if (!order) throw noSuchOrder(key);
    return order;
  }

  /** Before a transaction. Errors: validation_failed for what is not there; upstream_unavailable. */
  async function findNamed({ salesOrderId, clientId, ...changes }: SentChanges, call: Call): Promise<FoundChanges> {
    const client = await findClient(copies, clientId, call);
    const order = salesOrderId && (await findOrder(salesOrderId, call));
    // What is sent as absent is not what is not sent.
    return {
      changes,
      ...(clientId !== undefined && { client: client ?? null }),
      ...(salesOrderId !== undefined && { orderId: order ? order.id : null }),
      ...(changes.dueDate !== undefined && { today: await settings.today(call) }),
    };
  }

  /** In the transaction, which holds the order. Errors: validation_failed; conflict. */
  async function resolveChanges(tx: Transaction, before: Invoice, found: FoundChanges): Promise<InvoiceChanges> {
    const { changes, client, orderId = before.salesOrderId } = found;
    const { lineItems: lines, ...others } = changes;
    const isAboutOther = client !== undefined || found.orderId !== undefined;
    if (!isAboutOther && lines === undefined) return others;
    const order = orderId === null ? undefined : await holdOrder(orders, tx, orderId);
    const isOfOther = orderId !== before.salesOrderId;
    if (isOfOther && lines === undefined) refuseForeignLines(before.lineItems, order);
    const kept = isOfOther ? [] : before.lineItems;
    const { clientId, clientName } = before;
    const known = clientId === null ? undefined : { id: clientId, name: clientName ?? '' };
    // One that gets another order goes to that one's client.
    const named = client === undefined && !found.orderId ? known : (client ?? undefined);
    return {
      ...others,
      ...(isAboutOther && { subject: subjectOf(order, named) }),
      ...(lines !== undefined && { lineItems: resolveLines(order?.lineItems ?? [], lines ?? [], kept) }),
    };
  }

  return implement('finance', 'InvoiceService', {
    CreateInvoice: unary(
      CreateInvoiceRequest,
      async ({ invoice: { salesOrderId, clientId, lineItems: lines = [], ...input } }, call) => {
        const { orgId } = call.principal;
        const prepare = async () => {
          const client = await findClient(copies, clientId, call);
          const order = salesOrderId === undefined ? undefined : await findOrder(salesOrderId, call);
          const currency = await currencyOf(input.currency, order, client, () => settings.defaultCurrency(call));
          // A draft of which nothing is paid is of no day.
          const isDated = (input.status ?? 'draft') !== 'draft' || (input.paidAmount ?? 0) > 0;
          const load = isDated ? orders.loadOwed : orders.load;
          return { client, order, load, currency, today: isDated ? await settings.today(call) : '' };
        };
        const written = await writer.writePrepared(
          call,
          prepare,
          async (tx, { client, order, load, currency, today }) => {
            const held = order && (await holdOrder({ load }, tx, order.id));
            if (held && held.currency !== order.currency && input.currency === undefined) throw changedMeanwhile();
            const fields = { ...input, currency, lineItems: resolveLines(held?.lineItems ?? [], lines) };
            const made = createInvoice(fields, subjectOf(held, client), { orgId }, { ...writingOf(tx), today });
            const recorded = await invoices.addDated(tx, made.decision, today);
            if (made.payment) await payments.add(tx, made.payment);
            return recorded;
          },
        );
        return replyOf(written);
      },
      methods.access.create,
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
    ListInvoices: methods.list(ListInvoicesRequest),
    UpdateInvoice: unary(
      UpdateInvoiceRequest,
      async (request, call) => {
        const prepare = () => findNamed(changesOf(request) as SentChanges, call);
        const written = await writer.writePrepared(call, prepare, async (tx, found) => {
          const before = await invoices.load(tx, request);
          const changes = await resolveChanges(tx, before, found);
          const { today } = found;
          const decision = updateInvoice(before, changes, { ...writingOf(tx), ...(today !== undefined && { today }) });
          return today === undefined
            ? invoices.save(tx, before, decision)
            : invoices.saveDated(tx, before, decision, today);
        });
        return replyOf(written);
      },
      methods.access.update,
    ),
    DeleteInvoice: methods.delete(deleteInvoice),
    IssueInvoice: unary(
      RecordRequest,
      async (request, call) => {
        const written = await writer.writePrepared(
          call,
          () => settings.today(call),
          async (tx, today) => {
            const before = await invoices.loadOwed(tx, request);
            return invoices.saveDated(tx, before, issueInvoice(before, { now: tx.now, today }), today);
          },
        );
        return replyOf(written);
      },
      methods.access.write,
    ),
    CancelInvoice: owed.move(cancelInvoice),
    ...paymentMethods({ writer, payments, paying, settings, methods }),
  });
}

/** New values as they are sent. */
interface SentChanges extends Omit<InvoiceChanges, 'subject' | 'lineItems'> {
  salesOrderId?: string | null;
  clientId?: string | null;
  lineItems?: SentInvoiceLine[] | null;
}

/** New values with what they name; null: it names none any more. */
interface FoundChanges {
  changes: Omit<SentChanges, 'salesOrderId' | 'clientId'>;
  client?: ClientCopy | null;
  orderId?: string | null;
  /** Where the dueDate changes. */
  today?: string;
}

const changedMeanwhile = () => new AppError('conflict', 'The order has changed meanwhile; try again');
