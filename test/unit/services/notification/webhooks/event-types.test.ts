import { describe, expect, test } from '@jest/globals';
import { webhookEvents } from '#proto/notification/v1/contract.ts';
import { clientEvents } from '#proto/product/v1/contract.ts';
import { covers, eventTypes, isSubscription } from '../../../../../services/notification/webhooks/event-types.ts';

test.each([...eventTypes, 'bom.*', 'purchase_order.*', '*'])('%s can be subscribed to', (name) => {
  expect(isSubscription(name)).toBe(true);
});

test.each([
  '',
  'client',
  'client.',
  'client.exploded',
  'client.created.*',
  '*.created',
  '**',
  'Client.created',
  'constructor',
  'nothing.*',
])('%p cannot', (name) => {
  expect(isSubscription(name)).toBe(false);
});

test('every event of a contract can be subscribed to', () => {
  const types = Object.keys({ ...clientEvents, ...webhookEvents });
  expect(types.filter((type) => !eventTypes.includes(type))).toEqual([]);
});

describe('a subscription covers', () => {
  test.each([
    [['*'], true],
    [['order.*'], true],
    [['client.*', 'order.created'], true],
    [['order.updated'], false],
    [['order'], false],
    [['client.*'], false],
    [[], false],
  ])('%j: order.created %p', (subscribed, expected) => {
    expect(covers(subscribed, 'order.created')).toBe(expected);
  });

  test('whole resources, not beginnings of names', () => {
    expect(covers(['bank.*'], 'bank_statement.created')).toBe(false);
  });
});
