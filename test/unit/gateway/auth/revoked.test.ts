import { expect, test } from '@jest/globals';
import { Revoked } from '../../../../gateway/auth/access-changes.ts';

const minutes = 60_000;
const change = (id: string, ...sessions: string[]) => ({ id, sessions, keys: [] });

test('the sessions of a change are ended, and no others', () => {
  const revoked = new Revoked();
  expect(revoked.add(change('c1', 's1', 's2'), 0)).toBe(true);
  expect(['s1', 's2', 's3'].map((id) => revoked.isEnded(id))).toEqual([true, true, false]);
});

test('a change that comes twice is one', () => {
  const revoked = new Revoked();
  revoked.add(change('c1', 's1'), 0);
  expect(revoked.add(change('c1', 's1'), 1)).toBe(false);
});

test('a change is forgotten when no token can be good any more that it ended', () => {
  const revoked = new Revoked();
  revoked.add(change('c1', 's1'), 0);
  revoked.add(change('c2', 's2'), 30 * minutes);
  revoked.add(change('c3'), 60 * minutes);
  expect(revoked.isEnded('s1')).toBe(true);
  revoked.add(change('c4'), 71 * minutes);
  expect(['s1', 's2'].map((id) => revoked.isEnded(id))).toEqual([false, true]);
});
