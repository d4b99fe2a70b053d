import { describe, expect, test } from '@jest/globals';
import type { DeliveryNote } from '../../../../../services/finance/delivery-notes/domain/delivery-note.ts';
import { packingList } from '../../../../../services/finance/delivery-notes/domain/packing-list.ts';
import { client, issuer, textsOf } from '../pdf/printed.ts';

const line = {
  id: 'l1',
  salesOrderLineItemId: null,
  styleName: 'Parka',
  refId: 'P-1',
  skuId: 's1',
  styleId: 'st1',
  description: 'Parka',
  color: 'Navy',
  size: 'M',
  qty: 4,
  unit: 'pcs',
  cartons: 2,
};
const note = {
  documentId: 'DN-2026-000001',
  salesOrderId: 'o1',
  clientId: 'c1',
  dropNumber: 2,
  status: 'shipped',
  shippingDate: null,
  actualShipDate: '2026-01-31',
  carrier: 'DHL',
  trackingNumber: 'JD01',
  destinationAddress: null,
  notes: 'Gate 4',
  lineItems: [line],
  updatedAt: new Date('2026-01-31T10:00:00.000Z'),
} as unknown as DeliveryNote;
const order = {
  documentId: 'SO-2026-000007',
  clientOrderNumber: 'PO-77',
  deliveryAddress: 'Kajgatan 4',
  incoterm: 'DAP' as const,
  incotermPlace: 'Gothenburg',
};
const parts = { issuer, client, order, skuNumbers: new Map([['s1', 'STY-2026-000001-1']]) };
const print = (fields: Partial<DeliveryNote> = {}) => packingList({ ...note, ...fields }, parts);

describe('a packing list', () => {
  test('says what is in how many cartons, from where it comes, and how it travels', () => {
    const document = print();
    expect(document.columns.map(({ title }) => title)).toEqual([
      '#',
      'SKU',
      'Description',
      'Color',
      'Size',
      'Qty',
      'Unit',
      'Cartons',
    ]);
    expect(document.lines).toEqual([['1', 'STY-2026-000001-1', 'Parka · P-1', 'Navy', 'M', '4', 'pcs', '2']]);
    expect(textsOf(document.totals)).toEqual(['Cartons: 2', 'Total quantity: 4 pcs']);
    expect(textsOf(document.facts)).toEqual([
      'Sales order: SO-2026-000007',
      'Your order: PO-77',
      'Incoterm: DAP Gothenburg',
      'Drop: 2',
      'Shipped: 2026-01-31',
      'Carrier: DHL',
      'Tracking number: JD01',
    ]);
    const shipTo = { label: 'Ship to', name: client.name, address: 'Kajgatan 4', taxId: null };
    expect(document).toMatchObject({ parties: [{ label: 'Client', ...client }, shipTo], notes: 'Gate 4', mark: null });
  });

  test('says where the goods go, where that is not the client', () => {
    expect(print({ destinationAddress: 'Warehouse 9\nAarhus' }).parties[1]).toEqual({
      label: 'Ship to',
      name: 'Nordwind A/S',
      address: 'Warehouse 9\nAarhus',
      taxId: null,
    });
  });

  test.each([
    ['of one unit', [4, 0.1, 0.2], ['m', 'm', 'm'], 'Total quantity: 4.3 m'],
    ['without a unit', [1e-7, 1], [null, null], 'Total quantity: 1.0000001'],
    ['of several units', [4, 4], ['m', 'pcs'], undefined],
    ['of nothing', [], [], undefined],
  ])('adds up quantities %s', (_, quantities, units, sum) => {
    const lineItems = quantities.map((qty, at) => ({ ...line, qty, unit: units[at] as string | null, cartons: null }));
    const document = print({ lineItems });
    expect(textsOf(document.totals)[0]).toBe(sum);
    expect(document.lines.every((cells) => !cells.some((cell) => cell.includes('e-')))).toBe(true);
  });

  test.each([
    ['draft', 'DRAFT'],
    ['cancelled', 'CANCELLED'],
    ['ready', null],
    ['delivered', null],
  ] as const)('of a note that is %s has the mark %s', (status, mark) => {
    expect(print({ status }).mark).toBe(mark);
  });
});
