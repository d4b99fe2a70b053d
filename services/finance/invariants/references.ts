import type { Reader } from '#chassis/invariants/database.ts';
import { factOf } from '#chassis/invariants/facts.ts';
import type { Invariant } from '#chassis/invariants/invariant.ts';
import {
  type Finder,
  inCollection,
  type Referring,
  referencesAreKept,
  referencesLeadSomewhere,
} from '#chassis/invariants/references.ts';
import type { BankLine } from '../bank-statements/domain/bank-line.ts';
import type { DeliveryNote } from '../delivery-notes/domain/delivery-note.ts';
import { targetsOf as targetsOfNote } from '../delivery-notes/repository.ts';
import type { Invoice } from '../invoices/domain/invoice.ts';
import { targetsOf as targetsOfInvoice } from '../invoices/repository.ts';
import type { CopyKind } from '../local-copies/domain/copy.ts';
import { nameOf } from '../local-copies/domain/snapshot.ts';
import { COLLECTION as COPIES, type StoredCopy } from '../local-copies/repository.ts';
import type { ManagementAccount } from '../management-accounts/domain/account.ts';
import type { Order } from '../orders/domain/order.ts';
import { targetsOf as targetsOfOrder } from '../orders/repository.ts';
import type { PurchaseOrder } from '../purchase-orders/domain/purchase-order.ts';
import { targetsOf as targetsOfPurchaseOrder } from '../purchase-orders/repository.ts';
import { partsOf } from './parts.ts';

/** Documents per batch. A document has up to 500 lines, so batches are small. */
const PAGE = 50;

type Stored<Record> = Record & { _id: string };

/** The stored references of a document of this kind are those that `targetsOf` returns. */
const document = <Row extends { orgId: string; status?: string }>(
  kind: string,
  documents: Omit<Referring<Stored<Row>>, 'referencesOf'>,
  targetsOf: (row: Row) => string[],
): Invariant =>
  referencesAreKept<Stored<Row>>({
    ...documents,
    referencesOf: (row) => {
      const { _id, status } = row;
      return [{ source: `${kind}:${_id}`, targets: targetsOf(row), ...(status !== undefined && { status }) }];
    },
  });

/** The collection of each kind of document. */
const DOCUMENTS = {
  sales_order: 'orders',
  delivery_note: 'delivery_notes',
  invoice: 'invoices',
  purchase_order: 'purchase_orders',
  management_account: 'management_accounts',
  bank_line: 'bank_lines',
};

/** References between documents, and references to product's records. */
export const references: readonly Invariant[] = [
  document<Order>(
    'sales_order',
    { collection: 'orders', fields: ['clientId', 'status', ...inLines('styleId', 'skuId', 'bomId')], page: PAGE },
    targetsOfOrder,
  ),
  document<DeliveryNote>(
    'delivery_note',
    { collection: 'delivery_notes', fields: ['salesOrderId', 'status', ...inLines('skuId', 'styleId')], page: PAGE },
    targetsOfNote,
  ),
  document<Invoice>(
    'invoice',
    { collection: 'invoices', fields: ['salesOrderId', 'clientId', 'deliveryNoteId', 'correctsInvoiceId', 'status'] },
    targetsOfInvoice,
  ),
  document<PurchaseOrder>(
    'purchase_order',
    {
      collection: 'purchase_orders',
      fields: ['supplierId', 'status', 'items.managementAccountId', 'items.bomId', 'items.materialId'],
      page: PAGE,
    },
    targetsOfPurchaseOrder,
  ),
  document<ManagementAccount>(
    'management_account',
    { collection: 'management_accounts', fields: ['parentId', 'status'] },
    ({ parentId }) => (parentId === null ? [] : [`management_account:${parentId}`]),
  ),
  document<BankLine>(
    'bank_line',
    { collection: 'bank_lines', fields: ['match'], filter: { matchStatus: 'matched' } },
    ({ match }) => (match ? [`${match.type}:${match.key}`] : []),
  ),
  partsOf({ collection: 'invoice_payments', field: 'invoiceId', whole: 'invoices' }),
  partsOf({ collection: 'bank_lines', field: 'bankStatementId', whole: 'bank_statements' }),
  referencesLeadSomewhere({
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([kind, collection]) => [kind, inCollection(collection)])),
    ...Object.fromEntries(
      (['client', 'supplier', 'style', 'bom', 'material'] as const).map((kind) => [kind, inCopies(kind)]),
    ),
    sku: skusInCopies,
  }),
];

function inLines(...fields: string[]): string[] {
  return fields.map((field) => `lineItems.${field}`);
}

/** Finds the records of product that finance has copies of. */
function inCopies(kind: CopyKind): Finder {
  return async (reader, orgId, ids) => {
    const names = ids.map((id) => nameOf({ orgId, kind, id }));
    const found = await reader.find<StoredCopy>(COPIES, { _id: { $in: names } }, ['deletedAt']);
    const there = found.filter(({ deletedAt }) => deletedAt === undefined);
    return new Set(there.map(({ _id }) => _id.slice(nameOf({ orgId, kind, id: '' }).length)));
  };
}

/**
 * Finds SKUs in the copied styles. Returns undefined if a style of the org was not copied yet, because its SKUs are
 * unknown.
 */
async function skusInCopies(reader: Reader, orgId: string, ids: readonly string[]) {
  const styles = await reader.find<StoredCopy>(COPIES, { orgId, 'copy.skus.id': { $in: [...ids] } }, ['copy.skus.id']);
  const known = new Set(styles.flatMap(({ copy }) => (copy && 'skus' in copy ? copy.skus.map(({ id }) => id) : [])));
  if (ids.every((id) => known.has(id))) return known;
  const open = { orgId, kind: 'style', copy: { $exists: false }, deletedAt: { $exists: false } };
  return (await reader.count(COPIES, open)) > 0 ? undefined : known;
}

/** References of orders and purchase orders to product's records, as facts. product stores the same facts. */
export const usesByDocuments = factOf<{ _id: string; orgId: string; status: string }>(
  {
    name: 'uses-by-documents',
    collection: 'references',
    fields: ['orgId', 'status'],
    filter: {
      kind: { $in: ['sales_order', 'purchase_order'] },
      $or: [{ target: { $lt: 'management_account:' } }, { target: { $gte: 'management_account;' } }],
    },
  },
  ({ _id, orgId, status }) => ({ of: `${_id} of org ${orgId}`, says: status }),
);
