import { preparedOf } from '#chassis/records/command.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { RecordMethods } from '#chassis/records/record-methods.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import {
  AllocateInvoiceRequest,
  ListInvoicePaymentsRequest,
  PayInvoiceRequest,
  RemoveInvoicePaymentRequest,
} from '#proto/finance/v1/contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { refuseAllocation } from './domain/allocation.ts';
import type { Invoice, InvoiceView } from './domain/invoice.ts';
import { paymentView } from './domain/payment.ts';
import type { PaymentRepository } from './payment-repository.ts';
import { type InvoicePayments, requireInvoice } from './payments.ts';
import type { InvoiceRepository } from './repository.ts';

interface PaymentParts {
  writer: Writer;
  invoices: Pick<InvoiceRepository, 'get' | 'find'>;
  payments: Pick<PaymentRepository, 'list' | 'find'>;
  paying: InvoicePayments;
  settings: Pick<OrgSettings, 'today'>;
  /** The names beside the ids of payments. */
  paymentNames: NamesBeside;
  methods: Pick<RecordMethods<Invoice, InvoiceView>, 'visible' | 'access'>;
}

/** The rpcs for the payments of an invoice. */
export function paymentMethods({ writer, invoices, payments, paying, settings, paymentNames, methods }: PaymentParts) {
  const prepared = preparedOf(writer);
  return {
    PayInvoice: prepared(
      PayInvoiceRequest,
      methods.access.write,
      async ({ date }, call) => date ?? (await settings.today(call)),
      async ({ id, expectedRevision, ...payment }, tx, date) => {
        const { record, revision } = await paying.pay(tx, { id, expectedRevision }, { ...payment, date });
        return { record, revision };
      },
    ),
    AllocateInvoice: prepared(
      AllocateInvoiceRequest,
      methods.access.write,
      async ({ id, invoiceId }, call) => {
        const seen = await invoices.get(call.principal.orgId, id);
        refuseAllocation(seen, requireInvoice(await invoices.find(call.principal, invoiceId), invoiceId));
        return { seen, date: await settings.today(call) };
      },
      ({ id, expectedRevision, ...allocation }, tx, found) =>
        paying.allocate(tx, { id, expectedRevision }, { ...allocation, ...found }),
    ),
    ListInvoicePayments: unary(
      ListInvoicePaymentsRequest,
      async ({ id, query }, call) => {
        const invoice = await methods.visible(id, call);
        const page = await payments.list(invoice.orgId, invoice.id, query, call);
        const { onlyFields = [] } = query;
        const asked = onlyFields.length > 0 ? new Set(onlyFields) : undefined;
        const data = await paymentNames(page.data.map(paymentView), { orgId: invoice.orgId }, asked);
        return { ...page, data, totals: page.totals ?? null };
      },
      methods.access.read,
    ),
    RemoveInvoicePayment: prepared(
      RemoveInvoicePaymentRequest,
      methods.access.delete,
      async ({ id, paymentId }, call) => {
        const today = await settings.today(call);
        const payment = await payments.find(call.principal, paymentId);
        const other =
          payment?.invoiceId === id ? await payments.find(call.principal, payment.counterpartId ?? '') : undefined;
        if (!payment || !other) return { today };
        const { clientId } = await invoices.get(call.principal.orgId, id);
        return { today, allocation: { payment, clientId } };
      },
      async ({ paymentId, ...key }, tx, found) => {
        await paying.takeBack(tx, key, { paymentId, isUnmatch: false, ...found });
        return { deletedId: paymentId };
      },
    ),
  };
}
