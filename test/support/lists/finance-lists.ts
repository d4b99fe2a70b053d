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

const { toInvoice: _, ...storedNoteFilters } = deliveryNote.filters;
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
        sums: { lock: async () => {}, change: async () => true },
        dependencies: { suppliers: async () => new Map(), names: NO_NAMES_BESIDE },
      }) as never,
    of: purchaseOrder,
    rare: { supplierId: 'rare', status: 'approved', materialId: 'rare', materialSkuId: 'rare' },
    conditions: ['materialId', 'materialSkuId'],
    make({ id, now, ...origin }, _name, { supplierId = 'usual', materialId, materialSkuId, ...fields }: RarePurchase) {
      const adjustment = String(now.getTime() % 1_000_003);
      const orderDate = now.toISOString().slice(0, 10);
      const dates = { orderDate, expectedDeliveryDate: now.toISOString() };
      const input = { ...dates, currency: 'EUR', items: [], adjustment, ...fields };
      const supplier = { id: supplierId, name: '', status: 'active', currency: null, country: null } as const;
      const { state } = createPurchaseOrder(input, supplier, origin, { actorId: 'u1', now, newId: () => id });
      const items = goodsOf({ materialId, materialSkuId });
      return { ...state, ...keysOf(purchaseOrderSortKeys, state), items } as unknown as typeof state;
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
    rare: { clientId: 'rare', status: 'cancelled', toInvoice: true, late: true, styleId: 'rare', skuId: 'rare' },
    conditions: ['late', 'styleId', 'skuId'],
    clients,
    make(
      { orgId, documentId, now },
      _name,
      { clientId = 'usual', late = false, styleId, skuId, ...fields }: RareOrder,
    ) {
      const client = { id: clientId, name: 'Client' } as ClientCopy;
      const day = now.toISOString();
      const dates = { orderDate: day, requestedDeliveryDate: day, deliveryWindowStart: day, deliveryWindowEnd: day };
      const input = { ...dates, currency: 'EUR', lineItems: [] };
      const { state } = createOrder(input, client, { orgId, documentId }, { actorId: 'u1', now, newId });
      const lineItems = goodsOf({ styleId, skuId });
      const keys = { ...keysOf(orderSortKeys, state), [LATE_AFTER]: late ? LATE - 1 : LATE };
      return { ...state, ...keys, ...fields, lineItems } as unknown as typeof state;
    },
  },
  invoices: {
    open: (records) => invoiceRepository({ ...records, dependencies: documentsAlone }) as never,
    of: invoice,
    rare: {
      ...{ status: 'overdue', salesOrderId: 'rare', clientId: 'rare', correctsInvoiceId: 'rare' },
      ...{ styleId: 'rare', skuId: 'rare' },
    },
    conditions: ['styleId', 'skuId'],
    clients,
    make({ id, orgId, documentId, now }, _name, rare: RareNote) {
      const { salesOrderId = 'usual', clientId = 'usual', styleId, skuId, ...fields } = rare;
      const day = now.toISOString().slice(0, 10);
      const amounts = { currency: 'EUR', totalAmount: now.getTime() % 1_000_003, issuedDate: day, dueDate: day };
      const input = { invoiceNumber: documentId, lineItems: [], ...amounts };
      const writing = { actorId: 'u1', now, newId: () => id, today: day };
      const { state } = createInvoice(input, { salesOrderId, clientId, clientName: null }, { orgId }, writing).decision;
      const lineItems = goodsOf({ styleId, skuId });
      return { ...state, ...keysOf(invoiceSortKeys, state), ...fields, lineItems } as unknown as typeof state;
    },
  },
  delivery_notes: {
    open: (records) =>
      deliveryNoteRepository({ ...records, names: NO_NAMES_BESIDE, withClientNames: async (notes) => notes }) as never,
    // toInvoice is looked up before the list is read.
    of: { ...deliveryNote, filters: storedNoteFilters },
    rare: { status: 'delivered', salesOrderId: 'rare', clientId: 'rare', styleId: 'rare', skuId: 'rare' },
    conditions: ['styleId', 'skuId'],
    make({ now, ...origin }, carrier, rare: RareNote) {
      const { salesOrderId = 'usual', clientId = 'usual', styleId, skuId, ...fields } = rare;
      const order = { id: salesOrderId, clientId, clientName: null, deliveryAddress: null };
      const day = now.toISOString();
      const input = { carrier, lineItems: [], shippingDate: day, actualShipDate: day, ...fields };
      const writing = { now, newId: () => origin.id };
      const { state } = createDeliveryNote(input, order, { ...origin, dropNumber: 1 }, writing);
      const lineItems = goodsOf({ styleId, skuId });
      return { ...state, ...keysOf(deliveryNoteSortKeys, state), lineItems } as unknown as typeof state;
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
    open: (records) =>
      bankStatementRepository({ ...records, lines: {} as never, guard: {} as never, names: NO_NAMES_BESIDE }) as never,
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

/** Two lines, of which the second has the goods that are asked for. */
const goodsOf = (goods: Record<string, string | undefined>) =>
  [{}, goods].map((asked: typeof goods) =>
    Object.fromEntries(Object.keys(goods).map((id) => [id, asked[id] ?? 'usual'])),
  );

interface RarePurchase {
  supplierId?: string;
  materialId?: string;
  materialSkuId?: string;
}

interface RareGoods {
  styleId?: string;
  skuId?: string;
}

interface RareOrder extends RareGoods {
  clientId?: string;
  late?: boolean;
}

interface RareNote extends RareGoods {
  salesOrderId?: string;
  clientId?: string;
}
