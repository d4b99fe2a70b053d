import { expect, test } from '@jest/globals';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { type Addressed, Intake } from '../../../../../services/notification/deliveries/intake.ts';
import type { LoggedEvent } from '../../../../../services/notification/events/repository.ts';

const event = (id: string, orgId: string): LoggedEvent => ({
  ...{ id, orgId, type: 'client.created', payload: '{}', traceparent: null, receivedAt: new Date() },
  ...{ recordId: null, sequence: 1, at: new Date() },
});
const target = (id: string, orgId: string): Target => ({
  ...{ id, orgId, url: '', events: ['*'] },
  ...{ isActive: true, secrets: [] },
});

/** An intake whose orgs have as many webhooks each, and the groups that it puts down, by their events' ids. */
function intakeOf(
  webhooks: Record<string, number>,
  accept: (addressed: Addressed[]) => Promise<void> = async () => {},
) {
  const groups: string[][] = [];
  const findSubscribers = async ([orgId = '']: string[]) => {
    const targets = Array.from({ length: webhooks[orgId] ?? 0 }, (_, index) => target(String(index), orgId));
    return () => targets;
  };
  const intake = new Intake({ findSubscribers }, async (addressed) => {
    groups.push(addressed.map(({ event: { id } }) => id));
    await new Promise(setImmediate);
    await accept(addressed);
  });
  return { intake, groups };
}

test('events of one org that come together are put down together', async () => {
  const { intake, groups } = intakeOf({ o: 2 });
  await Promise.all(['1', '2', '3'].map((id) => intake.add(event(id, 'o'))));
  expect(groups).toEqual([['1', '2', '3']]);
});

test('no more deliveries go into a transaction than it bears, but for those of one event', async () => {
  const { intake, groups } = intakeOf({ many: 400, huge: 1500 });
  await Promise.all(['1', '2', '3', '4', '5'].map((id) => intake.add(event(id, 'many'))));
  await Promise.all(['6', '7'].map((id) => intake.add(event(id, 'huge'))));
  expect(groups).toEqual([['1', '2'], ['3', '4'], ['5'], ['6'], ['7']]);
});

test('an org waits for a turn of those that came before it, not for all of theirs', async () => {
  const { intake, groups } = intakeOf({ a: 1, ...Object.fromEntries(['b', 'c', 'd', 'e'].map((org) => [org, 1000])) });
  const flood = ['b', 'c', 'd', 'e'].flatMap((org) => ['1', '2', '3'].map((id) => intake.add(event(org + id, org))));
  await intake.add(event('a1', 'a'));
  expect(groups.length).toBeLessThanOrEqual(9);
  await Promise.all(flood);
  expect(groups).toHaveLength(13);
});

test('a bad event spoils no other', async () => {
  const { intake } = intakeOf({ o: 1 }, async (addressed) => {
    if (addressed.some(({ event: { id } }) => id === 'bad')) throw new Error('broken');
  });
  const outcomes = await Promise.allSettled(['1', 'bad', '3'].map((id) => intake.add(event(id, 'o'))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('what waits is refused where the webhooks cannot be read, and the next is taken in', async () => {
  let broken = true;
  const findSubscribers = async () => {
    if (broken) throw new Error('no database');
    return () => [];
  };
  const intake = new Intake({ findSubscribers }, async () => {});
  await expect(intake.add(event('1', 'o'))).rejects.toThrow('no database');
  broken = false;
  await intake.add(event('2', 'o'));
});
