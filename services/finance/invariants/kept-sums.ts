import type { Database } from '#chassis/invariants/database.ts';
import type { Fault, Invariant } from '#chassis/invariants/invariant.ts';
import { addCells, type Cell } from '../documents/domain/kept-sums.ts';
import { invoiceCells } from '../invoices/domain/invoice-cells.ts';
import { purchaseCells } from '../purchase-orders/domain/purchase-cells.ts';

interface KeptSums {
  name: string;
  /** The collection of the sums. */
  sums: string;
  documents: string;
  /** The field of a document that names its party. */
  party: string;
  /** Paths that `cellsOf` needs. */
  fields: readonly string[];
  cellsOf(document: never): Cell[];
}

interface StoredSums {
  part: string;
  cells: string;
}

/** The kept sums of a party are the sums of its documents (ADR 65, ADR 70). The checked names are `<org>:<party>`. */
const keptSums = ({ name, sums, documents, party, fields, cellsOf }: KeptSums): Invariant => ({
  name,
  async *pages(database) {
    for await (const orgId of database.values(sums, 'orgId')) {
      for await (const partyId of database.values(sums, 'partyId', { orgId })) yield [`${orgId}:${partyId}`];
    }
    for await (const orgId of database.values(documents, 'orgId')) {
      for await (const partyId of partiesOf(database, documents, { orgId, party })) {
        if (!(await database.has(sums, { orgId, partyId }))) yield [`${orgId}:${partyId}`];
      }
    }
  },
  async faults(reader, names) {
    const faults: Fault[] = [];
    for (const one of names) {
      const [orgId = '', partyId = ''] = one.split(':');
      const kept = await reader.find<StoredSums>(sums, { orgId, partyId });
      const own = await reader.find<never>(documents, { orgId, [party]: partyId === '' ? null : partyId }, fields);
      const due = Map.groupBy(own.flatMap(cellsOf), ({ part }) => part);
      const stored = new Map(kept.map(({ part, cells }) => [part, cells]));
      for (const part of new Set([...stored.keys(), ...due.keys()])) {
        const [is, comesTo] = [stored.get(part) ?? '', addCells([], due.get(part) ?? []).join('\n')];
        const says = `${part} is ${JSON.stringify(is)}, and the documents come to ${JSON.stringify(comesTo)}`;
        if (is !== comesTo) faults.push({ orgId, record: `${party} ${partyId}`, says });
      }
    }
    return faults;
  },
});

/** The parties of an org's documents; empty for documents without one. */
async function* partiesOf(
  database: Database,
  documents: string,
  { orgId, party }: { orgId: string; party: string },
): AsyncIterable<string> {
  yield* database.values(documents, party, { orgId });
  if (await database.has(documents, { orgId, [party]: null })) yield '';
}

export const keptSumsAreSums: readonly Invariant[] = [
  keptSums({
    ...{ name: 'sums of invoices', sums: 'invoice_sums', documents: 'invoices', party: 'clientId' },
    fields: [
      ...['status', 'invoiceType', 'currency', 'dueDate', 'issuedDate', 'taxRate', 'subtotal', 'taxAmount'],
      ...['totalAmount', 'paidAmount', 'lineItems.amount', 'lineItems.taxRate'],
    ],
    cellsOf: invoiceCells,
  }),
  keptSums({
    ...{ name: 'sums of purchase orders', sums: 'purchase_sums', documents: 'purchase_orders', party: 'supplierId' },
    fields: [
      ...['status', 'currency', 'orderDate', 'expectedDeliveryDate', 'taxRate', 'total', 'paid'],
      ...['items.qty', 'items.receivedQty', 'items.unitPrice', 'items.taxRate'],
    ],
    cellsOf: purchaseCells,
  }),
];
