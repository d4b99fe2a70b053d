import type { Decision } from '#chassis/domain/record.ts';
import { openRecords, type Recorded, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
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

export interface PurchaseOrderRepository extends Records<PurchaseOrder, PurchaseOrderView>, OpenPurchaseOrders {
  /** Saves a decision, and the version that it has replaced. Errors: as `save` of Records. */
  save(tx: Transaction, before: PurchaseOrder, decision: Decision<PurchaseOrder>): Promise<Recorded<PurchaseOrderView>>;
  /** An earlier version; undefined if there is none of this number. */
  version(scope: ReadScope, order: PurchaseOrder, versionNumber: number): Promise<WholeVersion | undefined>;
}

export interface PurchaseOrderStore extends Pick<RecordStore, 'store'> {
  references: References;
  dependencies: PurchaseOrderDependencies;
}

export function purchaseOrderRepository({
  store,
  references,
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
  const history = openVersionHistory<WholeVersion>(store, 'purchase_order_versions');

  return {
    ...records,
    ...openPurchaseOrders({ store, dependencies }),
    async save(tx, before, decision) {
      const recorded = await records.save(tx, before, decision);
      const closed = closedVersion(before, decision.state);
      if (closed) await history.keep(tx, before.id, closed);
      return recorded;
    },
    async remove(tx, decision, reserved) {
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
