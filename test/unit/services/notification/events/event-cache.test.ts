import { expect, test } from '@jest/globals';
import { EventCache } from '../../../../../services/notification/events/event-cache.ts';
import type { LoggedEvent } from '../../../../../services/notification/events/repository.ts';

const event = (id: string, type: string, payload = '{}'): LoggedEvent => ({
  ...{ id, type, payload, orgId: 'o1', recordId: 'r1', sequence: 1, traceparent: null },
  ...{ at: new Date(), receivedAt: new Date() },
});

function cacheOver(stored: LoggedEvent[]) {
  const asked: string[][] = [];
  const find = async (ids: string[]) => {
    asked.push(ids);
    return new Map(stored.flatMap((one) => (ids.includes(one.id) ? [[one.id, one]] : [])));
  };
  return { cache: new EventCache({ find }), asked };
}

test('what was read or stored a moment ago is not read again', async () => {
  const stored = ['e1', 'e2', 'e3'].map((id) => event(id, 'client.created'));
  const { cache, asked } = cacheOver(stored);
  cache.note(stored[2] as LoggedEvent);
  expect([...(await cache.find(['e1', 'e3'])).values()]).toEqual([stored[2], stored[0]]);
  expect([...(await cache.find(['e1', 'e2', 'gone'])).keys()]).toEqual(['e1', 'e2']);
  await cache.find(['gone']);
  expect(asked).toEqual([['e1'], ['e2', 'gone'], ['gone']]);
});

test('what may be purged is read each time', async () => {
  const stored = [event('e1', 'order.updated', '{"data":{"notes":"x"}}')];
  const { cache } = cacheOver(stored);
  cache.note(stored[0] as LoggedEvent);
  await cache.find(['e1']);
  stored[0] = event('e1', 'order.updated', '{"data":{},"truncated":true}');
  expect((await cache.find(['e1'])).get('e1')?.payload).toBe('{"data":{},"truncated":true}');
});

test('more than its share of the memory is not kept', async () => {
  const stored = Array.from({ length: 64 }, (_, at) => event(`e${at}`, 'client.created', 'x'.repeat(256 * 1024)));
  const { cache, asked } = cacheOver(stored);
  const ids = stored.map(({ id }) => id);
  await cache.find(ids);
  await cache.find(ids);
  expect(asked[1]?.length).toBeGreaterThan(30);
});
