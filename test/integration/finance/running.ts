import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { openReferences, type References } from '#chassis/reference-integrity/references.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { serveGrpc } from '#chassis/rpc/grpc-server.ts';
import { createWriter, type Writer } from '#chassis/unit-of-work/write.ts';
import { openBankStatements } from '../../../services/finance/bank-statements/open-bank-statements.ts';
import { creditTerms } from '../../../services/finance/credit/credit-terms.ts';
import { type CreditRepository, creditRepository } from '../../../services/finance/credit/repository.ts';
import { dropNumberRepository } from '../../../services/finance/delivery-notes/drop-number-repository.ts';
import { deliveryNoteHandlers } from '../../../services/finance/delivery-notes/handlers.ts';
import { deliveryNoteRepository } from '../../../services/finance/delivery-notes/repository.ts';
import { PARTS } from '../../../services/finance/finance.ts';
import { dueInvoices } from '../../../services/finance/invoices/due-repository.ts';
import { invoiceHandlers } from '../../../services/finance/invoices/handlers.ts';
import { invoiceDependencies } from '../../../services/finance/invoices/invoice-dependencies.ts';
import { tellOverdue } from '../../../services/finance/invoices/overdue.ts';
import { paymentRepository } from '../../../services/finance/invoices/payment-repository.ts';
import { type InvoicePayments, invoicePayments } from '../../../services/finance/invoices/payments.ts';
import { type InvoiceRepository, invoiceRepository } from '../../../services/finance/invoices/repository.ts';
import { withClientNames } from '../../../services/finance/local-copies/client-names.ts';
import { accountHandlers } from '../../../services/finance/management-accounts/handlers.ts';
import { type AccountRepository, accountRepository } from '../../../services/finance/management-accounts/repository.ts';
import { orderHandlers } from '../../../services/finance/orders/handlers.ts';
import { orderDependencies } from '../../../services/finance/orders/order-dependencies.ts';
import { orderRepository } from '../../../services/finance/orders/repository.ts';
import { openPrinter, type Printer } from '../../../services/finance/pdf/printer.ts';
import { purchaseOrderHandlers } from '../../../services/finance/purchase-orders/handlers.ts';
import { purchaseOrderDependencies } from '../../../services/finance/purchase-orders/purchase-order-dependencies.ts';
import { purchaseOrderRepository } from '../../../services/finance/purchase-orders/repository.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/backends/mongo.ts';
import { certificatesOf, channelTo, logger } from '../../support/grpc.ts';
import { watched } from '../../support/read-plans.ts';
import { deadRelay } from '../../support/writing.ts';
import { FakeProduct } from './fake-product.ts';

export interface RunningFinance {
  mongo: TestMongo;
  store: Store;
  references: References;
  accounts: RpcClient<'finance', 'ManagementAccountService'>;
  orders: RpcClient<'finance', 'OrderService'>;
  deliveryNotes: RpcClient<'finance', 'DeliveryNoteService'>;
  invoices: RpcClient<'finance', 'InvoiceService'>;
  purchaseOrders: RpcClient<'finance', 'PurchaseOrderService'>;
  bankStatements: RpcClient<'finance', 'BankStatementService'>;
  writer: Writer;
  credit: CreditRepository;
  paying: InvoicePayments;
  invoiceRecords: InvoiceRepository;
  /** Looks once for invoices that are overdue. */
  tellOverdue(now?: Date): Promise<void>;
  /** The day of every org, in all processes on this database. */
  calendar: { today: string };
  printer: Printer;
  product: FakeProduct;
  repository: AccountRepository;
  close(): Promise<void>;
}

/** finance's records without a broker. `beside`: another process on the same database. */
export async function startFinance(beside?: RunningFinance): Promise<RunningFinance> {
  const mongo = beside?.mongo ?? (await sharedMongo());
  const store = await openTestStore({ url: watched(mongo.url) }, beside?.store.connection.name);
  const writer = createWriter({ store, service: 'finance', relay: deadRelay() });
  const references = openReferences(store, { parts: PARTS });
  const repository = accountRepository({ store, references });
  const product = beside?.product ?? new FakeProduct();
  const credit = creditRepository(store);
  const orders = orderRepository({ store, references, dependencies: orderDependencies(product, credit) });
  const deliveryNotes = deliveryNoteRepository({ store, references, withClientNames: withClientNames(product) });
  const dropNumbers = dropNumberRepository(store);
  const termsOf = creditTerms({ credit, rates: async () => product.ratesOf() });
  const purchaseOrders = purchaseOrderRepository({
    store,
    references,
    dependencies: purchaseOrderDependencies(product),
  });
  const calendar = beside?.calendar ?? { today: '2026-01-31' };
  const settings = {
    today: async () => calendar.today,
    defaultCurrency: async () => product.defaultCurrency,
    legalData: async () => product.issuer,
  };
  const printer = openPrinter();
  const invoices = invoiceRepository({
    store,
    references,
    dependencies: invoiceDependencies({ copies: product, credit, orders }),
  });
  const payments = paymentRepository(store);
  const paying = invoicePayments(invoices, payments);
  const telling = tellOverdue({ writer, due: dueInvoices(store), invoices, settings, logger });
  const documentIds = openDocumentIds(store);
  await store.start();
  const tls = await certificatesOf('finance', 'gateway');
  const server = await serveGrpc({
    faultOf: databaseFault,
    host: '127.0.0.1',
    port: 0,
    tls: tls.finance,
    services: [
      implement('finance', 'ManagementAccountService', accountHandlers(writer, repository)),
      orderHandlers({ writer, orders, copies: product, termsOf, settings, documentIds }),
      deliveryNoteHandlers({
        writer,
        deliveryNotes,
        dropNumbers,
        orders,
        copies: product,
        settings,
        documentIds,
        printer,
      }),
      invoiceHandlers({ writer, invoices, payments, paying, orders, copies: product, settings, printer }),
      purchaseOrderHandlers({
        writer,
        purchaseOrders,
        copies: product,
        accounts: repository,
        settings,
        documentIds,
        printer,
      }),
      openBankStatements({ store, writer, references, purchaseOrders, invoices, paying, settings, documentIds }),
    ],
    logger,
    drainTimeout: 1_000,
  });
  const channel = channelTo('finance', server.port, tls.gateway);
  return {
    mongo,
    store,
    references,
    repository,
    product,
    writer,
    credit,
    paying,
    invoiceRecords: invoices,
    calendar,
    printer,
    tellOverdue: (now = new Date(`${calendar.today}T12:00:00Z`)) => telling(now),
    invoices: connect('finance', 'InvoiceService', channel),
    orders: connect('finance', 'OrderService', channel),
    deliveryNotes: connect('finance', 'DeliveryNoteService', channel),
    purchaseOrders: connect('finance', 'PurchaseOrderService', channel),
    bankStatements: connect('finance', 'BankStatementService', channel),
    accounts: connect('finance', 'ManagementAccountService', channel),
    async close() {
      channel.close();
      await server.drain();
      await printer.stop?.();
      if (beside) return store.close();
      await dropStore(store);
      await mongo.stop();
    },
  };
}
