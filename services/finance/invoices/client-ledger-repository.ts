import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { readEach } from '../documents/read-each-repository.ts';
import { type InvoiceStatus, isIssued } from './domain/invoice-status.ts';
import { INVOICE_FIELDS, type LedgerInvoice, type LedgerPayment, PAYMENT_FIELDS } from './domain/ledger.ts';
import { invoiceModel } from './invoice-model.ts';
import { paymentModel } from './payment-repository.ts';

/** The issued invoices of a client, and their payments, the oldest records first. */
export interface ClientLedger {
  /** Errors: deadline_exceeded at the deadline; the errors of `visit`. */
  invoices(orgId: string, clientId: string, deadline: number, visit: (invoice: LedgerInvoice) => void): Promise<void>;
  /** Errors: as `invoices`. */
  payments(
    orgId: string,
    invoiceIds: readonly string[],
    deadline: number,
    visit: (payment: LedgerPayment) => void,
  ): Promise<void>;
}

const BY_CLIENT = { orgId: 1, clientId: 1, createdAt: 1, _id: 1 } as const;
const BY_INVOICE = { orgId: 1, invoiceId: 1, createdAt: 1, _id: 1 } as const;
const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;
const ISSUED = (['issued', 'partially_paid', 'overdue', 'paid'] satisfies InvoiceStatus[]).filter(isIssued);
/** Ids in one query. */
const BATCH = 500;

export function clientLedger({ connection }: Pick<Store, 'connection'>): ClientLedger {
  const invoices = recordModel(connection, invoiceModel).collection;
  const payments = recordModel(connection, paymentModel).collection;
  return {
    invoices(orgId, clientId, deadline, visit) {
      const filter = { orgId, clientId, status: { $in: ISSUED } };
      const wanted = { filter, fields: INVOICE_FIELDS, hint: BY_CLIENT, sort: OLDEST_FIRST, deadline };
      return readEach<LedgerInvoice>(invoices, wanted, visit);
    },
    async payments(orgId, invoiceIds, deadline, visit) {
      for (let from = 0; from < invoiceIds.length; from += BATCH) {
        const filter = { orgId, invoiceId: { $in: invoiceIds.slice(from, from + BATCH) } };
        await readEach<LedgerPayment>(payments, { filter, fields: PAYMENT_FIELDS, hint: BY_INVOICE, deadline }, visit);
      }
    },
  };
}
