import { describe, expect, test } from '@jest/globals';
import * as finance from '#proto/finance/v1/contract.ts';
import * as identity from '#proto/identity/v1/contract.ts';
import * as notification from '#proto/notification/v1/contract.ts';
import * as product from '#proto/product/v1/contract.ts';
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

/** decisions 5, what no contract has yet. */
const TO_COME = /^(management_account|invoice|delivery_note|bank_statement)\./;

test('the events of the contracts, and no others, can be subscribed to', () => {
  const { orderEvents, purchaseOrderEvents } = finance;
  const { apiKeyEvents, orgEvents, userEvents } = identity;
  const { bomEvents, clientEvents, exchangeRatesEvents, materialEvents, styleEvents, supplierEvents } = product;
  const types = Object.keys({
    ...{ ...orderEvents, ...purchaseOrderEvents, ...apiKeyEvents, ...orgEvents, ...userEvents },
    ...{ ...bomEvents, ...clientEvents, ...exchangeRatesEvents, ...materialEvents, ...styleEvents, ...supplierEvents },
    ...notification.webhookEvents,
  });
  expect(types.sort()).toEqual(eventTypes.filter((type) => !TO_COME.test(type)).sort());
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
