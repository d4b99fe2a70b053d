import { expect, test } from '@jest/globals';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { type Addressed, Intake } from '../../../../../services/notification/deliveries/intake.ts';
import type { LoggedEvent } from '../../../../../services/notification/events/repository.ts';
import { SHARE } from '../../../../../services/notification/fan-out/domain/fan-out.ts';
import { eventually } from '../../../../support/eventually.ts';
import { targetAt } from './support.ts';

const event = (id: string, orgId: string): LoggedEvent => ({
  ...{ id, orgId, type: 'client.created', payload: '{}', traceparent: null, receivedAt: new Date() },
  ...{ recordId: 'r1', sequence: 1, at: new Date() },
});
const target = (id: string, orgId: string) => targetAt('', { id, orgId });

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

test('an event that comes while the webhooks are read goes to those that there are when it comes', async () => {
  const webhooks: Target[] = [];
  const reading = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const findSubscribers = async () => {
    const found = [...webhooks];
    await reading[reads++]?.promise;
    return () => found;
  };
  const accepted: Addressed[] = [];
  const intake = new Intake({ findSubscribers }, async (addressed) => void accepted.push(...addressed));
  const first = intake.add(event('1', 'o'));
  await eventually(() => reads === 1);
  webhooks.push(target('new', 'o'));
  const second = intake.add(event('2', 'o'));
  for (const { resolve } of reading) resolve();
  await Promise.all([first, second]);
  const told = accepted.map(({ event: { id }, targets }) => [id, ...targets.map((one) => one.id)]);
  expect(told).toEqual([['1'], ['2', 'new']]);
});

test('what a transaction costs is bounded, however many webhooks the events have', async () => {
  const batches: Addressed[][] = [];
  const { intake } = intakeOf({ few: 4, many: 100, huge: 1500 }, async (addressed) => void batches.push(addressed));
  const add = (orgId: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => intake.add(event(`${orgId}${index}`, orgId))));
  await Promise.all([add('few', 600), add('many', 600), add('huge', 3)]);
  const ofOrg = (orgId: string) => batches.filter(([first]) => first?.event.orgId === orgId);
  for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(256);
  for (const batch of [...ofOrg('many'), ...ofOrg('huge')]) {
    expect(batch.reduce((sum, { targets }) => sum + targets.length, 0)).toBe(SHARE);
  }
  const all = batches.flat();
  expect(all).toHaveLength(1203);
  for (const { event: one, targets, later } of all) {
    const count = { few: 4, many: 100, huge: 1500 }[one.orgId] ?? 0;
    expect(new Set([...targets.map(({ id }) => id), ...later]).size).toBe(count);
    expect(targets.length + later.length).toBe(count);
    if (one.orgId === 'few') expect(later).toEqual([]);
  }
});

test('an org waits for a turn of those that came before it, not for all of theirs', async () => {
  const others = ['b', 'c', 'd', 'e'];
  const { intake, groups } = intakeOf({ a: 1, ...Object.fromEntries(others.map((org) => [org, 1000])) });
  const flood = others.flatMap((org) => Array.from({ length: 3 * 256 }, (_, id) => intake.add(event(org + id, org))));
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
