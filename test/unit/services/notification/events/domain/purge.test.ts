import { expect, test } from '@jest/globals';
import {
  isPurgeable,
  nextPass,
  purgeableWith,
  purgedBy,
  purgedPayload,
} from '../../../../../../services/notification/events/domain/purge.ts';

const event = (type: string) => ({ type, orgId: 'o1', recordId: 'r1' });
const record = { orgId: 'o1', resource: 'order', recordId: 'r1' };

test.each([
  ['order.created', undefined, record],
  ['order.cancelled', undefined, record],
  ['order.deleted', record, undefined],
  ['client.deleted', undefined, undefined],
  ['purchase_order.deleted', undefined, undefined],
  ['delivery_note.created', undefined, undefined],
])('%s purges %p and is purged with %p', (type, purges, purgedWith) => {
  expect(purgedBy(event(type))).toEqual(purges);
  expect(purgeableWith(event(type))).toEqual(purgedWith);
  expect(isPurgeable(type)).toBe(purgedWith !== undefined);
});

test('ids, type and time stay, and nothing that was said; to purge it again changes nothing', () => {
  const head = { id: 'evt_1', type: 'order.updated', timestamp: 't', api_version: 'v1', org_id: 'o1', sequence: 2 };
  const data = { id: 'r1', documentId: 'SO-2026-000001', notes: 'secret', lineItems: [{ id: 'l1' }] };
  const payload = JSON.stringify({ ...head, data, previous: { notes: 'secret' }, comparison: { secret: 1 } });
  const purged = purgedPayload(payload);
  expect(JSON.parse(purged)).toEqual({ ...head, data: { id: 'r1', documentId: 'SO-2026-000001' }, truncated: true });
  expect(purgedPayload(purged)).toBe(purged);
});

test('there is one more pass when no transaction can run that did not see the delete', () => {
  const deletedAt = new Date('2026-03-01T12:00:00.000Z');
  const after = (ms: number) => new Date(deletedAt.getTime() + ms);
  expect(nextPass(deletedAt, after(0))).toEqual(after(60_000));
  expect(nextPass(deletedAt, after(59_999))).toEqual(after(60_000));
  expect(nextPass(deletedAt, after(60_000))).toBeUndefined();
});
