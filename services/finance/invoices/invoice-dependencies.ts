import type { Patience } from '#chassis/concurrency/fair-semaphore.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { WithClientNames } from '../local-copies/client-names.ts';
import type { InvoiceExposureChange } from './domain/exposure.ts';

/** What the records of invoices need of other rooms. */
export interface InvoiceDependencies {
  /** Of its order, and of its client's credit. Before anything is read. */
  lock(tx: Transaction, subject: Pick<InvoiceExposureChange, 'salesOrderId' | 'clientId'>): Promise<void>;
  /** Says of its order how much is invoiced, and of its client what it owes. */
  owe(tx: Transaction, change: InvoiceExposureChange): Promise<void>;
  withClientNames: WithClientNames;
  /** Ids of those whose name holds `text`. `id`: of that one at most. Errors: validation_failed for more than can be named. */
  clientsNamed(orgId: string, text: string, id?: string, patience?: Patience): Promise<string[]>;
}
