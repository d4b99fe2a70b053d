import type { Decision } from '#chassis/domain/record.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { openRecords, type Recorded, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope, SharedTransaction, Transaction } from '#chassis/unit-of-work/write.ts';
import { type LockedLoad, lockedLoad } from '../documents/locked-load-repository.ts';
import { openVersionHistory } from '../documents/version-history-repository.ts';
import { withPaymentDefaults } from './domain/payment.ts';
import {
  closedVersion,
  type PurchaseOrder,
  type PurchaseOrderView,
  purchaseOrderView,
  type WholeVersion,
} from './domain/purchase-order.ts';
import { type OpenPurchaseOrders, openPurchaseOrders } from './open-orders-repository.ts';
import type { PurchaseOrderDependencies } from './purchase-order-dependencies.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';
import type { PurchaseSums } from './purchase-sums-repository.ts';

/**
 * The stored purchase orders. A write of an order also updates the sums of its supplier. So `lockAll` also locks these
 * sums.
 */
export interface PurchaseOrderRepository
  extends Records<PurchaseOrder, PurchaseOrderView>,
    LockedLoad<PurchaseOrder>,
    OpenPurchaseOrders {
  /** Adds an order that owes nothing yet, because it is a draft or cancelled. Errors: as `add` of Records. */
  add(tx: SharedTransaction, decision: Decision<PurchaseOrder>): Promise<Recorded<PurchaseOrderView>>;
  /** Adds an order in any status. Errors: as `add` of Records. */
  addCounted(tx: Transaction, decision: Decision<PurchaseOrder>): Promise<Recorded<PurchaseOrderView>>;
  /** Counts the change of a loaded order in the sums of its supplier. Returns the new state with its counted payment. */
  counted(tx: Transaction, before: PurchaseOrder | undefined, after: PurchaseOrder): Promise<PurchaseOrder>;
  /** Saves a decision, and the version that it has replaced. Errors: as `save` of Records. */
  save(tx: Transaction, before: PurchaseOrder, decision: Decision<PurchaseOrder>): Promise<Recorded<PurchaseOrderView>>;
  /** An earlier version; undefined if there is none of this number. */
  version(scope: ReadScope, order: PurchaseOrder, versionNumber: number): Promise<WholeVersion | undefined>;
}

export interface PurchaseOrderStore extends Pick<RecordStore, 'store'> {
  references: References;
  sums: Pick<PurchaseSums, 'lock' | 'change'>;
  dependencies: PurchaseOrderDependencies;
}

export function purchaseOrderRepository({
  store,
  references,
  sums,
  dependencies,
}: PurchaseOrderStore): PurchaseOrderRepository {
  const records = openRecords<PurchaseOrder, PurchaseOrderView>({
    ...purchaseOrderModel,
    store,
    references: {
      references,
      kind: 'purchase_order',
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf,
    },
    show: purchaseOrderView,
    names: dependencies.names,
    madeOf: {
      id: ['documentId'],
      internalId: ['id'],
      supplierName: ['supplierId'],
      taxes: ['items', 'taxRate', 'currency', 'subtotal', 'taxAmount', 'taxExemptionReason'],
    },
    namedBy: { createdByName: 'createdById' },
    async complete(orders, session) {
      const [first] = orders;
      if (!first) return orders;
      const scope = { orgId: first.orgId, ...(session && { session }) };
      const suppliers = await dependencies.suppliers(scope, [...new Set(orders.map(({ supplierId }) => supplierId))]);
      return orders.map((order) => ({
        ...withPaymentDefaults(order),
        supplierName: suppliers.get(order.supplierId)?.name ?? '',
      }));
    },
  });
  const counted: PurchaseOrderRepository['counted'] = async (tx, before, after) => {
    const isCounted = await sums.change(tx, before, after);
    return { ...after, countedPaid: isCounted ? after.paid : null };
  };

  const history = openVersionHistory<WholeVersion>(store, 'purchase_order_versions');

  return {
    ...records,
    ...openPurchaseOrders({ store, dependencies }),
    ...lockedLoad({
      model: recordModel(store.connection, purchaseOrderModel),
      records,
      fields: ['supplierId'],
      lockReferred: (tx, { supplierId }) => sums.lock(tx, { orgId: tx.orgId, partyId: supplierId }),
    }),
    counted,
    add: (tx, { state, event }) => records.add(tx, { event, state: { ...state, countedPaid: state.paid } }),
    async addCounted(tx, { state, event }) {
      return records.add(tx, { event, state: await counted(tx, undefined, state) });
    },
    async save(tx, before, { state, event }) {
      const decision = { event, state: await counted(tx, before, state) };
      const recorded = await records.save(tx, before, decision);
      const closed = closedVersion(before, decision.state);
      if (closed) await history.keep(tx, before.id, closed);
      return recorded;
    },
    async remove(tx, decision, reserved) {
      await sums.change(tx, decision.state, undefined);
      await history.removeAll(tx, decision.state.id);
      await records.remove(tx, decision, reserved);
      return decision.state.documentId;
    },
    version: (scope, { id }, versionNumber) => history.find(scope, id, versionNumber),
  };
}

export function targetsOf({ supplierId, items }: Pick<PurchaseOrder, 'supplierId' | 'items'>): RecordName[] {
  const targets = new Set<RecordName>([`supplier:${supplierId}`]);
  for (const { managementAccountId, bomId, materialId } of items) {
    if (managementAccountId !== null) targets.add(`management_account:${managementAccountId}`);
    if (bomId !== null) targets.add(`bom:${bomId}`);
    if (materialId !== null) targets.add(`material:${materialId}`);
  }
  return [...targets];
}
