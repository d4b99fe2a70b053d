import { expect, test } from '@jest/globals';
import type { EventMessage } from '#chassis/messaging/consumer.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import { eventTypes, subscriptions } from '#proto/common/v1/events.contract.ts';
import { onDocumentEvent } from '../../../../../services/product/incoming-references/on-document-event.ts';

/** The events of finance, with the data of their examples, that leave something behind. */
async function kept(types: readonly string[], more: object = {}): Promise<string[]> {
  const kept: string[] = [];
  const uses = { applyEvent: async (id: string) => void kept.push(id) };
  const handle = onDocumentEvent({ uses, documents: { read: async (said) => said } });
  for (const type of types) {
    const envelope = { id: type, type, org_id: 'o1', sequence: 1, data: { ...eventExample(type, 'o1'), ...more } };
    await handle({ envelope } as unknown as EventMessage);
  }
  return kept;
}

const { owners } = subscriptions.product;

test('of what finance tells, orders and purchase orders count; all else is passed over', async () => {
  const told = eventTypes.filter((type) => owners.get(type.split('.')[0] ?? '') === 'finance');
  expect(told).toEqual(expect.arrayContaining(['delivery_note.shipped', 'order.shipped']));
  const counted = told.filter((type) => /^(order|purchase_order)\./.test(type));
  expect(await kept(told)).toEqual(counted);
});

test('a line with fields of another version of finance is read', async () => {
  const line = { styleId: null, skuId: null, bomId: 'b1', materialId: null, fieldOfLater: 1 };
  const lines = { lineItems: [line], items: [line] };
  const types = ['order.updated', 'purchase_order.updated'];
  expect(await kept(types, lines)).toEqual(types);
});
