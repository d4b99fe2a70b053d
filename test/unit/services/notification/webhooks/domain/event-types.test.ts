import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { envelopeText, MAX_ENVELOPE } from '#chassis/domain/record.ts';
import { eventEnvelope } from '#proto/common/v1/contract.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import { eventData, eventTypes } from '#proto/common/v1/events.contract.ts';
import { purgedPayload } from '../../../../../../services/notification/events/domain/purge.ts';
import { covers, isSubscription } from '../../../../../../services/notification/webhooks/domain/event-types.ts';

test.each([...eventTypes, 'bom.*', 'purchase_order.*', 'invoice.payment_removed', 'delivery_note.*', '*'])(
  '%s can be subscribed to',
  (name) => {
    expect(isSubscription(name)).toBe(true);
  },
);

test.each(['management_account.archived', 'management_account.restored'])(
  '%s never happens: it is offered no more, and who has subscribed to it keeps that',
  (name) => {
    expect(eventTypes).not.toContain(name);
    expect(isSubscription(name)).toBe(true);
  },
);

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

const org_id = '6740b1f2c9a84e0012ab9999';

test.each(Object.entries(eventData))(
  "%s has an example of the org's, as its contract describes it, also when it says too much and when it is purged",
  (type, schema) => {
    const data = eventExample(type, org_id) as Record<string, unknown>;
    const timestamp = '2026-03-01T12:00:00.000Z';
    const whole = { id: 'evt_1', type, timestamp, api_version: 'v1', org_id, sequence: 1, data } as const;
    const envelopes = eventEnvelope<string, z.ZodType>(type, schema);
    expect(envelopes.parse({ ...whole, test: true })).toEqual({ ...whole, test: true });
    expect(type.startsWith('org.') ? data.id : (data.org_id ?? org_id)).toBe(org_id);
    const cut = envelopeText({ ...whole, previous: { notes: 'x'.repeat(MAX_ENVELOPE) } });
    for (const text of [cut, purgedPayload(JSON.stringify(whole))]) {
      const envelope = JSON.parse(text);
      expect(envelope.truncated).toBe(true);
      expect(envelopes.parse(envelope)).toEqual(envelope);
      const { truncated: _, ...unmarked } = envelope;
      expect(envelopes.safeParse(unmarked).success).toBe(false);
    }
  },
);

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
