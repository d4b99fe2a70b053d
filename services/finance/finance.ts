import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type Upgrade, upgrades } from '#chassis/mongo/upgrades.ts';
import { type PersonRule, withPersonNames } from '#chassis/records/person-names.ts';
import { recordTexts } from '#chassis/records/search-texts.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { bankAccount } from '#proto/finance/v1/bank-account.contract.ts';
import { bankAccountHandlers } from './bank-accounts/handlers.ts';
import { bankAccountRepository } from './bank-accounts/repository.ts';
import { openBankStatements } from './bank-statements/open-bank-statements.ts';
import { creditTerms } from './credit/credit-terms.ts';
import { creditRepository } from './credit/repository.ts';
import { dropNumberRepository } from './delivery-notes/drop-number-repository.ts';
import { deliveryNoteHandlers } from './delivery-notes/handlers.ts';
import { deliveryNoteModel, deliveryNoteRepository } from './delivery-notes/repository.ts';
import { styledLines } from './delivery-notes/styled-lines-repository.ts';
import { notesToInvoiceRepository } from './delivery-notes/to-invoice-repository.ts';
import { countEarlier } from './documents/count-earlier-repository.ts';
import { nameSources } from './documents/name-sources.ts';
import { documentNames } from './documents/names.ts';
import { namesOfRecords } from './documents/numbers-repository.ts';
import { hiddenDocuments } from './hidden-documents.ts';
import { clientLedger } from './invoices/client-ledger-repository.ts';
import { dueInvoices } from './invoices/due-repository.ts';
import { invoiceHandlers } from './invoices/handlers.ts';
import { heldNotes } from './invoices/held-notes-repository.ts';
import { invoiceDependencies } from './invoices/invoice-dependencies.ts';
import { invoiceModel } from './invoices/invoice-model.ts';
import { invoiceNumberRepository } from './invoices/invoice-number-repository.ts';
import { invoiceSums, UNCOUNTED_INVOICES } from './invoices/invoice-sums-repository.ts';
import { invoicedOrders } from './invoices/invoiced-orders-repository.ts';
import { orderedGoods } from './invoices/ordered-goods-repository.ts';
import { announceOverdue } from './invoices/overdue.ts';
import { paymentRepository } from './invoices/payment-repository.ts';
import { invoicePayments } from './invoices/payments.ts';
import { invoiceRepository } from './invoices/repository.ts';
import { laterListKeys } from './later-list-keys.ts';
import { withClientNames } from './local-copies/client-names.ts';
import { copyNames } from './local-copies/copy-names-repository.ts';
import { formerNames } from './local-copies/former-names-repository.ts';
import { accountHandlers } from './management-accounts/handlers.ts';
import { accountRepository } from './management-accounts/repository.ts';
import { requirementGuard } from './material-requirements/guard-repository.ts';
import { requirementHandlers } from './material-requirements/handlers.ts';
import { recounted } from './orders/domain/invoicing.ts';
import { orderHandlers } from './orders/handlers.ts';
import { lateOrders } from './orders/late-orders-repository.ts';
import { needingOrders } from './orders/needing-orders-repository.ts';
import { orderDependencies } from './orders/order-dependencies.ts';
import { reportedOrders } from './orders/reported-orders-repository.ts';
import { orderModel, orderRepository, TO_INVOICE } from './orders/repository.ts';
import { openPrinter, type Printer } from './pdf/printer.ts';
import type { FinancePeers } from './peers.ts';
import { boughtItems } from './purchase-orders/bought-items-repository.ts';
import { purchaseOrderHandlers } from './purchase-orders/handlers.ts';
import { sharedOrderDates } from './purchase-orders/order-dates-repository.ts';
import { purchaseOrderDependencies } from './purchase-orders/purchase-order-dependencies.ts';
import { purchaseOrderModel } from './purchase-orders/purchase-order-model.ts';
import { purchaseSums, UNCOUNTED_PURCHASES } from './purchase-orders/purchase-sums-repository.ts';
import { reportedPurchases } from './purchase-orders/reported-purchases-repository.ts';
import { purchaseOrderRepository } from './purchase-orders/repository.ts';
import { unpaidOrders } from './purchase-orders/unpaid-orders-repository.ts';
import { reportHandlers } from './reports/handlers.ts';

/** Milliseconds between two runs of `announceOverdue`. */
const OVERDUE_EVERY = 5_000;

/** Kinds of records that are parts of others. With a style, up to 2,000 SKUs are deleted in one transaction. */
export const PARTS = ['sku'];

export interface FinanceOptions {
  store: Store;
  writer: Writer;
  peers: FinancePeers;
  logger: Logger;
}

interface Finance {
  services: [ServiceImplementation, ...ServiceImplementation[]];
  workers: Component[];
  printer: Printer & Component;
  /** The upgrades that count documents of an earlier version in the kept sums. They are among the workers. */
  counts: Upgrade[];
  /** Emits `invoice.overdue` for the invoices that became overdue. A worker calls it every OVERDUE_EVERY ms. */
  announceOverdue(now: Date): Promise<void>;
}

/** The ids of authors, in documents, their versions and their payments. */
const AUTHORS: readonly PersonRule[] = [
  { id: 'createdBy', name: 'createdByName' },
  { id: 'createdById', name: 'createdByName' },
  { within: 'versions', id: 'createdById', name: 'createdByName' },
];

/** The names and numbers of finance's own records. */
const ownNames = (store: Store) => ({
  accounts: namesOfRecords(store, 'management_accounts', ['name', 'code']),
  orders: namesOfRecords(store, 'orders', ['documentId']),
  deliveryNotes: namesOfRecords(store, 'delivery_notes', ['documentId']),
  invoices: namesOfRecords(store, 'invoices', ['invoiceNumber', 'clientId']),
  purchaseOrders: namesOfRecords(store, 'purchase_orders', ['documentId', 'supplierId'], 'documentId'),
  bankStatements: namesOfRecords(store, 'bank_statements', ['documentId']),
  bankAccounts: namesOfRecords(store, bankAccount.collection, ['name'], 'number'),
});

/** Joins the parts of the service: its rpcs, and the background work that each replica runs. */
export function finance({ store, writer, peers, logger }: FinanceOptions): Finance {
  const { copies, settings, rates, persons } = peers;
  const printer = openPrinter();
  const references = openReferences(store, { parts: PARTS });
  const documentIds = openDocumentIds(store);
  const accounts = accountRepository({ store, references });
  const bankAccounts = bankAccountRepository({ store });
  const credit = creditRepository(store);
  const termsOf = creditTerms({ credit, rates });
  const names = documentNames(nameSources(copies, ownNames(store)));
  const orders = orderRepository({ store, references, dependencies: orderDependencies(copies, credit, names.order) });
  const deliveryNotes = deliveryNoteRepository({
    store,
    references,
    names: names.deliveryNote,
    withClientNames: withClientNames(copies),
  });
  const dropNumbers = dropNumberRepository(store);
  const supplierSums = purchaseSums(store);
  const purchaseOrders = purchaseOrderRepository({
    store,
    references,
    sums: supplierSums,
    dependencies: purchaseOrderDependencies(copies, names.purchaseOrder),
  });
  const sums = invoiceSums(store);
  const invoices = invoiceRepository({
    store,
    references,
    dependencies: invoiceDependencies({ copies, credit, orders, sums, names: names.invoice }),
  });
  const numbers = invoiceNumberRepository(store);
  const payments = paymentRepository(store);
  const paying = invoicePayments(invoices, payments);
  const telling = announceOverdue({ writer, due: dueInvoices(store), invoices, settings, logger });
  const { usersOfAny } = references;
  const counts = [
    countEarlier({
      ...{ writer, sums, name: 'invoices: sums by client' },
      ...{ collection: invoiceModel.collection, partyField: 'clientId', uncounted: UNCOUNTED_INVOICES },
    }),
    countEarlier({
      ...{ writer, sums: supplierSums, name: 'purchase orders: sums by supplier' },
      ...{ collection: purchaseOrderModel.collection, partyField: 'supplierId', uncounted: UNCOUNTED_PURCHASES },
    }),
  ];
  const counted = { collection: orderModel.collection, recounted };
  return {
    services: [
      implement('finance', 'ManagementAccountService', accountHandlers(writer, accounts)),
      withPersonNames(
        orderHandlers({
          writer,
          orders,
          copies,
          termsOf,
          settings,
          documentIds,
          versionNames: names.orderVersion,
        }),
        persons,
        AUTHORS,
      ),
      deliveryNoteHandlers({
        writer,
        deliveryNotes,
        notesToInvoice: notesToInvoiceRepository(store, {
          orders: orderModel.collection,
          isOpen: TO_INVOICE,
          invoices: invoiceModel.collection,
        }),
        dropNumbers,
        orders,
        copies,
        settings,
        documentIds,
        printer,
      }),
      withPersonNames(
        invoiceHandlers({
          writer,
          invoices,
          payments,
          paying,
          orders,
          deliveryNotes,
          numbers,
          bankAccounts,
          copies,
          settings,
          printer,
          paymentNames: names.payment,
        }),
        persons,
        AUTHORS,
      ),
      withPersonNames(
        purchaseOrderHandlers({
          writer,
          purchaseOrders,
          copies,
          accounts,
          settings,
          documentIds,
          printer,
          versionNames: names.purchaseOrderVersion,
        }),
        persons,
        AUTHORS,
      ),
      implement('finance', 'BankAccountService', bankAccountHandlers(writer, bankAccounts)),
      openBankStatements({
        store,
        writer,
        accounts: bankAccounts,
        references,
        purchaseOrders,
        invoices,
        paying,
        settings,
        documentIds,
        names,
      }),
      reportHandlers({
        sums,
        supplierSums,
        orders: reportedOrders(store),
        purchases: reportedPurchases(store),
        copies,
        settings,
        rates,
        ledger: clientLedger(store),
        printer,
      }),
      withPersonNames(
        requirementHandlers({
          writer,
          guard: requirementGuard(store),
          orders: needingOrders(store),
          purchases: boughtItems(store),
          purchaseOrders,
          copies,
          settings,
          documentIds,
        }),
        persons,
        [{ within: 'purchaseOrders', id: 'createdBy', name: 'createdByName' }],
      ),
      reservationService({ owner: 'product', store, locks: references, usersOfAny }),
    ],
    workers: [
      upgrades(
        store,
        [
          formerNames,
          lateOrders,
          unpaidOrders,
          sharedOrderDates,
          recordTexts,
          copyNames,
          laterListKeys,
          hiddenDocuments,
          invoicedOrders(counted),
          orderedGoods(orderModel.collection),
          styledLines(references, orderModel.collection),
          heldNotes(references, deliveryNoteModel.collection),
          ...counts,
        ],
        logger,
      ),
      periodic({ name: 'overdue invoices', run: telling, everyMs: OVERDUE_EVERY, background: true, logger }),
      printer,
    ],
    printer,
    counts,
    announceOverdue: telling,
  };
}
