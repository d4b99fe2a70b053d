import { expect, test } from '@jest/globals';
import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import type { AuditEntry } from '../../../../../services/identity/audit/domain/audit-entry.ts';
import { entryOf, onEvent } from '../../../../../services/identity/audit/on-event.ts';

const message = (fields: Partial<EventMessage> = {}, envelope: Partial<EventMessage['envelope']> = {}) => ({
  subject: 'events.product.client.updated',
  redelivered: false,
  ...fields,
  envelope: {
    id: 'evt_1',
    type: 'client.updated',
    timestamp: '2026-03-01T12:00:00.000Z',
    api_version: 'v1' as const,
    org_id: 'o1',
    sequence: 2,
    data: { id: 'c1', name: 'New' },
    ...envelope,
  },
});

test('a truncated event and one that nobody caused are entries too', () => {
  const entry = entryOf(message({}, { truncated: true, data: { id: 'c1' } }));
  expect(entry).toMatchObject({ recordId: 'c1', changed: [], actor: null, address: null, requestId: '' });
  expect(entryOf(message({}, { data: { rates: {} } })).recordId).toBe('o1');
  const previous = { name: 'Old', country: 'DE' };
  expect(entryOf(message({ actor: 'key:k1' }, { previous }))).toMatchObject({
    actor: 'key:k1',
    changed: ['name', 'country'],
  });
});

test('events that come together are appended together', async () => {
  const appended: AuditEntry[][] = [];
  const handle = onEvent({ append: async (entries) => void appended.push(entries) });
  await Promise.all(['evt_1', 'evt_2', 'evt_3'].map((id) => handle(message({}, { id }))));
  expect(appended.map((entries) => entries.map(({ id }) => id))).toEqual([['evt_1', 'evt_2', 'evt_3']]);
});

test('an event that the database refuses spoils no other', async () => {
  const appended: string[] = [];
  const append = async (entries: AuditEntry[]) => {
    if (entries.some(({ id }) => id === 'evt_bad')) throw new Error('refused');
    appended.push(...entries.map(({ id }) => id));
  };
  const handle = onEvent({ append });
  const outcomes = await Promise.allSettled(['evt_1', 'evt_bad', 'evt_2'].map((id) => handle(message({}, { id }))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(appended).toEqual(['evt_1', 'evt_2']);
});
