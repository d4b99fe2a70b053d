import { Schema } from 'mongoose';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { openRecords, type RecordStore, type Records, type RecordsOptions } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { deliveryNote } from '#proto/finance/v1/delivery-note.contract.ts';
import {
  type DeliveryNote,
  type DeliveryNoteView,
  deliveryNoteDates,
  deliveryNoteSortKeys,
  deliveryNoteView,
} from './domain/delivery-note.ts';

/** `save` refuses with in_use to cancel a note while an invoice that is not cancelled names it. */
export type DeliveryNoteRepository = Records<DeliveryNote, DeliveryNoteView>;

export interface DeliveryNoteStore extends Pick<RecordStore, 'store'> {
  references: References;
  /** The names beside the ids of notes. */
  names: NamesBeside;
  withClientNames: NonNullable<RecordsOptions<DeliveryNote, DeliveryNoteView>['complete']>;
}

export const deliveryNoteModel: RecordModel<DeliveryNote> = {
  resource: deliveryNote.title,
  collection: 'delivery_notes',
  // Up to 500 lines. Mixed, because no field of a line needs casting.
  fields: {
    ...deliveryNote.stored,
    clientName: LOOKED_UP,
    lineItems: [Schema.Types.Mixed],
    cancelledAsDraft: Boolean,
  },
  list: {
    sorts: deliveryNote.sorts,
    otherSorts: deliveryNote.otherSorts,
    sortKeys: deliveryNoteSortKeys,
    dates: deliveryNoteDates,
    // The embedded engine takes the first of equal plans. A client has fewer documents than a status.
    filters: ['salesOrderId', 'clientId', 'status'],
    totals: { amounts: [] },
    partFilters: { styleId: 'lineItems.styleId', skuId: 'lineItems.skuId' },
    searches: deliveryNote.searches,
  },
  unique: ['documentId'],
};

export function deliveryNoteRepository({
  store,
  references,
  names,
  withClientNames,
}: DeliveryNoteStore): DeliveryNoteRepository {
  const records = openRecords<DeliveryNote, DeliveryNoteView>({
    ...deliveryNoteModel,
    store,
    references: {
      references,
      kind: deliveryNote.name,
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf,
    },
    show: deliveryNoteView,
    complete: withClientNames,
    madeOf: { clientName: ['clientId'] },
    namedBy: { orderNumber: 'salesOrderId' },
    names,
  });
  return {
    ...records,
    async save(tx, before, decision) {
      const isCancelled = decision.state.status === 'cancelled' && before.status !== 'cancelled';
      if (isCancelled) await refuseWhileInvoiced(tx, before);
      return records.save(tx, before, decision);
    },
  };

  /** Only invoices refer to notes. Errors: in_use. */
  function refuseWhileInvoiced({ session }: Transaction, { orgId, id }: DeliveryNote) {
    return references.refuseWhileReferred(session, orgId, [`delivery_note:${id}`], deliveryNote.title);
  }
}

/**
 * The records that a note refers to. A cancelled note does not refer to its order, so the order can be deleted
 * (decisions 6: Sales order).
 */
export function targetsOf({
  salesOrderId,
  status,
  lineItems,
}: Pick<DeliveryNote, 'salesOrderId' | 'status' | 'lineItems'>): RecordName[] {
  const orders: RecordName[] = status === 'cancelled' ? [] : [`sales_order:${salesOrderId}`];
  // The style is a target of its own, because product asks for a style, and not for its SKUs, before it deletes the
  // style.
  const skus = lineItems.flatMap(({ skuId, styleId }): RecordName[] => [
    ...(skuId === null ? [] : [`sku:${skuId}` as const]),
    ...(styleId === null ? [] : [`style:${styleId}` as const]),
  ]);
  return [...new Set([...orders, ...skus])];
}
