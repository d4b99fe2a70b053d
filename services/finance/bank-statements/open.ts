import type { Store } from '#chassis/mongo/mongo.ts';
import type { ServiceImplementation } from '#chassis/rpc/grpc-server.ts';
import type { InvoicePayments } from '../invoices/payments.ts';
import type { InvoiceRepository } from '../invoices/repository.ts';
import { purchaseOrderPayments } from '../purchase-orders/payment-repository.ts';
import type { PurchaseOrderRepository } from '../purchase-orders/repository.ts';
import { accountGuard } from './account-guard-repository.ts';
import type { BankParts } from './bank-parts.ts';
import { invoicePayables } from './invoice-payables.ts';
import { lineRepository } from './line-repository.ts';
import { payables } from './payables.ts';
import { purchaseOrderPayables } from './purchase-order-payables.ts';
import { bankStatementRepository } from './repository.ts';
import { bankStatementService } from './service.ts';

interface BankOptions extends Pick<BankParts, 'writer' | 'references' | 'settings' | 'documentIds'> {
  store: Store;
  purchaseOrders: PurchaseOrderRepository;
  invoices: InvoiceRepository;
  paying: InvoicePayments;
}

/** The room, joined. */
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
    statements: bankStatementRepository({ store, lines, guard }),
    payables: payables({
      invoice: invoicePayables(invoices, paying),
      purchase_order: purchaseOrderPayables(purchaseOrders, purchaseOrderPayments(store)),
    }),
  });
}
