import { describe, expect, test } from '@jest/globals';
import { deliveryNoteStatuses, orderStatuses, purchaseOrderStatuses } from '#proto/finance/v1/contract.ts';
import {
  createDeliveryNote,
  deleteDeliveryNote,
  moveDeliveryNote,
  shipDeliveryNote,
} from '../../../../../../services/finance/delivery-notes/domain/delivery-note.ts';
import { createOrder, moveOrder } from '../../../../../../services/finance/orders/domain/order.ts';
import {
  createPurchaseOrder,
  deletePurchaseOrder,
  movePurchaseOrder,
} from '../../../../../../services/finance/purchase-orders/domain/purchase-order.ts';

const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-02-01T10:00:00.000Z')];
const party = { id: 'p1', name: 'Nordwind' } as never;
const writing = { actorId: 'u1', now, newId: () => 'id1' };
const fields = { orderDate: '2026-01-31', currency: 'EUR' };

interface Kind {
  statuses: readonly string[];
  /** The outcome of a move of a new document in this status. */
  move(name: string, status: string): { state: object; event: { type: string } };
  /** decisions 4, written down once more: the move, its statuses, the new status and the event. */
  moves: [name: string, from: string[], to: string | undefined, type: string][];
}

const kinds: Record<string, Kind> = {
  'a sales order': {
    statuses: orderStatuses,
    move(name, status) {
      const input = { ...fields, lineItems: [], status: status as 'draft' };
      const { state } = createOrder(input, party, { orgId: 'o1', documentId: 'SO-2026-000001' }, writing);
      return moveOrder(state, name as 'confirm', later);
    },
    moves: [
      ['confirm', ['draft'], 'confirmed', 'order.confirmed'],
      ['start', ['confirmed'], 'in_production', 'order.started'],
      ['ship', ['in_production', 'partially_shipped'], 'shipped', 'order.shipped'],
      ['complete', ['shipped'], 'completed', 'order.completed'],
      ['cancel', ['draft', 'confirmed', 'in_production'], 'cancelled', 'order.cancelled'],
    ],
  },
  'a purchase order': {
    statuses: purchaseOrderStatuses,
    move(name, status) {
      const input = { ...fields, items: [], status: status as 'draft' };
      const { state } = createPurchaseOrder(input, party, { orgId: 'o1', documentId: 'DCPO-2026-000001' }, writing);
      return name === 'delete' ? deletePurchaseOrder(state) : movePurchaseOrder(state, name as 'approve', later);
    },
    moves: [
      ['approve', ['draft'], 'approved', 'purchase_order.approved'],
      ['issue', ['approved'], 'issued', 'purchase_order.issued'],
      ['close', ['partially_received', 'received'], 'closed', 'purchase_order.closed'],
      ['cancel', ['draft', 'approved', 'issued'], 'cancelled', 'purchase_order.cancelled'],
      ['delete', ['draft', 'cancelled'], undefined, 'purchase_order.deleted'],
    ],
  },
  'a delivery note': {
    statuses: deliveryNoteStatuses,
    move(name, status) {
      const order = { id: 'so1', clientId: 'c1', clientName: 'Nordwind', deliveryAddress: null };
      const origin = { orgId: 'o1', documentId: 'DN-2026-000001', dropNumber: 1 };
      const { state } = createDeliveryNote({ lineItems: [], status: status as 'draft' }, order, origin, writing);
      if (name === 'delete') return deleteDeliveryNote(state);
      return name === 'ship'
        ? shipDeliveryNote(state, { today: '2026-02-01' }, later)
        : moveDeliveryNote(state, name as 'ready', later);
    },
    moves: [
      ['ready', ['draft'], 'ready', 'delivery_note.ready'],
      ['ship', ['ready'], 'shipped', 'delivery_note.shipped'],
      ['deliver', ['shipped'], 'delivered', 'delivery_note.delivered'],
      ['cancel', ['draft', 'ready'], 'cancelled', 'delivery_note.cancelled'],
      ['delete', ['draft', 'cancelled'], undefined, 'delivery_note.deleted'],
    ],
  },
};

describe.each(Object.entries(kinds))('%s', (_kind, { statuses, move, moves }) => {
  const tries = moves.flatMap(([name, from, ...outcome]) =>
    statuses.map((status) => [name, status, from.includes(status) ? outcome : undefined] as const),
  );

  test.each(tries)('%s from %s: %p', (name, status, outcome) => {
    if (outcome) {
      const [to, type] = outcome;
      const { state, event } = move(name, status);
      expect(event).toMatchObject({ type, sequence: 2 });
      if (to) expect(state).toMatchObject({ status: to, revision: 2 });
      if ('currentVersion' in state) expect(state.currentVersion).toBe(1);
    } else
      expect(() => move(name, status)).toThrow(
        expect.objectContaining({ code: name === 'delete' ? 'in_use' : 'invalid_transition' }),
      );
  });
});
