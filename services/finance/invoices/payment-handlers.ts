import { viewOf } from '#chassis/domain/record.ts';
import { replyOf } from '#chassis/records/command.ts';
import type { RecordMethods } from '#chassis/records/record-methods.ts';
import { unary } from '#chassis/rpc/grpc-server.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import {
  ListInvoicePaymentsRequest,
  PayInvoiceRequest,
  RemoveInvoicePaymentRequest,
} from '#proto/finance/v1/contract.ts';
import type { OrgSettings } from '../org-settings.ts';
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

/** The rpcs about the payments of an invoice. */
export const paymentMethods = ({ writer, payments, paying, settings, methods }: PaymentParts) => ({
  PayInvoice: unary(
    PayInvoiceRequest,
    async ({ id, expectedRevision, date: sent, ...payment }, call) => {
      const prepare = async () => sent ?? (await settings.today(call));
      const written = await writer.writePrepared(call, prepare, async (tx, date) => {
        const { record, revision } = await paying.pay(tx, { id, expectedRevision }, { ...payment, date });
        return { record, revision };
      });
      return replyOf(written);
    },
    methods.access.write,
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
  RemoveInvoicePayment: unary(
    RemoveInvoicePaymentRequest,
    async ({ paymentId, ...key }, call) => {
      const written = await writer.writePrepared(
        call,
        () => settings.today(call),
        async (tx, today) => {
          await paying.takeBack(tx, key, { paymentId, today, isUnmatch: false });
          return { deletedId: paymentId };
        },
      );
      return replyOf(written);
    },
    methods.access.delete,
  ),
});
