import { Schema } from 'mongoose';
import { type Decision, isNoop } from '#chassis/domain/record.ts';
import { LOOKED_UP, type RecordModel, recordModel } from '#chassis/records/record-model.ts';
import { openRecords, type Recorded, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { order } from '#proto/finance/v1/order.contract.ts';
import { type LockedLoad, lockedLoad } from '../documents/locked-load-repository.ts';
import { openVersionHistory } from '../documents/version-history-repository.ts';
import { lateAfter } from './domain/delivery-date.ts';
import { exposureChange } from './domain/exposure.ts';
import { isCounted, isToInvoice, recounted } from './domain/invoicing.ts';
import type { LineQuantities } from './domain/line-quantities.ts';
import {
  closedVersion,
  invoiceOrder,
  type Order,
  type OrderInvoicing,
  type OrderView,
  orderDates,
  orderSortKeys,
  orderView,
  type WholeVersion,
} from './domain/order.ts';
import type { CreditTerms, ExposureChange, OrderDependencies } from './order-dependencies.ts';

/**
 * The stored orders. A write of an order also updates the amounts that its client owes. So `lockAll` also locks the
 * client's credit.
 */
export interface OrderRepository extends Records<Order, OrderView>, LockedLoad<Order> {
  /**
   * Adds an order in a status in which its client owes for it. `terms`: the credit terms; absent: the limit is not
   * checked. Errors: as `add`; as `checkCredit`.
   */
  addOwed(tx: Transaction, decision: Decision<Order>, terms?: CreditTerms): Promise<Recorded<OrderView>>;
  /**
   * Saves a decision, and a copy of the version before it. `terms`: the credit terms; absent: the credit limit is not
   * checked. Errors: as `save` of Records; as `checkCredit`; in_use if the order gets another client while documents
   * refer to the order.
   */
  save(tx: Transaction, before: Order, decision: Decision<Order>, terms?: CreditTerms): Promise<Recorded<OrderView>>;
  /**
   * Changes the invoiced amount and quantities of the order. It emits an event if a quantity changes; callers do not see
   * the amount. Returns the changes of the amounts that the client owes. `sums`: the present invoiced quantities, by the
   * order's invoices; asked for an order whose lines are not counted. Errors: as `load`; conflict above the limit.
   */
  invoice(
    tx: Transaction,
    id: string,
    invoicing: OrderInvoicing,
    sums: () => Promise<LineQuantities>,
  ): Promise<readonly ExposureChange[]>;
  /** Makes invoices whose lines are made of the order's lines at the same time conflict. */
  takeLines(tx: Transaction, order: Pick<Order, 'id' | 'linesTaken'>): Promise<void>;
  /** An earlier version; undefined if there is none of this number. */
  version(scope: ReadScope, order: Order, versionNumber: number): Promise<WholeVersion | undefined>;
}

export interface OrderStore extends Pick<RecordStore, 'store'> {
  references: References;
  dependencies: OrderDependencies;
}

/** The stored field that tells whether more of a line is shipped than invoiced. */
export const TO_INVOICE = 'toInvoice';

/** The stored field with the delivery date after which the order is late, in epoch milliseconds. */
export const LATE_AFTER = 'lateAfter';

/** The filter of a list by `late`. `startOfToday`: epoch milliseconds. */
export const lateFilter = (late: boolean, startOfToday: number) => ({
  [LATE_AFTER]: late ? { $lt: startOfToday } : { $gte: startOfToday },
});

export const orderModel: RecordModel<Order> = {
  resource: order.title,
  collection: 'orders',
  fields: {
    ...order.stored,
    clientName: LOOKED_UP,
    // Up to 500 lines. Mixed, because no field of a line needs casting.
    lineItems: [Schema.Types.Mixed],
    versions: [Schema.Types.Mixed],
    invoiced: Schema.Types.Mixed,
    linesTaken: Number,
    cancelledAsDraft: Boolean,
  },
  // The embedded engine takes the first of equal plans. A client has fewer documents than a status.
  list: {
    sorts: order.sorts,
    otherSorts: order.otherSorts,
    sortKeys: orderSortKeys,
    dates: orderDates,
    filters: ['clientId', 'status', TO_INVOICE, LATE_AFTER],
    totals: { amounts: order.amounts },
    partFilters: { styleId: 'lineItems.styleId', skuId: 'lineItems.skuId' },
    searches: order.searches,
  },
  unique: ['documentId'],
  derived: { [TO_INVOICE]: isToInvoice, [LATE_AFTER]: lateAfter },
};

export function orderRepository({ store, references, dependencies }: OrderStore): OrderRepository {
  const model = recordModel(store.connection, orderModel);
  const records = openRecords<Order, OrderView>({
    ...orderModel,
    store,
    references: {
      references,
      kind: 'sales_order',
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf,
    },
    show: orderView,
    // Searches also find the client's present name, which is in the local copies.
    async naming(orgId, text, { clientId }, waitLimit) {
      const clients = await dependencies.clientsNamed(orgId, text, clientId as string | undefined, waitLimit);
      return clients.length === 0 ? undefined : { clientId: { $in: clients } };
    },
    complete: dependencies.withClientNames,
    madeOf: {
      clientName: ['clientId'],
      taxes: ['lineItems', 'taxRate', 'currency', 'subtotal', 'taxAmount', 'taxExemptionReason'],
    },
    names: dependencies.names,
  });
  const history = openVersionHistory<WholeVersion>(store, 'order_versions');

  async function write({ orgId, session }: Transaction, id: string, update: object): Promise<void> {
    await model.updateOne({ orgId, _id: id } as never, update as never, { session });
  }

  /** Updates the amounts that the client owes. */
  async function owe(tx: Transaction, before: Order | undefined, after: Order | undefined, terms?: CreditTerms) {
    const change = exposureChange(before, after);
    if (change) await dependencies.owe(tx, change, terms);
  }

  /**
   * Documents of an order have the order's client. So the order keeps its client while such documents exist. Errors:
   * in_use.
   */
  const refuseWhileNamed = (tx: Transaction, { orgId, id }: Order) =>
    references.refuseWhileReferred(tx.session, orgId, [`sales_order:${id}`], order.title);

  return {
    ...records,
    ...lockedLoad({
      model,
      records,
      fields: ['clientId'],
      lockReferred: (tx, { clientId }) => dependencies.lockCredit(tx, clientId),
    }),
    async addOwed(tx, decision, terms) {
      // The lock is taken before anything is written. While a transaction waits for a lock, it must not block the
      // transaction that holds the lock.
      await dependencies.lockCredit(tx, decision.state.clientId);
      const recorded = await records.add(tx, decision);
      await owe(tx, undefined, decision.state, terms);
      return recorded;
    },
    async save(tx, before, decision, terms) {
      if (decision.state.clientId !== before.clientId) await refuseWhileNamed(tx, before);
      const recorded = await records.save(tx, before, decision);
      const closed = closedVersion(before, decision.state);
      if (closed) await history.keep(tx, before.id, closed);
      await owe(tx, before, decision.state, terms);
      return recorded;
    },
    async remove(tx, decision, reserved) {
      await history.removeAll(tx, decision.state.id);
      const id = await records.remove(tx, decision, reserved);
      await owe(tx, decision.state, undefined);
      return id;
    },
    async invoice(tx, id, invoicing, sums) {
      const stored = await records.load(tx, { id });
      const { lineItems } = stored;
      const before = lineItems.every(isCounted)
        ? stored
        : { ...stored, lineItems: recounted(lineItems, await sums()).lineItems };
      const decision = invoiceOrder(before, invoicing, tx.now);
      // In both ways the order's document is written, so that every other write of the order conflicts. The amount that
      // the client owes is computed from the total and the invoiced amount.
      if (isNoop(decision.event)) await write(tx, before.id, { $set: { invoiced: decision.state.invoiced } });
      else await records.save(tx, before, decision);
      return exposureChange(before, decision.state)?.changes ?? [];
    },
    takeLines: (tx, { id, linesTaken }) => write(tx, id, { $set: { linesTaken: (linesTaken ?? 0) + 1 } }),
    version: (scope, { id }, versionNumber) => history.find(scope, id, versionNumber),
  };
}

export function targetsOf({ clientId, lineItems }: Pick<Order, 'clientId' | 'lineItems'>): RecordName[] {
  const targets = new Set<RecordName>([`client:${clientId}`]);
  for (const { styleId, skuId, bomId } of lineItems) {
    if (styleId !== null) targets.add(`style:${styleId}`);
    if (skuId !== null) targets.add(`sku:${skuId}`);
    if (bomId !== null) targets.add(`bom:${bomId}`);
  }
  return [...targets];
}
