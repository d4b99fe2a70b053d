import { deliveryNoteModel } from './delivery-notes/repository.ts';
import { cancelledDrafts } from './documents/cancelled-drafts-repository.ts';
import { invoiceModel } from './invoices/invoice-model.ts';
import { orderModel } from './orders/repository.ts';

/** Marks the documents that an earlier version cancelled as drafts. */
export const hiddenDocuments = cancelledDrafts([
  // A draft has only version 1.
  {
    collection: orderModel.collection,
    fields: ['currentVersion'],
    isProof: ({ currentVersion }) => Number(currentVersion) > 1,
  },
  // Only an issued invoice gets a number of the org's series.
  { collection: invoiceModel.collection, fields: ['isNumbered'], isProof: ({ isNumbered }) => isNumbered === true },
  { collection: deliveryNoteModel.collection, fields: [], isProof: () => false },
]);
