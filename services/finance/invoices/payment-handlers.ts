import { viewOf } from '#chassis/domain/record.ts';
import { preparedOf } from '#chassis/records/command.ts';
import type { RecordMethods } from '#chassis/records/record-methods.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import {
  ListInvoicePaymentsRequest,
  PayInvoiceRequest,
  RemoveInvoicePaymentRequest,
} from '#proto/finance/v1/contract.ts';
import { type OrgSettings, todayOf } from '../documents/org-settings.ts';
import type { Invoice, InvoiceView } from './domain/invoice.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { InvoicePayments } from './payments.ts';

interface PaymentParts {
  writer: Writer;
  payments: Pick<PaymentRepository, 'list'>;
  paying: InvoicePayments;
  settings: Pick<OrgSettings, 'today'>;
  methods: Pick<RecordMethods<Invoice, InvoiceView>, 'visible' | 'access'>;
}

/** The rpcs for the payments of an invoice. */
export function paymentMethods({ writer, payments, paying, settings, methods }: PaymentParts) {
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
    ListInvoicePayments: unary(
      ListInvoicePaymentsRequest,
      async ({ id, query }, call) => {
        const invoice = await methods.visible(id, call);
        const page = await payments.list(invoice.orgId, invoice.id, query, call);
        return { ...page, data: page.data.map(viewOf) };
      },
      methods.access.read,
    ),
    RemoveInvoicePayment: prepared(
      RemoveInvoicePaymentRequest,
      methods.access.delete,
      todayOf(settings),
      async ({ paymentId, ...key }, tx, today) => {
        await paying.takeBack(tx, key, { paymentId, today, isUnmatch: false });
        return { deletedId: paymentId };
      },
    ),
  };
}
