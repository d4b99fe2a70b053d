import type { Connection } from 'mongoose';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import { referEarlier } from '../documents/refer-earlier-repository.ts';
import type { DeliveryNote } from './domain/delivery-note.ts';
import { deliveryNoteModel, targetsOf } from './repository.ts';

type StoredNote = Omit<DeliveryNote, 'id'> & { _id: string };

interface StoredOrder {
  _id: string;
  lineItems: { id: string; styleId: string | null }[];
}

/** Notes of an earlier version, whose lines have no names of styles, and no style without a SKU. */
const LACKING = { 'lineItems.salesOrderLineItemId': { $gt: '' }, 'lineItems.styleName': { $exists: false } };

/** Stores the style of order lines in the lines of earlier notes. Without it, no list by style finds these notes. */
export const styledLines = (references: Pick<References, 'set'>, orders: string): Upgrade =>
  referEarlier<StoredNote>({
    references,
    name: 'delivery notes: styles of their lines',
    collection: deliveryNoteModel.collection,
    kind: 'delivery_note',
    outdated: LACKING,
    fields: ['salesOrderId', 'documentId', 'lineItems'],
    async changesOf(connection, notes) {
      const styles = await stylesOf(connection, orders, notes);
      return new Map(notes.map((note) => [note, { lineItems: note.lineItems.map((line) => styled(line, styles)) }]));
    },
    nameOf: ({ documentId }) => documentId,
    targetsOf,
  });

/** The styles of order lines, by id. An order of a cancelled note may be gone. */
async function stylesOf(connection: Connection, orders: string, notes: readonly StoredNote[]) {
  const ids = [...new Set(notes.map(({ salesOrderId }) => salesOrderId))];
  const projection = { 'lineItems.id': 1, 'lineItems.styleId': 1 };
  const found = connection.collection<StoredOrder>(orders).find({ _id: { $in: ids } }, { projection });
  const styles = new Map<string | null, string | null>();
  for await (const { lineItems } of found) for (const { id, styleId } of lineItems) styles.set(id, styleId);
  return styles;
}

type Line = DeliveryNote['lineItems'][number];

function styled(line: Line, styles: ReadonlyMap<string | null, string | null>): Line {
  const styleId = line.styleId ?? styles.get(line.salesOrderLineItemId) ?? null;
  const names: Partial<Line> = line;
  return { ...line, styleName: names.styleName ?? null, refId: names.refId ?? null, styleId };
}
