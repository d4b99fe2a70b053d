import { Schema } from 'mongoose';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { openRecords, type RecordStore, type Records, type RecordsOptions } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import { deliveryNote } from '#proto/finance/v1/delivery-note.contract.ts';
import {
  type DeliveryNote,
  type DeliveryNoteView,
  deliveryNoteDates,
  deliveryNoteSortKeys,
  deliveryNoteView,
} from './domain/delivery-note.ts';

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
  return openRecords<DeliveryNote, DeliveryNoteView>({
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
