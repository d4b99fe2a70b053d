import { expect, test } from '@jest/globals';
import { DueWebhooks } from '../../../../../services/notification/deliveries/due-webhooks.ts';

const always = () => true;

function agendaOf(orgs: Record<string, number>): DueWebhooks {
  const agenda = new DueWebhooks();
  for (const [orgId, count] of Object.entries(orgs))
    for (let webhook = 0; webhook < count; webhook++) agenda.note({ id: `${orgId}${webhook}`, orgId }, 1000);
  return agenda;
}
const take = (agenda: DueWebhooks, limit: number, takeTurn: (webhook: { id: string }) => boolean = always) =>
  agenda.pick(1000, limit, takeTurn).map(({ id }) => id);

test('orgs take turns, and webhooks within an org', () => {
  const agenda = agendaOf({ b: 100, a: 1, c: 2 });
  expect(take(agenda, 4)).toEqual(['b0', 'a0', 'c0', 'b1']);
  expect(take(agenda, 3)).toEqual(['c1', 'b2', 'b3']);
});

test('who has had a turn comes behind all others', () => {
  const agenda = agendaOf({ b: 2, a: 1 });
  const [first = ''] = take(agenda, 1);
  agenda.note({ id: first, orgId: 'b' }, 1000);
  expect(take(agenda, 1)).toEqual(['a0']);
  expect(take(agenda, 2)).toEqual(['b1', 'b0']);
});

test('who has no use for a turn leaves it to the next, and is asked again later', () => {
  const agenda = agendaOf({ b: 3, a: 1 });
  expect(take(agenda, 9, ({ id }) => id !== 'b0')).toEqual(['b1', 'a0', 'b2']);
  expect(take(agenda, 9)).toEqual(['b0']);
});

test('what is not due is not taken, and the earliest time counts', () => {
  const agenda = agendaOf({});
  agenda.note({ id: 'w', orgId: 'o' }, 3000);
  agenda.note({ id: 'w', orgId: 'o' }, 2000);
  agenda.note({ id: 'w', orgId: 'o' }, 4000);
  expect(take(agenda, 1)).toEqual([]);
  expect(agenda.next()).toBe(2000);
  expect(agenda.due(2000, 10)).toEqual(['w']);
  expect(agenda.pick(2000, 1, always)).toEqual([{ id: 'w', orgId: 'o' }]);
  expect(agenda.next()).toBe(Number.POSITIVE_INFINITY);
});
