import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import type { Decimal } from '#chassis/domain/money.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { CreditRepository } from '../credit/repository.ts';
import { type WithClientNames, withClientNames } from '../local-copies/client-names.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { InvoicingLimit } from '../orders/domain/invoicing.ts';
import type { OrderRepository } from '../orders/repository.ts';
import type { InvoiceExposureChange } from './domain/exposure.ts';
import type { InvoiceSums } from './invoice-sums-repository.ts';

export type { InvoicingLimit };

/** `limit`: undefined: the quantities are not checked. `sums`: as for `invoice` of OrderRepository. */
interface InvoicingChecks {
  limit: InvoicingLimit | undefined;
  sums: Parameters<OrderRepository['invoice']>[3];
}

/** The functions of other resources that invoices need. */
export interface InvoiceDependencies {
  /** Locks the invoice's order, its client's credit, and the client's sums. A transaction calls it before its first read. */
  lock(tx: Transaction, subject: Pick<InvoiceExposureChange, 'salesOrderId' | 'clientId'>): Promise<void>;
  /**
   * Stores the invoiced amount and quantities of the order, and the amounts that the client owes. Errors: conflict if
   * more of a line would be invoiced than `limit` allows.
   */
  owe(tx: Transaction, change: InvoiceExposureChange, checks: InvoicingChecks): Promise<void>;
  /** The kept sums of the invoices. */
  sums: Pick<InvoiceSums, 'change'>;
  withClientNames: WithClientNames;
  /** The names beside the ids of invoices. */
  names: NamesBeside;
  /**
   * Ids of the clients whose name contains `text`. `id`: only this client may be returned. Errors: validation_failed if
   * too many clients match.
   */
  clientsNamed(orgId: string, text: string, id?: string, waitLimit?: WaitLimit): Promise<string[]>;
}

interface OtherResources {
  copies: Pick<LocalCopies, 'known' | 'idsByName'>;
  credit: Pick<CreditRepository, 'lock' | 'owe'>;
  orders: Pick<OrderRepository, 'lock' | 'invoice'>;
  sums: Pick<InvoiceSums, 'lock' | 'change'>;
  names: NamesBeside;
}

/** The dependencies of invoices, from the other resources of finance. */
export const invoiceDependencies = ({ copies, credit, orders, sums, names }: OtherResources): InvoiceDependencies => ({
  async lock(tx, { salesOrderId, clientId }) {
    if (salesOrderId !== null) await orders.lock(tx, { id: salesOrderId });
    if (clientId !== null) await credit.lock(tx, clientId);
    await sums.lock(tx, { orgId: tx.orgId, partyId: clientId ?? '' });
  },
  async owe(tx, { clientId, salesOrderId, currency, quantities, invoiced, unpaid }, { limit, sums }) {
    const inCurrency = (amount: Decimal) => (currency === null || amount.eq(0) ? [] : [{ currency, amount }]);
    const amounts = inCurrency(invoiced);
    const isOfOrder = salesOrderId !== null && (amounts.length > 0 || quantities.size > 0);
    const ofOrder = isOfOrder ? await orders.invoice(tx, salesOrderId, { amounts, quantities, limit }, sums) : [];
    const changes = [...ofOrder, ...inCurrency(unpaid)];
    if (clientId === null || changes.length === 0) return;
    // The limit is not checked: the amount was already owed by an order, or the org itself decided to issue the
    // invoice.
    await credit.owe(tx, { clientId, changes, isMore: false });
  },
  sums,
  withClientNames: withClientNames(copies),
  names,
  clientsNamed: (orgId, text, ...others) => copies.idsByName(orgId, 'client', text, ...others),
});
