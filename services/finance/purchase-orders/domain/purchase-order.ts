import { refuseEnded } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { advance, cleared, newRecord, type View, viewOf } from '#chassis/domain/record.ts';
import { purchaseOrder } from '#proto/finance/v1/purchase-order.contract.ts';
import { refuseDelete } from '../../documents/domain/deletable.ts';
import { canonical, type ExactTotals, exactTotals } from '../../documents/domain/exact-amounts.ts';
import { decimalSortKey, sharedDateSortKey, sharedSortKey } from '../../documents/domain/sort-keys.ts';
import { type Version, type Versioned, versioning, type Writing } from '../../documents/domain/versions.ts';
import type { SupplierCopy } from '../../local-copies/domain/copy.ts';
import { refuseBelow, refuseCancelOfPaid, remainingOf } from './payment.ts';
import { type PurchaseOrderItem, type PurchaseOrderItemInput, replaceItems } from './purchase-order-item.ts';
import { allReceived, isAllReceived, type ReceivedItem, receiveItems } from './receipt.ts';

export type PurchaseOrderStatus =
  | 'draft'
  | 'approved'
  | 'issued'
  | 'partially_received'
  | 'received'
  | 'closed'
  | 'cancelled';

/** A version as a list shows it. */
interface PurchaseOrderOutline {
  itemCount: number;
  total: string;
}

/** The content of a version. Decimals are text, exact to their last digit. */
interface PurchaseOrderContent extends ExactTotals {
  supplierId: string;
  /** ISO 4217. */
  currency: string;
  /** As sent. */
  orderDate: string;
  expectedDeliveryDate: string | null;
  /** The supplier's own number of it. */
  supplierRefPO: string | null;
  linkedMrId: string | null;
  /** In percent, of items without one of their own. */
  taxRate: string;
  notes: string | null;
  items: PurchaseOrderItem[];
}

/** A purchase from a supplier (decisions 6: Direct-cost PO). */
export interface PurchaseOrder extends Versioned<PurchaseOrderOutline>, PurchaseOrderContent {
  documentId: string;
  /** Not stored: the supplier's, as it is now. */
  supplierName: string;
  status: PurchaseOrderStatus;
  createdBy: string;
  /** The sum of the bank lines that are matched with it. Not shown. */
  paid: string;
  /** The unpaid amount of its total, without zeros that say nothing. Not shown. */
  remaining: string;
}

/** Callers know it by its documentId (decisions 2). */
export type PurchaseOrderView = Omit<View<PurchaseOrder>, 'documentId' | 'paid' | 'remaining'> & { internalId: string };

export const purchaseOrderView = (order: PurchaseOrder): PurchaseOrderView => {
  const { id: internalId, documentId: id, paid: _paid, remaining: _remaining, ...shown } = viewOf(order);
  return { ...shown, id, internalId };
};

/** A version with what it says. */
export type WholeVersion = Version & PurchaseOrderOutline & PurchaseOrderContent;

export interface PurchaseOrderInput {
  /** Default: today. */
  orderDate: string;
  currency: string;
  expectedDeliveryDate?: string;
  supplierRefPO?: string;
  linkedMrId?: string;
  taxRate?: string;
  adjustment?: string;
  notes?: string;
  items: readonly PurchaseOrderItemInput[];
  status?: PurchaseOrderStatus;
}

/** New values; null where a field is to be cleared. */
export interface PurchaseOrderChanges {
  supplier?: SupplierCopy;
  currency?: string | null;
  orderDate?: string | null;
  expectedDeliveryDate?: string | null;
  supplierRefPO?: string | null;
  linkedMrId?: string | null;
  taxRate?: string | null;
  adjustment?: string | null;
  notes?: string | null;
  items?: readonly PurchaseOrderItemInput[] | null;
}

const versions = versioning<PurchaseOrder, PurchaseOrderOutline, PurchaseOrderContent>({
  resource: purchaseOrder.title,
  readOnlyIn: ['issued', 'partially_received', 'received', 'closed', 'cancelled'] satisfies PurchaseOrderStatus[],
  editable: ['notes', 'orderDate', 'expectedDeliveryDate'],
  outlineOf: ({ items, total }) => ({ itemCount: items.length, total }),
  contentOf(order) {
    const { supplierId, currency, orderDate, expectedDeliveryDate, supplierRefPO, linkedMrId, notes } = order;
    const { items, subtotal, taxRate, taxAmount, adjustment, total } = order;
    const said = { supplierId, currency, orderDate, expectedDeliveryDate, supplierRefPO, linkedMrId, notes };
    return { ...said, items, subtotal, taxRate, taxAmount, adjustment, total };
  },
});

export const { closed: closedVersion, latest: latestVersion } = versions;

const life = lifecycle<
  PurchaseOrder,
  keyof typeof purchaseOrder.moves,
  PurchaseOrderStatus,
  'purchase_order',
  PurchaseOrderView
>({ ...purchaseOrder, show: purchaseOrderView });

/** Whether an order that is created in this status has been approved by it. */
export const needsApproval = (status: PurchaseOrderStatus = 'draft'): boolean =>
  status !== 'draft' && status !== 'cancelled';

type PurchaseOrderDecision = ReturnType<typeof life.created>;

/** In any status, by default the first (decisions 4); of one that is received all has come. Errors: validation_failed. */
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
    expectedDeliveryDate: input.expectedDeliveryDate ?? null,
    supplierRefPO: input.supplierRefPO ?? null,
    linkedMrId: input.linkedMrId ?? null,
    taxRate,
    notes: input.notes ?? null,
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
 * null clears a field that can be empty, and leaves any other as it is (decisions 1: Null). After draft, what changes
 * anything makes a new version, and once it is issued only notes and dates change.
 * Errors: validation_failed; invalid_transition; conflict for too many versions; in_use for less than is matched with it.
 */
export function updatePurchaseOrder(
  before: PurchaseOrder,
  changes: PurchaseOrderChanges,
  writing: Writing,
): PurchaseOrderDecision {
  return versions.changed(before, applyChanges(before, changes, writing), writing, life.updated);
}

/** Errors: invalid_transition; in_use for a cancel of one that bank lines have paid. */
export function movePurchaseOrder(
  before: PurchaseOrder,
  name: 'approve' | 'issue' | 'close' | 'cancel',
  now: Date,
): PurchaseOrderDecision {
  const decision = life.moved(before, name, now);
  if (name === 'cancel') refuseCancelOfPaid(before);
  return decision;
}

/** A receipt: all of it, or nothing. Errors: invalid_transition; validation_failed and conflict as of `receiveItems`. */
export function receivePurchaseOrder(
  before: PurchaseOrder,
  received: readonly ReceivedItem[],
  now: Date,
): PurchaseOrderDecision {
  // A receipt that the status does not allow is refused before its content is looked at.
  life.moved(before, 'receive', now);
  const items = receiveItems(before.items, received);
  return life.moved(before, isAllReceived(items) ? 'receiveAll' : 'receive', now, { items });
}

/** Errors: in_use unless it is a draft or cancelled (decisions 4). */
export function deletePurchaseOrder(before: PurchaseOrder): PurchaseOrderDecision {
  refuseDelete('Purchase order', before);
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
  // Another currency prices them anew.
  const items = replaceItems(before.items, changes.items ?? before.items, { currency, newId, faults });
  const totals = exactTotals(items, { taxRate, adjustment: changes.adjustment ?? before.adjustment }, currency, faults);
  faults.throwIfAny();
  refuseBelow(before, { currency, total: totals.total });
  return {
    ...advance(before, now),
    ...namedIn(before, changes.supplier),
    currency,
    orderDate: changes.orderDate ?? before.orderDate,
    expectedDeliveryDate: cleared(changes.expectedDeliveryDate, before.expectedDeliveryDate),
    supplierRefPO: cleared(changes.supplierRefPO, before.supplierRefPO),
    linkedMrId: cleared(changes.linkedMrId, before.linkedMrId),
    taxRate,
    notes: cleared(changes.notes, before.notes),
    items,
    ...totals,
    ...remainingOf(totals.total, before.paid),
  };
}

/** A supplier that stays keeps the name that it is shown with: what it is called now is no change of the order. */
const namedIn = ({ supplierId, supplierName }: PurchaseOrder, supplier: SupplierCopy | undefined) =>
  supplier && supplier.id !== supplierId
    ? { supplierId: supplier.id, supplierName: supplier.name }
    : { supplierId, supplierName };

/** By what a list is sorted where the value itself does not sort. */
export const purchaseOrderSortKeys = {
  status: (order: PurchaseOrder) => sharedSortKey(order.status, order),
  total: ({ total }: PurchaseOrder) => decimalSortKey(total),
  orderDate: (order: Pick<PurchaseOrder, 'id' | 'orderDate'>) => sharedDateSortKey(order.orderDate, order),
};
