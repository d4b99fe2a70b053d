import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import { referEarlier } from '../documents/refer-earlier-repository.ts';
import type { Invoice } from './domain/invoice.ts';
import { HOLDS_NOTE, invoiceModel } from './invoice-model.ts';
import { targetsOf } from './repository.ts';

type StoredInvoice = Omit<Invoice, 'id'> & { _id: string; [HOLDS_NOTE]?: true | null };

/**
 * Stores the references of earlier invoices to their delivery notes. An earlier version could delete a note that an invoice
 * names: such an invoice gets no note.
 */
export const heldNotes = (references: Pick<References, 'set'>, notes: string): Upgrade =>
  referEarlier<StoredInvoice>({
    references,
    name: 'invoices: references to their delivery notes',
    collection: invoiceModel.collection,
    kind: 'invoice',
    outdated: { deliveryNoteId: { $gt: '' }, [HOLDS_NOTE]: null },
    fields: ['invoiceNumber', 'salesOrderId', 'clientId', 'correctsInvoiceId', 'deliveryNoteId'],
    async changesOf(connection, invoices) {
      const ids = [...new Set(invoices.flatMap(({ deliveryNoteId }) => deliveryNoteId ?? []))];
      const found = await connection
        .collection<{ _id: string }>(notes)
        .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
        .toArray();
      const known = new Set(found.map(({ _id }) => _id));
      return new Map(
        invoices.map((invoice) => [
          invoice,
          known.has(invoice.deliveryNoteId ?? '') ? { [HOLDS_NOTE]: true } : { deliveryNoteId: null },
        ]),
      );
    },
    nameOf: ({ _id, invoiceNumber }) => invoiceNumber ?? _id,
    targetsOf,
  });
