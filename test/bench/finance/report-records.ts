import type { mongo } from 'mongoose';
import { type RecordModel, storing } from '#chassis/records/record-model.ts';
import { addCells, type Cell } from '../../../services/finance/documents/domain/kept-sums.ts';
import { invoiceCells } from '../../../services/finance/invoices/domain/invoice-cells.ts';
import { invoiceModel } from '../../../services/finance/invoices/invoice-model.ts';
import { paymentModel } from '../../../services/finance/invoices/payment-repository.ts';
import { orderModel } from '../../../services/finance/orders/repository.ts';
import { purchaseCells } from '../../../services/finance/purchase-orders/domain/purchase-cells.ts';
import { purchaseOrderModel } from '../../../services/finance/purchase-orders/purchase-order-model.ts';

/** Records of finance as they are stored after some years, written past its rpcs. */

export interface Sizes {
  /** Orders, purchase orders and invoices, each. */
  documents: number;
  /** Open orders with goods to invoice, and open purchase orders, each with 10 lines. */
  open: number;
  /** Orders of this year, with 10 lines each: the report of margins reads them. */
  recent: number;
  /** Invoices of the client with a long statement. */
  ofLargeClient: number;
  parties: number;
}

const DAYS = 100;
const LINES = 10;
const STYLES = 500;
const BATCH = 2_000;

/** `kind` and number of a record as an id of 24 hexadecimal digits. */
export const idOf = (kind: number, index: number) => kind.toString(16) + index.toString(16).padStart(23, '0');
export const [CLIENT, SUPPLIER, STYLE, SKU, MATERIAL, BOM] = [1, 2, 3, 4, 5, 6];

const day = (index: number) => new Date(Date.UTC(2026, 0, 1) + (index % DAYS) * 86_400_000).toISOString().slice(0, 10);
const number = (prefix: string, index: number) => `${prefix}-2026-${String(index).padStart(6, '0')}`;
const recordOf = (orgId: string, kind: number, index: number) => {
  const created = new Date(Date.UTC(2025, 0, 1) + index * 1_000);
  return { id: idOf(kind, index), orgId, createdAt: created, updatedAt: created, revision: 1 };
};

/** The records by collection. Each function makes the record of an index. */
export const recordsOf = (orgId: string, { documents, open, recent, ofLargeClient, parties }: Sizes) => ({
  orders: [documents, (index: number) => stored(orderModel, orderOf(orgId, index, { open, recent, parties }))],
  purchase_orders: [documents, (index: number) => stored(purchaseOrderModel, purchaseOf(orgId, index, open, parties))],
  invoices: [documents, (index: number) => stored(invoiceModel, invoiceOf(orgId, index, ofLargeClient, parties))],
  invoice_payments: [ofLargeClient, (index: number) => stored(paymentModel, paymentOf(orgId, index))],
  local_copies: [parties * 2 + STYLES * 5, (index: number) => copyOf(orgId, index, parties)],
});

const stored = <State>(model: unknown, state: State): { _id: string } =>
  storing(model as RecordModel<never>)(state as never);

const goodsOf = (index: number) => {
  const style = (index * 7) % STYLES;
  return { styleId: idOf(STYLE, style), skuId: idOf(SKU, style), description: 'Parka, navy' };
};

function orderOf(orgId: string, index: number, { open, recent, parties }: Record<string, number>) {
  const isOpen = index < (open ?? 0);
  const isRecent = index < (recent ?? 0);
  const lineItems = Array.from({ length: isRecent ? LINES : 1 }, (_, line) => ({
    ...{ id: idOf(9, index * LINES + line), ...goodsOf(index), bomId: null, qty: 40 + line, unit: 'pcs' },
    ...{ unitPrice: 12.5, discountPercent: null, taxRate: 23, amount: 12.5 * (40 + line), notes: null },
    ...{ shippedQty: isOpen ? 20 : 40 + line, invoicedQty: isOpen ? 4 : 40 + line },
  }));
  return {
    ...{
      ...recordOf(orgId, 7, index),
      documentId: number('SO', index),
      clientId: idOf(CLIENT, index % (parties ?? 1)),
    },
    ...{
      clientOrderNumber: `PO ${index}`,
      status: isOpen ? 'partially_shipped' : 'completed',
      currency: 'EUR',
      lineItems,
    },
    ...{ orderDate: isRecent ? day(index) : '2024-06-01', requestedDeliveryDate: day(index), deliveryWindowEnd: null },
  };
}

function purchaseOf(orgId: string, index: number, open: number, parties: number) {
  const isOpen = index < open;
  const items = Array.from({ length: isOpen ? LINES : 1 }, (_, line) => ({
    ...{ id: idOf(10, index * LINES + line), lineNumber: line + 1, description: 'Twill', managementAccountId: null },
    ...{ bomId: null, materialId: idOf(MATERIAL, (index + line) % STYLES), qty: '100', unit: 'm', unitPrice: '2.5' },
    ...{ taxRate: null, amount: '250.00', receivedQty: isOpen ? '40' : '100' },
  }));
  const total = (items.length * 250 * 1.23).toFixed(2);
  return {
    ...{ ...recordOf(orgId, 8, index), documentId: number('DCPO', index), supplierId: idOf(SUPPLIER, index % parties) },
    ...{ status: isOpen ? 'partially_received' : 'received', currency: 'EUR', orderDate: day(index), taxRate: '23' },
    ...{ supplierRefPO: null, expectedDeliveryDate: day(index * 3), items, total, versions: [] },
    ...{
      paid: '0',
      remaining: String(Number(total)),
      countedPaid: '0',
      subtotal: '0',
      taxAmount: '0',
      adjustment: '0',
    },
  };
}

function invoiceOf(orgId: string, index: number, ofLargeClient: number, parties: number) {
  const client = index < ofLargeClient ? 0 : index % parties;
  return {
    ...{ ...recordOf(orgId, 11, index), invoiceNumber: number('INV', index), clientId: idOf(CLIENT, client) },
    ...{ status: 'partially_paid', invoiceType: 'invoice', currency: 'EUR', issuedDate: day(index), taxRate: 23 },
    ...{ dueDate: day(index * 3), subtotal: 100, taxAmount: 23, totalAmount: 123, paidAmount: 20, isCounted: true },
    lineItems: [{ id: idOf(12, index), description: 'Parka', qty: 1, unitPrice: 100, amount: 100, taxRate: 23 }],
  };
}

const paymentOf = (orgId: string, index: number) => ({
  ...{ ...recordOf(orgId, 13, index), invoiceId: idOf(11, index), amount: 20, discount: null, date: day(index) },
  ...{ reference: `B-${index}`, bankStatementId: null, bankLineId: null, creditNoteId: null, createdById: 'u1' },
});

/** The copies of product's records: clients, suppliers, styles, BOMs, their lines, kits and materials. */
function copyOf(orgId: string, index: number, parties: number) {
  const copy = copiedOf(index, parties);
  const name = 'name' in copy.fields ? { name: copy.fields.name } : {};
  const _id = `${orgId}:${copy.kind}:${copy.fields.id}`;
  return { _id, orgId, kind: copy.kind, revision: 1, ...name, documentId: copy.fields.documentId, copy: copy.fields };
}

function copiedOf(index: number, parties: number) {
  if (index < parties * 2) {
    const [kind, type] = index < parties ? (['client', CLIENT] as const) : (['supplier', SUPPLIER] as const);
    const fields = { id: idOf(type, index % parties), name: `Company ${index}`, status: 'active', currency: 'EUR' };
    return { kind, fields: { ...fields, documentId: undefined, maxAccountValue: 0, country: 'Portugal' } };
  }
  const [style, kind] = [(index - parties * 2) % STYLES, Math.floor((index - parties * 2) / STYLES)];
  const [bom, material] = [idOf(BOM, style), idOf(MATERIAL, style)];
  if (kind === 0) {
    const documentId = number('STY', style);
    const skus = [{ id: idOf(SKU, style), documentId: `${documentId}-1`, color: 'Navy', size: 'M' }];
    const fields = { id: idOf(STYLE, style), documentId, name: `Parka ${style}`, refId: null, status: 'active' };
    return { kind: 'style', fields: { ...fields, clientId: null, skus } };
  }
  if (kind === 1) {
    return {
      kind: 'bom',
      fields: { id: bom, documentId: number('BOM', style), styleId: idOf(STYLE, style), status: 'approved' },
    };
  }
  if (kind === 2) {
    const lines = Array.from({ length: LINES }, (_, line) => ({
      ...{ materialId: material, materialName: 'Twill', skuId: null, supplierId: idOf(SUPPLIER, style % parties) },
      ...{ supplierName: null, description: null, unit: 'm', netBuyingConsumption: 1.5, cost: 2.5 + line },
      ...{ currency: 'EUR', leadTimeDays: 10, moq: 50 },
    }));
    const fields = { id: bom, documentId: undefined, versionNumber: 1, approvedAt: '2026-01-05T00:00:00.000Z' };
    return { kind: 'recipe', fields: { ...fields, lineCount: LINES, lines } };
  }
  // Without the copies of kits, finance asks product for them.
  if (kind === 3) return { kind: 'kit', fields: { id: idOf(STYLE, style), documentId: undefined, skus: [] } };
  const documentId = number('MAT', style);
  return {
    kind: 'material',
    fields: { id: material, documentId, name: `Twill ${style}`, status: 'active', unit: 'm' },
  };
}

/** Writes the records, and the sums that finance keeps of them. */
export async function writeRecords(database: mongo.Db, orgId: string, sizes: Sizes): Promise<void> {
  const sums = { invoices: new Map<string, Cell[]>(), purchase_orders: new Map<string, Cell[]>() };
  for (const [name, [count, make]] of Object.entries(recordsOf(orgId, sizes))) {
    const collection = database.collection<{ _id: string }>(name);
    for (let from = 0; from < Number(count); from += BATCH) {
      const length = Math.min(BATCH, Number(count) - from);
      const batch = Array.from({ length }, (_, index) => (make as (index: number) => { _id: string })(from + index));
      await collection.insertMany(batch);
      if (name === 'invoices') addTo(batch, sums.invoices, 'clientId', invoiceCells);
      if (name === 'purchase_orders') addTo(batch, sums.purchase_orders, 'supplierId', purchaseCells);
    }
  }
  await writeSums(database.collection<{ _id: string }>('invoice_sums'), orgId, sums.invoices);
  await writeSums(database.collection<{ _id: string }>('purchase_sums'), orgId, sums.purchase_orders);
}

function addTo(
  documents: readonly object[],
  sums: Map<string, Cell[]>,
  party: string,
  cellsOf: (document: never) => Cell[],
): void {
  for (const document of documents) {
    for (const cell of cellsOf(document as never)) {
      const name = `${(document as Record<string, unknown>)[party]}:${cell.part}`;
      const known = sums.get(name);
      if (known) known.push(cell);
      else sums.set(name, [cell]);
    }
  }
}

async function writeSums(collection: mongo.Collection<{ _id: string }>, orgId: string, sums: Map<string, Cell[]>) {
  const rows = [...sums].map(([name, cells]) => {
    const [partyId, part] = name.split(':');
    return { _id: `${orgId}:${name}`, orgId, partyId, part, cells: addCells([], cells).join('\n'), revision: 1 };
  });
  await collection.insertMany(rows);
}
