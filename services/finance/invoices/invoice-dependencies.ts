import type { Patience } from '#chassis/concurrency/fair-queue.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { CreditRepository } from '../credit/repository.ts';
import { type WithClientNames, withClientNames } from '../local-copies/client-names.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { OrderRepository } from '../orders/repository.ts';
import type { InvoiceExposureChange } from './domain/exposure.ts';

/** The other resources of the service that the records of invoices need. */
export interface InvoiceDependencies {
  /** Locks its order, and its client's credit, before anything is read. */
  lock(tx: Transaction, subject: Pick<InvoiceExposureChange, 'salesOrderId' | 'clientId'>): Promise<void>;
  /** Says of its order how much is invoiced, and of its client what it owes. */
  owe(tx: Transaction, change: InvoiceExposureChange): Promise<void>;
  withClientNames: WithClientNames;
  /** Ids of those whose name holds `text`. `id`: of that one at most. Errors: validation_failed for more than can be named. */
  clientsNamed(orgId: string, text: string, id?: string, patience?: Patience): Promise<string[]>;
}

interface OtherResources {
  copies: Pick<LocalCopies, 'known' | 'idsByName'>;
  credit: Pick<CreditRepository, 'lock' | 'owe'>;
  orders: Pick<OrderRepository, 'lock' | 'invoice'>;
}

/** The dependencies of invoices, as they are in this service. */
export const invoiceDependencies = ({ copies, credit, orders }: OtherResources): InvoiceDependencies => ({
  async lock(tx, { salesOrderId, clientId }) {
    if (salesOrderId !== null) await orders.lock(tx, { id: salesOrderId });
    if (clientId !== null) await credit.lock(tx, clientId);
  },
  async owe(tx, { clientId, salesOrderId, currency, invoiced, unpaid }) {
    const ofOrder =
      salesOrderId === null || invoiced.eq(0)
        ? []
        : await orders.invoice(tx, salesOrderId, { currency, amount: invoiced });
    if (clientId === null) return;
    // It is asked of nobody: what is invoiced was owed by an order before, or is said to be by the org itself.
    await credit.owe(tx, { clientId, changes: [...ofOrder, { currency, amount: unpaid }], isMore: false });
  },
  withClientNames: withClientNames(copies),
  clientsNamed: (orgId, text, ...others) => copies.idsByName(orgId, 'client', text, ...others),
});
