import { describe, expect, test } from '@jest/globals';
import {
  type DocumentEvent,
  latestOfEach,
  type OrderData,
  orderSnapshot,
  ordersChanged,
  type Snapshot,
} from '../../../../../../services/product/incoming-references/domain/incoming-reference.ts';

const orderEvent = (
  data: Partial<OrderData>,
  type = 'order.created',
  sequence = 1,
): DocumentEvent & { data: OrderData } => ({
  type,
  org_id: 'org',
  sequence,
  data: { id: 'o1', documentId: 'SO-2026-000001', status: 'draft', createdAt: '2026-03-01T12:00:00.000Z', ...data },
});
const line = (styleId: string | null, skuId: string | null = null, bomId: string | null = null) => ({
  styleId,
  skuId,
  bomId,
});

describe('a sales order', () => {
  test('refers to its client and to what its lines name, each once', () => {
    const event = orderEvent({ clientId: 'c1', lineItems: [line('s1', 'k1', 'b1'), line('s1', 'k2'), line(null)] });
    expect(orderSnapshot(event)).toEqual({
      orgId: 'org',
      kind: 'sales_order',
      id: 'o1',
      sequence: 1,
      is: 'using',
      name: 'SO-2026-000001',
      status: 'draft',
      createdAt: new Date('2026-03-01T12:00:00.000Z'),
      targets: ['client:c1', 'style:s1', 'sku:k1', 'sku:k2', 'bom:b1'],
    });
  });
});

describe('of several statements', () => {
  const said = (sequence: number, is: 'unknown' | 'deleted' = 'unknown', id = 'o1'): Snapshot => ({
    orgId: 'org',
    kind: 'sales_order',
    id,
    sequence,
    is,
  });

  test.each([
    ['the later one counts', [said(2), said(1)], [2]],
    ['a deletion counts whatever its place', [said(3, 'deleted'), said(4), said(2)], [3]],
    ['each document has its own', [said(1), said(5, 'unknown', 'o2')], [1, 5]],
  ])('%s', (_case, statements, sequences) => {
    expect(latestOfEach(statements).map(({ sequence }) => sequence)).toEqual(sequences);
  });
});

describe('the orders of a client', () => {
  const of = (client: string, status = 'draft', kind = 'sales_order') => ({ kind, status, target: `client:${client}` });

  test.each([
    ['a new order counts', [], [of('c1')], { c1: 1 }],
    ['a cancelled one does not', [], [of('c1', 'cancelled')], {}],
    ['one that is cancelled no longer does', [of('c1')], [of('c1', 'cancelled')], { c1: -1 }],
    ['one that moves to another client counts there', [of('c1')], [of('c2')], { c1: -1, c2: 1 }],
    ['one that only changes its state counts as before', [of('c1')], [of('c1', 'confirmed')], {}],
    ['a deleted one no longer counts', [of('c1', 'shipped')], [], { c1: -1 }],
    ['a deleted one that was cancelled did not count', [of('c1', 'cancelled')], [], {}],
    ['a purchase order is no order', [], [of('c1', 'issued', 'purchase_order')], {}],
    ['a style is no client', [], [{ kind: 'sales_order', status: 'draft', target: 'style:s1' }], {}],
  ])('%s', (_case, before, after, changes) => {
    expect(Object.fromEntries(ordersChanged(before, after))).toEqual(changes);
  });
});
