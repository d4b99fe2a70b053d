import { expect, test } from '@jest/globals';
import { type Envelope, envelopeText } from '#chassis/domain/record.ts';

const envelope = (data: object): Envelope => ({
  id: 'evt_1',
  type: 'style.updated',
  timestamp: '2026-01-01T00:00:00.000Z',
  api_version: 'v1',
  org_id: 'o1',
  sequence: 3,
  data: data as Record<string, unknown>,
  previous: { description: 'before' },
});

test('an envelope is sent as it is, up to 256 KiB of UTF-8', () => {
  const small = envelope({ id: 's1', description: 'x' });
  expect(JSON.parse(envelopeText(small))).toEqual(small);
  const limit = 256 * 1024 - Buffer.byteLength(envelopeText(envelope({ id: 's1', description: '' })));
  expect(JSON.parse(envelopeText(envelope({ id: 's1', description: 'x'.repeat(limit) }))).truncated).toBeUndefined();
  expect(JSON.parse(envelopeText(envelope({ id: 's1', description: 'x'.repeat(limit + 1) }))).truncated).toBe(true);
});

test('a larger one holds the ids alone and says so', () => {
  const ids = { id: 's1', documentId: 'STY-2026-000001', internalId: 'i1' };
  const large = envelope({ ...ids, name: 'Shirt', description: 'é'.repeat(150_000) });
  expect(JSON.parse(envelopeText(large))).toEqual({
    ...envelope(ids),
    previous: undefined,
    truncated: true,
  });
});

test('a larger one keeps its comparison where that alone is small enough', () => {
  const large = envelope({ id: 'b1', lines: 'x'.repeat(300_000) });
  const compared = { ...large, comparison: { lineItemDiffs: ['small'] } };
  expect(JSON.parse(envelopeText(compared))).toMatchObject({
    data: { id: 'b1' },
    truncated: true,
    comparison: compared.comparison,
  });
  const both = { ...large, comparison: { lineItemDiffs: ['x'.repeat(300_000)] } };
  expect(JSON.parse(envelopeText(both))).toEqual({ ...envelope({ id: 'b1' }), previous: undefined, truncated: true });
});
