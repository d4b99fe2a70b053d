import { describe, expect, test } from '@jest/globals';
import {
  createDeliveryNote,
  type DeliveryNote,
  type DeliveryNoteChanges,
  type DeliveryNoteInput,
  type DeliveryNoteStatus,
  shipDeliveryNote,
  updateDeliveryNote,
} from '../../../../../../services/finance/delivery-notes/domain/delivery-note.ts';
import type { DeliveryNoteLineInput } from '../../../../../../services/finance/delivery-notes/domain/delivery-note-line.ts';

const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-02-01T10:00:00.000Z')];
const order = { id: 'so1', clientId: 'c1', clientName: 'Nordwind', deliveryAddress: 'Kajgatan 4' };

let made = 0;
const newId = () => `id${++made}`;
const afterwards = { now: later, newId };

const line = (fields: Partial<DeliveryNoteLineInput> = {}): DeliveryNoteLineInput => ({
  salesOrderLineItemId: 'l1',
  skuId: null,
  styleId: null,
  styleName: null,
  refId: null,
  description: null,
  color: null,
  size: null,
  qty: 2,
  unit: null,
  cartons: null,
  ...fields,
});

function note(input: Partial<DeliveryNoteInput> = {}): DeliveryNote {
  const origin = { orgId: 'o1', documentId: 'DN-2026-000001', dropNumber: 3 };
  return createDeliveryNote({ lineItems: [line()], ...input }, order, origin, { now, newId }).state;
}

const inStatus = (status: DeliveryNoteStatus) => note({ status });
const refusal = (code: string) => expect.objectContaining({ code });

const statuses = ['draft', 'ready', 'shipped', 'delivered', 'cancelled'] as const;

const today = '2026-02-01';

test.each([
  // the note's, the shipment's: what it then has
  [undefined, undefined, today],
  ['2026-01-30', undefined, '2026-01-30'],
  [undefined, '31/1', '31/1'],
  ['2026-01-30', '31/1', '31/1'],
])('a shipment of a note of %p on %p is of %s', (own, said, shippedOn) => {
  const before = note({ status: 'ready', ...(own !== undefined && { actualShipDate: own }) });
  const shipment = { today, ...(said !== undefined && { actualShipDate: said }) };
  expect(shipDeliveryNote(before, shipment, later).state.actualShipDate).toBe(shippedOn);
});

describe('a change', () => {
  const content: Record<string, DeliveryNoteChanges> = {
    destinationAddress: { destinationAddress: 'Elsewhere' },
    lineItems: { lineItems: [] },
  };
  const dates: Record<string, DeliveryNoteChanges> = {
    notes: { notes: 'x' },
    shippingDate: { shippingDate: 'some day' },
    actualShipDate: { actualShipDate: 'then' },
  };
  const carrier: Record<string, DeliveryNoteChanges> = {
    carrier: { carrier: 'Boat' },
    trackingNumber: { trackingNumber: 'T-1' },
  };
  const rows = statuses.flatMap((status) => [
    ...Object.keys(dates).map((field) => [field, status, true] as const),
    ...Object.keys(carrier).map((field) => [field, status, status !== 'delivered'] as const),
    ...Object.keys(content).map((field) => [field, status, status === 'draft'] as const),
  ]);

  test.each(rows)('of %s of one that is %s: %p', (field, status, isOpen) => {
    const before = inStatus(status);
    const changes = { ...content, ...dates, ...carrier }[field] as DeliveryNoteChanges;
    const change = () => updateDeliveryNote(before, changes, afterwards);
    if (!isOpen) expect(change).toThrow(refusal('invalid_transition'));
    else expect(Object.keys(change().event.previous ?? {})).toEqual([field]);
  });

  test('with null clears a field, and leaves what it does not name', () => {
    const before = note({ carrier: 'Boat', notes: 'x', shippingDate: 'some day' });
    const { state } = updateDeliveryNote(before, { carrier: null, lineItems: null }, afterwards);
    expect(state).toMatchObject({ carrier: null, notes: 'x', shippingDate: 'some day', lineItems: [] });
  });
});
