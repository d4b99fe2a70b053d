import type { Store } from '#chassis/mongo/mongo.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import type { DocumentNames } from '../documents/names.ts';
import type { InvoicePayments } from '../invoices/payments.ts';
import type { InvoiceRepository } from '../invoices/repository.ts';
import { purchaseOrderPayments } from '../purchase-orders/payment-repository.ts';
import type { PurchaseOrderRepository } from '../purchase-orders/repository.ts';
import { accountGuard } from './account-guard-repository.ts';
import type { BankParts } from './bank-statement-parts.ts';
import { bankStatementHandlers } from './handlers.ts';
import { bankImportHandlers } from './import-handlers.ts';
import { invoiceOpenItems } from './invoice-open-items.ts';
import { bankLineHandlers } from './line-handlers.ts';
import { lineRepository } from './line-repository.ts';
import { openItems } from './open-items.ts';
import { purchaseOrderOpenItems } from './purchase-order-open-items.ts';
import { bankStatementRepository } from './repository.ts';

/** The rpcs of bank statements. */
const bankStatementService = (parts: BankParts): ServiceImplementation =>
  implement('finance', 'BankStatementService', {
    ...bankStatementHandlers(parts),
    ...bankImportHandlers(parts),
    ...bankLineHandlers(parts),
  });

interface BankOptions extends Pick<BankParts, 'writer' | 'accounts' | 'references' | 'settings' | 'documentIds'> {
  names: Pick<DocumentNames, 'bankStatement' | 'bankLine' | 'bankLineOfAny'>;
  store: Store;
  purchaseOrders: PurchaseOrderRepository;
  invoices: InvoiceRepository;
  paying: InvoicePayments;
}

/** Joins all parts of bank statements. */
export function openBankStatements({
  store,
  purchaseOrders,
  invoices,
  paying,
  ...shared
}: BankOptions): ServiceImplementation {
  const [guard, lines] = [accountGuard(store), lineRepository(store)];
  return bankStatementService({
    ...shared,
    guard,
    lines,
    statements: bankStatementRepository({ store, lines, guard, names: shared.names.bankStatement }),
    openItems: openItems({
      invoice: invoiceOpenItems(invoices, paying),
      purchase_order: purchaseOrderOpenItems(purchaseOrders, purchaseOrderPayments(store, purchaseOrders.counted)),
    }),
  });
}
