import { describe, expect, test } from '@jest/globals';
import {
  createDeliveryNote,
  type DeliveryNote,
  type DeliveryNoteChanges,
  type DeliveryNoteInput,
  type DeliveryNoteStatus,
  deleteDeliveryNote,
  moveDeliveryNote,
  shipDeliveryNote,
  shippedQuantities,
  updateDeliveryNote,
} from '../../../../../../services/finance/delivery-notes/domain/delivery-note.ts';
import {
  type DeliveryNoteLineInput,
  filledLine,
} from '../../../../../../services/finance/delivery-notes/domain/delivery-note-line.ts';

const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-02-01T10:00:00.000Z')];
const order = { id: 'so1', clientId: 'c1', clientName: 'Nordwind' };

let made = 0;
const newId = () => `id${++made}`;
const afterwards = { now: later, newId };

const line = (fields: Partial<DeliveryNoteLineInput> = {}): DeliveryNoteLineInput => ({
  salesOrderLineItemId: 'l1',
  skuId: null,
  styleId: null,
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

test('a new one is a draft of its order, for the client of that', () => {
  const state = note();
  expect(state).toMatchObject({ salesOrderId: 'so1', clientId: 'c1', clientName: 'Nordwind', dropNumber: 3 });
  expect(state).toMatchObject({ status: 'draft', revision: 1, actualShipDate: null, carrier: null });
});

/** decisions 4, written down once more. */
const allowed: Record<string, [DeliveryNoteStatus[], DeliveryNoteStatus, string]> = {
  ready: [['draft'], 'ready', 'delivery_note.ready'],
  ship: [['ready'], 'shipped', 'delivery_note.shipped'],
  deliver: [['shipped'], 'delivered', 'delivery_note.delivered'],
  cancel: [['draft', 'ready'], 'cancelled', 'delivery_note.cancelled'],
};
const tries = Object.entries(allowed).flatMap(([move, rule]) =>
  statuses.map((status) => [move, status, rule] as const),
);

test.each(tries)('%s from %s', (move, status, [from, to, type]) => {
  const before = inStatus(status);
  const moved = () =>
    move === 'ship'
      ? shipDeliveryNote(before, { today: '2026-02-01' }, later)
      : moveDeliveryNote(before, move as 'ready', later);
  if (!from.includes(status)) {
    expect(moved).toThrow(refusal('invalid_transition'));
    return;
  }
  const { state, event } = moved();
  expect([state.status, event.type, state.revision]).toEqual([to, type, 2]);
});

describe('a shipment', () => {
  const today = '2026-02-01';

  test.each([
    // the note's, the shipment's: what it then has
    [undefined, undefined, today],
    ['2026-01-30', undefined, '2026-01-30'],
    [undefined, '31/1', '31/1'],
    ['2026-01-30', '31/1', '31/1'],
  ])('of a note of %p on %p is of %s', (own, said, shippedOn) => {
    const before = note({ status: 'ready', ...(own !== undefined && { actualShipDate: own }) });
    const shipment = { today, ...(said !== undefined && { actualShipDate: said }) };
    expect(shipDeliveryNote(before, shipment, later).state.actualShipDate).toBe(shippedOn);
  });

  test('says who carries it, or leaves what the note says', () => {
    const before = note({ status: 'ready', carrier: 'Boat', trackingNumber: 'T-1' });
    const { state } = shipDeliveryNote(before, { today, trackingNumber: 'T-2' }, later);
    expect(state).toMatchObject({ carrier: 'Boat', trackingNumber: 'T-2' });
  });

  test('takes of the order what its lines name, each by itself', () => {
    const lineItems = [line({ qty: 1 }), line({ salesOrderLineItemId: null }), line({ qty: 4 })];
    expect(shippedQuantities(note({ lineItems }))).toEqual([
      { orderLineId: 'l1', qty: 1 },
      { orderLineId: 'l1', qty: 4 },
    ]);
  });
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

  test('that says what is so already is none, in any status', () => {
    const before = inStatus('delivered');
    // In the order that a line which is sent with its id has.
    const same = { carrier: null, lineItems: before.lineItems.map(({ id, ...each }) => ({ id, ...each })) };
    expect(updateDeliveryNote(before, same, afterwards).event.previous).toEqual({});
  });

  test('with null clears a field, and leaves what it does not name', () => {
    const before = note({ carrier: 'Boat', notes: 'x', shippingDate: 'some day' });
    const { state } = updateDeliveryNote(before, { carrier: null, lineItems: null }, afterwards);
    expect(state).toMatchObject({ carrier: null, notes: 'x', shippingDate: 'some day', lineItems: [] });
  });

  test('keeps a line that is sent with its id; a foreign id is refused', () => {
    const before = note({ lineItems: [line(), line()] });
    const [first, second] = before.lineItems.map(({ id }) => id) as [string, string];
    const lineItems = [line({ id: second, qty: 5 }), line()];
    const { state } = updateDeliveryNote(before, { lineItems }, afterwards);
    expect(state.lineItems[0]).toMatchObject({ id: second, qty: 5 });
    expect([first, second]).not.toContain(state.lineItems[1]?.id);
    const foreign = { lineItems: [line(), line({ id: 'foreign' })] };
    expect(() => updateDeliveryNote(before, foreign, afterwards)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'lineItems', '1', 'id'] })] }),
    );
  });
});

describe('a line', () => {
  const ordered = { id: 'l1', description: 'Parka, navy' };
  const sku = { style: { id: 's1' }, sku: { id: 'k1', documentId: 'STY-2026-000001-1', color: 'Navy', size: 'M' } };
  const own = { description: 'Second choice', color: 'Blue', size: 'L' };

  test.each([
    ['nothing', {}, undefined, undefined, line({ salesOrderLineItemId: null })],
    ['a line of the order', {}, ordered, undefined, line({ description: 'Parka, navy' })],
    [
      'a SKU',
      {},
      undefined,
      sku,
      line({ salesOrderLineItemId: null, skuId: 'k1', styleId: 's1', color: 'Navy', size: 'M' }),
    ],
    ['both, with values of its own', own, ordered, sku, line({ ...own, skuId: 'k1', styleId: 's1' })],
  ])('that names %s takes what it leaves out', (_what, sent, orderLine, ofSku, filled) => {
    expect(filledLine({ qty: 2, ...sent }, orderLine, ofSku)).toEqual(filled);
  });
});

test.each(statuses)('one that is %s is deleted as a draft or when cancelled alone', (status) => {
  const before = inStatus(status);
  if (status !== 'draft' && status !== 'cancelled') {
    expect(() => deleteDeliveryNote(before)).toThrow(refusal('in_use'));
    return;
  }
  expect(deleteDeliveryNote(before).event).toMatchObject({ type: 'delivery_note.deleted', sequence: 2 });
});
