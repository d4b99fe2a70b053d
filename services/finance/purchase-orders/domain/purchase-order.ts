import { refuseEnded } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf, type View, viewOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  purchaseOrder,
  purchaseOrderContent,
  type PurchaseOrderInput as SentPurchaseOrder,
  type PurchaseOrder as ShownPurchaseOrder,
} from '#proto/finance/v1/purchase-order.contract.ts';
import { refuseDelete } from '../../documents/domain/deletable.ts';
import { canonical, exactTotals } from '../../documents/domain/exact-amounts.ts';
import { amountSortKeys, decimalSortKey, sharedDateSortKey, sharedSortKey } from '../../documents/domain/sort-keys.ts';
import { exactTaxesOf } from '../../documents/domain/taxes.ts';
import { unnamed, type Version, versioning, type Writing } from '../../documents/domain/versions.ts';
import type { SupplierCopy } from '../../local-copies/domain/copy.ts';
import { refuseBelow, refuseCancelOfPaid, remainingOf } from './payment.ts';
import { type PurchaseOrderItem, type PurchaseOrderItemInput, replaceItems, shownItem } from './purchase-order-item.ts';
import { allReceived, isAllReceived, type ReceivedItem, receiveItems } from './receipt.ts';

/** A purchase from a supplier (decisions 6: Direct-cost PO). Decimals are exact text. */
export interface PurchaseOrder
  extends StateOf<Omit<ShownPurchaseOrder, 'internalId' | 'taxes' | 'items' | 'versions' | 'createdByName'>> {
  versions: Omit<ShownPurchaseOrder['versions'][number], 'createdByName'>[];
  items: PurchaseOrderItem[];
  documentId: string;
  /** The sum of the matched bank lines. Callers do not see it. */
  paid: string;
  /** The unpaid amount of the total, without trailing zeros. Callers do not see it. */
  remaining: string;
  /** The paid amount that the sums of the supplier have; null if an earlier version wrote the order last. Callers do not see it. */
  countedPaid?: string | null;
}
export type PurchaseOrderStatus = PurchaseOrder['status'];

type Hidden = 'paid' | 'remaining' | 'countedPaid';

/** An order for callers: `id` is the documentId, `internalId` is the id of the database (decisions 2). */
export type PurchaseOrderView = Omit<View<PurchaseOrder>, 'documentId' | Hidden | 'versions'> &
  Pick<ShownPurchaseOrder, 'internalId' | 'taxes' | 'versions' | 'createdByName'>;

export const purchaseOrderView = (order: PurchaseOrder): PurchaseOrderView => {
  const { id: internalId, documentId: id, paid: _, remaining: __, countedPaid: ___, ...shown } = viewOf(order);
  const [items, versions] = [shown.items.map(shownItem), unnamed(shown.versions)];
  return { ...shown, items, id, internalId, versions, createdByName: null, taxes: exactTaxesOf(order) };
};

type Outline = Omit<PurchaseOrder['versions'][number], keyof Version>;
type Content = Pick<PurchaseOrder, keyof typeof purchaseOrderContent>;

/** A version with its content. */
export type WholeVersion = Version & Outline & Content;

/** The fields of a request, with the ids of the records that they name. */
export interface PurchaseOrderInput extends Omit<SentPurchaseOrder, 'supplierId' | 'items'> {
  /** The text that the caller sent, otherwise today. */
  orderDate: string;
  currency: string;
  items: readonly PurchaseOrderItemInput[];
}

export interface PurchaseOrderChanges extends Omit<Changes<typeof purchaseOrder>, 'supplierId' | 'items'> {
  supplier?: SupplierCopy;
  items?: readonly PurchaseOrderItemInput[] | null;
}

const CONTENT = Object.keys(purchaseOrderContent) as (keyof Content)[];

const versions = versioning<PurchaseOrder, Outline, Content>({
  resource: purchaseOrder.title,
  readOnlyIn: ['issued', 'partially_received', 'received', 'closed', 'cancelled'] satisfies PurchaseOrderStatus[],
  editable: ['notes', 'orderDate', 'expectedDeliveryDate'],
  outlineOf: ({ items, total }) => ({ itemCount: items.length, total }),
  contentOf: (order) => Object.fromEntries(CONTENT.map((field) => [field, order[field]])) as unknown as Content,
});

export const { closed: closedVersion, latest: latestVersion } = versions;

/** A version as callers see it. */
export const versionView = (version: WholeVersion) => ({
  ...version,
  items: version.items.map(shownItem),
  taxes: exactTaxesOf(version),
});

const life = lifecycle<
  PurchaseOrder,
  keyof typeof purchaseOrder.moves,
  PurchaseOrderStatus,
  'purchase_order',
  PurchaseOrderView
>({ ...purchaseOrder, show: purchaseOrderView });

/** Whether a caller that creates an order in this status needs the scope to approve orders. */
export const needsApproval = (status: PurchaseOrderStatus = 'draft'): boolean =>
  status !== 'draft' && status !== 'cancelled';

type PurchaseOrderDecision = ReturnType<typeof life.created>;

/**
 * Creates an order in the status that the input names, by default draft (decisions 4). In the status received, all
 * quantities count as received. Errors: validation_failed.
 */
export function createPurchaseOrder(
  input: PurchaseOrderInput,
  supplier: SupplierCopy,
  { orgId, documentId }: Pick<PurchaseOrder, 'orgId' | 'documentId'>,
  writing: Writing,
): PurchaseOrderDecision {
  const { actorId, now, newId } = writing;
  const faults = new Faults();
  const { currency, status = 'draft' } = input;
  refuseEnded(currency);
  const taxRate = canonical(input.taxRate ?? '0');
  const items = replaceItems(undefined, input.items, { currency, newId, faults });
  const totals = exactTotals(items, { taxRate, adjustment: input.adjustment ?? '0' }, currency, faults);
  faults.throwIfAny();
  const state: PurchaseOrder = {
    ...newRecord(newId(), orgId, now),
    documentId,
    supplierId: supplier.id,
    supplierName: supplier.name,
    status,
    currency,
    orderDate: input.orderDate,
    ...filled(purchaseOrder.plain, input),
    taxRate,
    items: status === 'received' ? allReceived(items) : items,
    ...totals,
    ...remainingOf(totals.total, '0'),
    createdBy: actorId,
    currentVersion: 1,
    versions: [],
  };
  return life.created(versions.first(state, writing));
}

/**
 * Changes an order. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * After draft, a change makes a new version. After issue, only notes and dates can change. Errors: validation_failed;
 * invalid_transition; conflict for too many versions; in_use if the total would be below the matched amount.
 */
export function updatePurchaseOrder(
  before: PurchaseOrder,
  changes: PurchaseOrderChanges,
  writing: Writing,
): PurchaseOrderDecision {
  return versions.changed(before, applyChanges(before, changes, writing), writing, life.updated);
}

/** Errors: invalid_transition; in_use if a paid order is cancelled. */
export function movePurchaseOrder(
  before: PurchaseOrder,
  name: 'approve' | 'issue' | 'close' | 'cancel',
  now: Date,
): PurchaseOrderDecision {
  const decision = life.moved(before, name, now);
  if (name === 'cancel') refuseCancelOfPaid(before);
  return decision;
}

/** Records received goods: all sent items, or none. Errors: invalid_transition; as `receiveItems`. */
export function receivePurchaseOrder(
  before: PurchaseOrder,
  received: readonly ReceivedItem[],
  now: Date,
): PurchaseOrderDecision {
  // The status is checked before the received items.
  life.moved(before, 'receive', now);
  const items = receiveItems(before.items, received);
  return life.moved(before, isAllReceived(items) ? 'receiveAll' : 'receive', now, { items });
}

/** Errors: in_use unless the order is a draft or cancelled (decisions 4). */
export function deletePurchaseOrder(before: PurchaseOrder): PurchaseOrderDecision {
  refuseDelete(purchaseOrder.title, before);
  return life.removed(before);
}

function applyChanges(
  before: PurchaseOrder,
  changes: PurchaseOrderChanges,
  { now, newId }: Pick<Writing, 'now' | 'newId'>,
): PurchaseOrder {
  const faults = new Faults();
  const currency = changes.currency ?? before.currency;
  refuseEnded(currency, before.currency);
  const taxRate = canonical(changes.taxRate ?? before.taxRate);
  // All item amounts are computed again, because the currency may have changed.
  const items = replaceItems(before.items, changes.items ?? before.items, { currency, newId, faults });
  const totals = exactTotals(items, { taxRate, adjustment: changes.adjustment ?? before.adjustment }, currency, faults);
  faults.throwIfAny();
  refuseBelow(before, { currency, total: totals.total });
  return {
    ...advance(before, now),
    ...namedIn(before, changes.supplier),
    currency,
    orderDate: changes.orderDate ?? before.orderDate,
    ...changed(purchaseOrder.plain, before, changes),
    taxRate,
    items,
    ...totals,
    ...remainingOf(totals.total, before.paid),
  };
}

/** If the supplier stays, the shown name stays too: a new name of the supplier is not a change of the order. */
const namedIn = ({ supplierId, supplierName }: PurchaseOrder, supplier: SupplierCopy | undefined) =>
  supplier && supplier.id !== supplierId
    ? { supplierId: supplier.id, supplierName: supplier.name }
    : { supplierId, supplierName };

/** Sort keys of fields whose stored value does not sort, or is shared by many orders. */
export const purchaseOrderSortKeys = {
  status: (order: PurchaseOrder) => sharedSortKey(order.status, order),
  ...amountSortKeys('subtotal', 'taxAmount', 'adjustment'),
  total: ({ total }: PurchaseOrder) => decimalSortKey(total),
  orderDate: (order: Pick<PurchaseOrder, 'id' | 'orderDate'>) => sharedDateSortKey(order.orderDate, order),
  expectedDeliveryDate: (order: PurchaseOrder) => sharedDateSortKey(order.expectedDeliveryDate, order),
};
