import { describe, expect, test } from '@jest/globals';
import { eventEnvelope } from '#proto/common/v1/contract.ts';
import { eventExamples } from '#proto/common/v1/event-examples.contract.ts';
import { eventData } from '#proto/common/v1/events.contract.ts';
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

const described = Object.keys(eventData) as (keyof typeof eventData)[];

test('the events of the contracts, and no others, can be subscribed to', () => {
  expect(described.toSorted()).toEqual(eventTypes.filter((type) => !TO_COME.test(type)).sort());
});

test.each(described)('%s has an example, as its contract describes it', (type) => {
  const data = eventExamples[type];
  const timestamp = '2026-03-01T12:00:00.000Z';
  const envelope = { id: 'evt_1', type, timestamp, api_version: 'v1', org_id: 'o1', sequence: 1, data, test: true };
  expect(eventEnvelope(type, eventData[type]).parse(envelope)).toEqual(envelope);
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
