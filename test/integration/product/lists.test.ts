import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RecordState } from '#chassis/domain/record.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { RecordStore, Records } from '#chassis/records/records.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import type { RemoteReferences } from '#chassis/reference-integrity/remote-references.ts';
import {
  accountFilters,
  accountSorts,
  deliveryNoteFilters,
  deliveryNoteSorts,
  invoiceFilters,
  invoiceSorts,
  orderFilters,
  orderSorts,
  purchaseOrderFilters,
  purchaseOrderSorts,
} from '#proto/finance/v1/contract.ts';
import { bomFilters, bomSorts, clientFilters, clientSorts } from '#proto/product/v1/contract.ts';
import { materialFilters, materialSorts } from '#proto/product/v1/material.contract.ts';
import { styleFilters, styleSorts } from '#proto/product/v1/style.contract.ts';
import { supplierFilters, supplierSorts } from '#proto/product/v1/supplier.contract.ts';
import { createDeliveryNote } from '../../../services/finance/delivery-notes/domain/delivery-note.ts';
import { deliveryNoteRepository } from '../../../services/finance/delivery-notes/repository.ts';
import { createInvoice } from '../../../services/finance/invoices/domain/create-invoice.ts';
import { invoiceSortKeys } from '../../../services/finance/invoices/domain/invoice.ts';
import { invoiceRepository } from '../../../services/finance/invoices/repository.ts';
import type { ClientCopy } from '../../../services/finance/local-copies/domain/copy.ts';
import { accountSortKeys, createAccount, TOP } from '../../../services/finance/management-accounts/domain/account.ts';
import { accountRepository } from '../../../services/finance/management-accounts/repository.ts';
import { createOrder } from '../../../services/finance/orders/domain/order.ts';
import { orderRepository } from '../../../services/finance/orders/repository.ts';
import {
  createPurchaseOrder,
  purchaseOrderSortKeys,
} from '../../../services/finance/purchase-orders/domain/purchase-order.ts';
import { purchaseOrderRepository } from '../../../services/finance/purchase-orders/repository.ts';
import { createBom } from '../../../services/product/boms/domain/bom.ts';
import { bomRepository } from '../../../services/product/boms/repository.ts';
import { createClient } from '../../../services/product/clients/domain/client.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { createMaterial } from '../../../services/product/materials/domain/material.ts';
import { materialRepository } from '../../../services/product/materials/repository.ts';
import { createStyle } from '../../../services/product/styles/domain/style.ts';
import { styleRepository } from '../../../services/product/styles/repository.ts';
import { createSupplier } from '../../../services/product/suppliers/domain/supplier.ts';
import { supplierRepository } from '../../../services/product/suppliers/repository.ts';
import { dropStore, openTestStore, sharedMongo, startEngine, type TestMongo } from '../../support/backends/mongo.ts';
import { countsKeys, plansOf, type ReadPlan, watched } from '../../support/read-plans.ts';

/** `documentId`: of resources that number their records. */
interface Origin {
  id: string;
  orgId: string;
  documentId: string;
  now: Date;
}

/** A list, with records to fill it and a rare value of each filter. */
interface Listed {
  /** In the large org. */
  records: number;
  open(records: RecordStore): Pick<Records<RecordState>, 'list' | 'get'>;
  filters: Record<string, unknown>;
  sorts: readonly string[];
  /** The rare value: what the filter asks for. */
  rare: Record<string, string | boolean>;
  searches?: readonly string[];
  make(origin: Origin, name: string, fields: Record<string, never>): RecordState;
}

/**
 * Materials have the most filters, hence the most indexes: what holds for them is the same code, and is shown for the others
 * at fewer, since it is by the keys that a page reads, not by time, that the test judges. By hand, all at 100,000:
 * `LIST_RECORDS=100000 npm test -- test/integration/product/lists`.
 */
const { LIST_RECORDS } = process.env;
const MANY = Number(LIST_RECORDS ?? 10_000);
const FEWER = Number(LIST_RECORDS ?? 2_500);
/** In an org of their own, all of the rare values: an index that does not begin with the org would show. */
const FEW = 25;
/** Records of the large org with the rare values: the oldest, and the last by name. */
const RARE = 60;
const CHANGED_LATELY = 3;
const BATCH = 2_000;
const LIMIT = 10;
const START = Date.UTC(2025, 0, 1);
const LATELY = Date.UTC(2026, 0, 1);

/** What orders and invoices need of other rooms when they are listed. */
const documentsAlone = {
  owe: async () => {},
  withClientNames: async <Document>(orders: Document[]) => orders,
  clientsNamed: async () => [],
};

const lists: Record<string, Listed> = {
  clients: {
    records: FEWER,
    open: (records) => clientRepository(records) as never,
    filters: clientFilters,
    sorts: clientSorts,
    rare: { priceCategory: 'high', status: 'archived' },
    searches: ['name', 'country'],
    make: ({ id, orgId, now }, name, fields) =>
      createClient({ name, country: 'Portugal', maxAccountValue: 1, currency: 'EUR', ...fields }, orgId, now, () => id)
        .state,
  },
  suppliers: {
    records: FEWER,
    open: (records) => supplierRepository(records) as never,
    filters: supplierFilters,
    sorts: supplierSorts,
    rare: { status: 'archived' },
    searches: ['name', 'country'],
    make: ({ id, orgId, now }, name, fields) => createSupplier({ name, ...fields }, id, orgId, now).state,
  },
  boms: {
    records: FEWER,
    open: (records) => bomRepository({ ...records, dependencies: {} as never, stylesNamed: async () => [] }) as never,
    filters: bomFilters,
    sorts: bomSorts,
    rare: { styleId: 'rare', status: 'approved' },
    make: ({ now, ...origin }, _name, { styleId = 'usual', ...fields }: { styleId?: string }) => ({
      ...createBom({ styleId, createdById: null }, { ...origin, versionId: origin.id }, now),
      ...fields,
    }),
  },
  materials: {
    records: MANY,
    open: (records) => materialRepository({ ...records, supplierNames: async () => new Map() }) as never,
    filters: materialFilters,
    sorts: materialSorts,
    rare: { type: 'trim', supplierId: 'rare', status: 'archived' },
    searches: ['name', 'refId'],
    make: (origin, name, fields: { supplierId?: string }) => {
      const supplier = { supplierId: fields.supplierId ?? null, supplierName: null };
      return createMaterial({ name, refId: origin.documentId, ...fields }, supplier, origin, newId).state;
    },
  },
  styles: {
    records: FEWER,
    open: (records) => styleRepository({ ...records, remote: neverAsked }) as never,
    filters: styleFilters,
    sorts: styleSorts,
    rare: { clientId: 'rare', status: 'archived' },
    searches: ['name', 'refId', 'documentId'],
    make: (origin, name, fields) =>
      createStyle({ name, colors: ['Navy', 'Ecru'], sizes: ['M', 'L'], ...fields }, { ...origin, newId }).state,
  },
  purchase_orders: {
    records: FEWER,
    open: (records) =>
      purchaseOrderRepository({ ...records, dependencies: { suppliers: async () => new Map() } }) as never,
    filters: purchaseOrderFilters,
    sorts: purchaseOrderSorts,
    rare: { supplierId: 'rare', status: 'approved' },
    searches: ['documentId'],
    make({ id, now, ...origin }, _name, { supplierId = 'usual', ...fields }: { supplierId?: string }) {
      const adjustment = String(now.getTime() % 1_000_003);
      const input = { orderDate: now.toISOString().slice(0, 10), currency: 'EUR', items: [], adjustment, ...fields };
      const supplier = { id: supplierId, name: '', status: 'active', currency: null, country: null } as const;
      const { state } = createPurchaseOrder(input, supplier, origin, { actorId: 'u1', now, newId: () => id });
      return { ...state, ...keysOf(purchaseOrderSortKeys, state) };
    },
  },
  management_accounts: {
    records: FEWER,
    open: (records) => accountRepository(records) as never,
    filters: accountFilters,
    sorts: accountSorts,
    rare: { type: 'rare', category: 'rare', isActive: false },
    searches: ['code', 'name'],
    make(origin, name, fields) {
      const { state } = createAccount({ code: origin.documentId, name }, { ...origin, ...TOP });
      return { ...state, ...keysOf(accountSortKeys, state), ...fields };
    },
  },
  orders: {
    records: FEWER,
    open: (records) => orderRepository({ ...records, dependencies: documentsAlone }) as never,
    filters: orderFilters,
    sorts: orderSorts,
    rare: { clientId: 'rare', status: 'cancelled' },
    make: ({ orgId, documentId, now }, _name, { clientId = 'usual', ...fields }: { clientId?: string }) => {
      const client = { id: clientId, name: 'Client' } as ClientCopy;
      const input = { orderDate: '2026-01-31', currency: 'EUR', lineItems: [] };
      return { ...createOrder(input, client, { orgId, documentId }, { actorId: 'u1', now, newId }).state, ...fields };
    },
  },
  invoices: {
    records: FEWER,
    open: (records) => invoiceRepository({ ...records, dependencies: documentsAlone }) as never,
    filters: invoiceFilters,
    sorts: invoiceSorts,
    rare: { status: 'overdue', salesOrderId: 'rare', clientId: 'rare' },
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
    records: FEWER,
    open: (records) => deliveryNoteRepository({ ...records, withClientNames: async (notes) => notes }) as never,
    filters: deliveryNoteFilters,
    sorts: deliveryNoteSorts,
    rare: { status: 'delivered', salesOrderId: 'rare', clientId: 'rare' },
    searches: ['trackingNumber', 'carrier'],
    make: ({ now, ...origin }, carrier, { salesOrderId = 'usual', clientId = 'usual', ...fields }: RareNote) => {
      const order = { id: salesOrderId, clientId, clientName: null };
      const input = { carrier, lineItems: [], ...fields };
      return createDeliveryNote(input, order, { ...origin, dropNumber: 1 }, { now, newId: () => origin.id }).state;
    },
  },
};

/** What is stored of a record besides, to sort it by. */
function keysOf<State>(sortKeys: Record<string, (state: State) => unknown>, state: State): object {
  return Object.fromEntries(Object.entries(sortKeys).map(([field, keyOf]) => [`${field}SortKey`, keyOf(state)]));
}

interface RareNote {
  salesOrderId?: string;
  clientId?: string;
}

/** Lists ask no other service. */
const neverAsked = {} as RemoteReferences;

let mongo: TestMongo;
let store: Store;
let records: RecordStore;

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore({ url: watched(mongo.url) });
  await store.start();
  if (await countsKeys(store)) return;
  // An engine that stands on another kind of database explains itself in that one's words, and counts no keys.
  await dropStore(store);
  await mongo.stop();
  mongo = await startEngine();
  store = await openTestStore({ url: watched(mongo.url) });
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
}, 30_000);

describe.each(Object.entries(lists))('the list of %s', (name, listed) => {
  const { sorts, rare, filters, searches = [] } = listed;
  let repository: ReturnType<Listed['open']>;
  const list: typeof repository.list = (...asked) => repository.list(...asked);

  const read = (orgId: string, query: object = {}, filter: object = {}): Promise<[ReadPlan, ...ReadPlan[]]> => {
    const asked = { page: 1, limit: LIMIT, sort: '-createdAt', ...query };
    return plansOf(store, name, () => list(orgId, asked, filter)) as Promise<[ReadPlan, ...ReadPlan[]]>;
  };

  beforeAll(async () => {
    records = { store, references: openReferences(store) };
    repository = listed.open(records);
    await store.start();
    await fill(name, listed);
  }, 120_000);

  const orders = sorts.flatMap((sort) => [sort, `-${sort}`]);

  test('has a rare value for each filter that the reference names', () => {
    expect(Object.keys(rare).sort()).toEqual(Object.keys(filters).sort());
  });

  describe.each(orders)('by %s', (sort) => {
    test.each(['large', 'small'])(
      'reads the first page of the %s org off an index, and its total off the kept one',
      async (orgId) => {
        const reads = await read(orgId, { sort });
        expect(reads).toMatchObject([{ command: 'find', returned: LIMIT }]);
        expectIndexed(reads[0], LIMIT);
      },
    );

    test('walks to a page in the middle of the first hundred, and to the last from the end', async () => {
      const [middle] = await read('large', { sort, page: 50 });
      expectIndexed(middle, 50 * LIMIT);
      const [last] = await read('large', { sort, page: Math.ceil(listed.records / LIMIT) });
      expect(last.returned).toBe(LIMIT);
      expectIndexed(last, LIMIT);
    });

    test('goes on from where a page ended, however far that is', async () => {
      const { next } = await list('large', { page: 20, limit: LIMIT, sort });
      const [following] = await read('large', { sort, after: next });
      expect(following.returned).toBe(LIMIT + 1);
      // Beside the page: the record it goes on from, and the one that shows that there are more.
      expectIndexed(following, LIMIT + 2);
    });

    test.each(Object.entries(rare))('with %s %s reads what matches alone', async (field, value) => {
      for (const [orgId, matches] of [
        ['large', RARE],
        ['small', FEW],
      ] as const) {
        const reads = await read(orgId, { sort }, { [field]: value });
        const { find, count } = byCommand(reads);
        expect(find.returned).toBe(LIMIT);
        expectIndexed(find, LIMIT);
        expectIndexed(count, matches);
      }
    });

    test('with all filters at once reads no more than what matches one', async () => {
      const { find, count } = byCommand(await read('large', { sort }, rare));
      expect(find.returned).toBe(LIMIT);
      expectIndexed(find, RARE);
      expectIndexed(count, RARE);
    });

    test('finds what changed lately among the changed', async () => {
      const since = new Date(LATELY).toISOString();
      const { find, count } = byCommand(await read('large', { sort, updatedSince: since }));
      expect(find.returned).toBe(CHANGED_LATELY);
      // So few that sorting them is cheaper than to walk a sorted index for them.
      expect(find.keysExamined).toBeLessThanOrEqual(CHANGED_LATELY + SLACK);
      expect(count.keysExamined).toBeLessThanOrEqual(CHANGED_LATELY + SLACK);
    });
  });

  test('is left alone where a record is read by its id or number', async () => {
    const { data } = await list('large', { page: 1, limit: 1, sort: 'createdAt' });
    const { id, documentId } = data[0] as RecordState & { documentId?: string };
    for (const key of documentId ? [id, documentId] : [id]) {
      const [plan] = await plansOf(store, name, () => repository.get('large', key));
      expect(plan).toMatchObject({ keysExamined: 1, docsExamined: 1, returned: 1 });
    }
  });

  if (searches.length > 0) {
    test('searches the keys of its org, and reads the documents alone that match', async () => {
      for (const [orgId, size] of [
        ['large', listed.records],
        ['small', FEW],
      ] as const) {
        const { find, count } = byCommand(await read(orgId, { search: 'needle' }));
        for (const plan of [find, count]) {
          expect(plan.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
          expect(plan.keysExamined).toBeLessThanOrEqual(size + SLACK);
          expect(plan.docsExamined).toBeLessThanOrEqual(CHANGED_LATELY);
        }
      }
    });

    test.each(orders)('that match most are met in the order of the list, by %s', async (sort) => {
      const { find, count } = byCommand(await read('large', { search: 'TWILL', sort }));
      expect(find.returned).toBe(LIMIT);
      // Beside those that it shows: the few among them that do not match.
      expectIndexed(find, LIMIT + CHANGED_LATELY);
      expect(count.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
      const middle = byCommand(await read('large', { search: 'TWILL', sort, page: 50 })).find;
      expectIndexed(middle, 50 * LIMIT + CHANGED_LATELY);
    });

    test.each(orders)('that match most are gone on from in the order of the list, by %s', async (sort) => {
      const search = { search: 'TWILL', sort };
      const { next } = await list('large', { ...search, page: 20, limit: LIMIT });
      const { find, count } = byCommand(await read('large', { ...search, after: next }));
      expect(find.returned).toBe(LIMIT + 1);
      expectIndexed(find, LIMIT + 2 + CHANGED_LATELY);
      // No more than tell that they are many.
      expect(count.keysExamined).toBeLessThan(listed.records / 10);
    });

    test.each(orders)('that match seldom are gone on from among those that match, by %s', async (sort) => {
      const search = { search: 'needle', sort };
      const { next } = await list('large', { ...search, page: 1, limit: 1 });
      const { find } = byCommand(await read('large', { ...search, after: next }));
      expect(find.returned).toBe(CHANGED_LATELY - 1);
      expect(find.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
      expect(find.docsExamined).toBeLessThanOrEqual(CHANGED_LATELY);
    });
  }
});

/** The key that shows that a range has ended. */
const SLACK = 2;

function expectIndexed({ index, sortsInMemory, keysExamined, docsExamined }: ReadPlan, needed: number): void {
  expect(Object.keys(index ?? {})[0]).toBe('orgId');
  expect(sortsInMemory).toBe(false);
  expect(keysExamined).toBeLessThanOrEqual(needed + SLACK);
  expect(docsExamined).toBeLessThanOrEqual(needed);
}

function byCommand(reads: ReadPlan[]): Record<ReadPlan['command'], ReadPlan> {
  const of = (wanted: ReadPlan['command']) => reads.filter(({ command }) => command === wanted);
  const [[find, ...finds], [count, ...counts]] = [of('find'), of('count')];
  if (!find || !count || finds.length + counts.length > 0) throw new Error('a filtered page is one find and one count');
  return { find, count };
}

/** Writes the records as they are stored, past the outbox: as many as a list is asked to bear. */
async function fill(name: string, listed: Listed): Promise<void> {
  const collection = store.connection.collection<{ _id: string }>(name);
  const totals = store.connection.collection<{ _id: string; count: number }>('totals');
  for (const [orgId, count] of [
    ['large', listed.records],
    ['small', FEW],
  ] as const) {
    for (let from = 0; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      const batch = Array.from({ length }, (_, index) => stored(listed, orgId, from + index, count));
      await collection.insertMany(batch, { writeConcern: { w: 1 } });
    }
    await totals.insertOne({ _id: `${orgId}:${name}:0`, count });
  }
}

function stored(listed: Listed, orgId: string, index: number, count: number): { _id: string } {
  const now = new Date(START + index * 1000);
  const isRare = orgId === 'small' || index < RARE;
  const changed = index >= count - CHANGED_LATELY;
  const title = `${isRare ? 'z' : 'a'}${(index * 7919) % count} ${changed ? 'Needle' : 'Twill'}`;
  const documentId = `DOC-2025-${String(index).padStart(6, '0')}`;
  const { id, ...state } = listed.make(
    { id: newId(), orgId, documentId, now },
    title,
    (isRare ? listed.rare : {}) as never,
  );
  const updatedAt = changed ? new Date(LATELY) : now;
  return { _id: id, ...state, updatedAt, ...(listed.searches && { searchText: title }) } as never;
}
