import { newId } from '#chassis/mongo/mongo.ts';
import { NO_NAMES_BESIDE } from '#chassis/records/names-beside.ts';
import {
  bankAccount,
  bankStatementFilters,
  bankStatementOtherSorts,
  bankStatementRanges,
  bankStatementSorts,
  deliveryNote,
  invoice,
  managementAccount,
  order,
  purchaseOrder,
} from '#proto/finance/v1/contract.ts';
import { plainNumber } from '../../../services/finance/bank-accounts/domain/account-number.ts';
import { createBankAccount } from '../../../services/finance/bank-accounts/domain/bank-account.ts';
import { bankAccountRepository } from '../../../services/finance/bank-accounts/repository.ts';
import {
  bankStatementSortKeys,
  createBankStatement,
} from '../../../services/finance/bank-statements/domain/bank-statement.ts';
import { bankStatementRepository } from '../../../services/finance/bank-statements/repository.ts';
import {
  createDeliveryNote,
  deliveryNoteSortKeys,
} from '../../../services/finance/delivery-notes/domain/delivery-note.ts';
import { deliveryNoteRepository } from '../../../services/finance/delivery-notes/repository.ts';
import { createInvoice } from '../../../services/finance/invoices/domain/create-invoice.ts';
import { invoiceSortKeys } from '../../../services/finance/invoices/domain/invoice.ts';
import { invoiceRepository } from '../../../services/finance/invoices/repository.ts';
import type { ClientCopy } from '../../../services/finance/local-copies/domain/copy.ts';
import { accountSortKeys, createAccount, TOP } from '../../../services/finance/management-accounts/domain/account.ts';
import { accountRepository } from '../../../services/finance/management-accounts/repository.ts';
import { createOrder, orderSortKeys } from '../../../services/finance/orders/domain/order.ts';
import { LATE_AFTER, lateFilter, orderRepository } from '../../../services/finance/orders/repository.ts';
import {
  createPurchaseOrder,
  purchaseOrderSortKeys,
} from '../../../services/finance/purchase-orders/domain/purchase-order.ts';
import { purchaseOrderRepository } from '../../../services/finance/purchase-orders/repository.ts';
import type { Listed } from './listed.ts';

const clients = { rare: 'Quayside', usual: 'Harbour' };

/** The start of a day, in epoch milliseconds. Orders that were due before are late. */
const LATE = Date.UTC(2026, 0, 31);

/** The other resources that orders and invoices need when they are listed. */
const documentsAlone = {
  sums: { change: async () => true },
  lock: async () => {},
  lockCredit: async () => {},
  owe: async () => {},
  names: NO_NAMES_BESIDE,
  withClientNames: async <Document>(orders: Document[]) => orders,
  clientsNamed: async (_orgId: string, text: string) =>
    Object.entries(clients).flatMap(([id, name]) => (name === text ? [id] : [])),
};

export const financeLists = {
  purchase_orders: {
    open: (records) =>
      purchaseOrderRepository({
        ...records,
        dependencies: { suppliers: async () => new Map(), names: NO_NAMES_BESIDE },
      }) as never,
    of: purchaseOrder,
    rare: { supplierId: 'rare', status: 'approved' },
    make({ id, now, ...origin }, _name, { supplierId = 'usual', ...fields }: { supplierId?: string }) {
      const adjustment = String(now.getTime() % 1_000_003);
      const orderDate = now.toISOString().slice(0, 10);
      const dates = { orderDate, expectedDeliveryDate: now.toISOString() };
      const input = { ...dates, currency: 'EUR', items: [], adjustment, ...fields };
      const supplier = { id: supplierId, name: '', status: 'active', currency: null, country: null } as const;
      const { state } = createPurchaseOrder(input, supplier, origin, { actorId: 'u1', now, newId: () => id });
      return { ...state, ...keysOf(purchaseOrderSortKeys, state) };
    },
  },
  management_accounts: {
    open: (records) => accountRepository(records) as never,
    of: managementAccount,
    rare: { type: 'rare', category: 'rare', isActive: false },
    make(origin, name, fields) {
      const { state } = createAccount({ code: origin.documentId, name }, { ...origin, ...TOP });
      return { ...state, ...keysOf(accountSortKeys, state), ...fields };
    },
  },
  orders: {
    open(records) {
      const orders = orderRepository({ ...records, dependencies: documentsAlone });
      // The handler turns `late` into a condition of the stored date.
      const list: typeof orders.list = (orgId, query, filter = {}, waitLimit) => {
        const { late, ...others } = filter as { late?: boolean };
        const asked = late === undefined ? others : { ...others, ...lateFilter(late, LATE) };
        return orders.list(orgId, query, asked, waitLimit);
      };
      return { ...orders, list } as never;
    },
    of: order,
    rare: { clientId: 'rare', status: 'cancelled', toInvoice: true, late: true },
    conditions: ['late'],
    clients,
    make: ({ orgId, documentId, now }, _name, { clientId = 'usual', late = false, ...fields }: RareOrder) => {
      const client = { id: clientId, name: 'Client' } as ClientCopy;
      const day = now.toISOString();
      const dates = { orderDate: day, requestedDeliveryDate: day, deliveryWindowStart: day, deliveryWindowEnd: day };
      const input = { ...dates, currency: 'EUR', lineItems: [] };
      const { state } = createOrder(input, client, { orgId, documentId }, { actorId: 'u1', now, newId });
      return { ...state, ...keysOf(orderSortKeys, state), ...fields, [LATE_AFTER]: late ? LATE - 1 : LATE };
    },
  },
  invoices: {
    open: (records) => invoiceRepository({ ...records, dependencies: documentsAlone }) as never,
    of: invoice,
    rare: { status: 'overdue', salesOrderId: 'rare', clientId: 'rare', correctsInvoiceId: 'rare' },
    clients,
    make({ id, orgId, documentId, now }, _name, { salesOrderId = 'usual', clientId = 'usual', ...fields }: RareNote) {
      const day = now.toISOString().slice(0, 10);
      const amounts = { currency: 'EUR', totalAmount: now.getTime() % 1_000_003, issuedDate: day, dueDate: day };
      const input = { invoiceNumber: documentId, lineItems: [], ...amounts };
      const writing = { actorId: 'u1', now, newId: () => id, today: day };
      const { state } = createInvoice(input, { salesOrderId, clientId, clientName: null }, { orgId }, writing).decision;
      return { ...state, ...keysOf(invoiceSortKeys, state), ...fields };
    },
  },
  delivery_notes: {
    open: (records) =>
      deliveryNoteRepository({ ...records, names: NO_NAMES_BESIDE, withClientNames: async (notes) => notes }) as never,
    of: deliveryNote,
    rare: { status: 'delivered', salesOrderId: 'rare', clientId: 'rare' },
    make: ({ now, ...origin }, carrier, { salesOrderId = 'usual', clientId = 'usual', ...fields }: RareNote) => {
      const order = { id: salesOrderId, clientId, clientName: null, deliveryAddress: null };
      const day = now.toISOString();
      const input = { carrier, lineItems: [], shippingDate: day, actualShipDate: day, ...fields };
      const writing = { now, newId: () => origin.id };
      const { state } = createDeliveryNote(input, order, { ...origin, dropNumber: 1 }, writing);
      return { ...state, ...keysOf(deliveryNoteSortKeys, state) };
    },
  },
  bank_account_records: {
    open: (records) => bankAccountRepository(records) as never,
    of: bankAccount,
    rare: { status: 'archived', currency: 'JPY' },
    make({ id, orgId, now, documentId: accountNumber }, name, fields) {
      const { state } = createBankAccount({ name, accountNumber, currency: 'EUR', ...fields }, id, orgId, now);
      return { ...state, number: plainNumber(accountNumber) };
    },
  },
  bank_statements: {
    open: (records) => bankStatementRepository({ ...records, lines: {} as never, guard: {} as never }) as never,
    of: {
      filters: bankStatementFilters,
      sorts: bankStatementSorts,
      otherSorts: bankStatementOtherSorts,
      ranges: bankStatementRanges,
      searches: ['bankName', 'accountNumber', 'description'],
    },
    rare: { accountNumber: 'rare' },
    make(origin, bankName, { accountNumber = 'usual' }: { accountNumber?: string }) {
      const statementDate = origin.now.toISOString();
      const state = createBankStatement(
        { accountNumber, bankName, statementDate, transactionDate: statementDate },
        [],
        origin,
      );
      return { ...state, ...keysOf(bankStatementSortKeys, state) };
    },
  },
} satisfies Record<string, Listed>;

/** The stored sort keys of a record. */
function keysOf<State>(sortKeys: Record<string, (state: State) => unknown>, state: State): object {
  return Object.fromEntries(Object.entries(sortKeys).map(([field, keyOf]) => [`${field}SortKey`, keyOf(state)]));
}

interface RareOrder {
  clientId?: string;
  late?: boolean;
}

interface RareNote {
  salesOrderId?: string;
  clientId?: string;
}
