import { add, parseDecimal } from '#chassis/domain/money.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';
import { describedBy } from '../../documents/domain/named-line.ts';
import { factsOfOrder, type PrintedOrder } from '../../orders/domain/printed-order.ts';
import { markOf } from '../../pdf/domain/mark.ts';
import {
  type Column,
  factsOf,
  fileNameOf,
  type LabelledParty,
  type Party,
  type PrintedDocument,
  withoutSilent,
} from '../../pdf/domain/printed-document.ts';
import type { DeliveryNote } from './delivery-note.ts';

/** Present facts about a note that are printed on its packing list. */
export interface PackingListParts {
  issuer: Party;
  client: Party;
  /** undefined if the order was deleted. */
  order: PrintedOrder | undefined;
  /** Document numbers of SKUs, by SKU id. */
  skuNumbers: ReadonlyMap<string, string>;
}

const COLUMNS: Column[] = [
  { title: '#', align: 'right' },
  { title: 'SKU' },
  { title: 'Description', fills: true },
  { title: 'Color' },
  { title: 'Size' },
  { title: 'Qty', align: 'right' },
  { title: 'Unit' },
  { title: 'Cartons', align: 'right' },
];

/** The packing list that accompanies the goods. */
export function packingList(note: DeliveryNote, parts: PackingListParts): PrintedDocument {
  const lines = note.lineItems.map((line, index) => [
    String(index + 1),
    parts.skuNumbers.get(line.skuId ?? '') ?? '',
    describedBy(line.description, [line.styleName, line.refId]),
    line.color ?? '',
    line.size ?? '',
    numberText(line.qty),
    line.unit ?? '',
    line.cartons === null ? '' : String(line.cartons),
  ]);
  return {
    title: 'Packing list',
    number: note.documentId,
    mark: markOf(note.status),
    fileName: fileNameOf(note.documentId),
    changedAt: note.updatedAt,
    issuer: parts.issuer,
    parties: partiesOf(note, parts),
    facts: factsOf({
      ...factsOfOrder(parts.order),
      Drop: note.dropNumber,
      'Planned to ship': note.shippingDate,
      Shipped: note.actualShipDate,
      Carrier: note.carrier,
      'Tracking number': note.trackingNumber,
    }),
    ...withoutSilent(COLUMNS, lines),
    totals: totalsOf(note),
    notes: note.notes,
  };
}

/** A note without an address goes to the address of its order. */
function partiesOf({ destinationAddress }: DeliveryNote, { client, order }: PackingListParts): LabelledParty[] {
  const address = destinationAddress ?? order?.deliveryAddress;
  const parties: LabelledParty[] = [{ label: 'Client', ...client }];
  if (address) parties.push({ label: 'Ship to', name: client.name, address, taxId: null });
  return parties;
}

/** The sum of the quantities, if all lines have the same unit. Otherwise no sum is printed. */
function totalsOf({ lineItems }: DeliveryNote): PrintedDocument['totals'] {
  const units = new Set(lineItems.map(({ unit }) => unit ?? ''));
  const quantity = canonicalText(add(...lineItems.map(({ qty }) => parseDecimal(qty))));
  const cartons = lineItems.reduce((sum, line) => sum + (line.cartons ?? 0), 0);
  return factsOf({
    Cartons: cartons > 0 ? cartons : null,
    'Total quantity': units.size === 1 ? [quantity, ...units].join(' ').trim() : null,
  });
}

/** The number in plain decimal digits, never with an exponent. */
const numberText = (value: number): string => canonicalText(parseDecimal(value));
