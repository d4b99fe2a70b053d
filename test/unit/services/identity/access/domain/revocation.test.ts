import { expect, test } from '@jest/globals';
import { startOfAccessChanges } from '../../../../../../services/identity/access/domain/revocation.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const minutesBefore = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  { asked: 'for all that matter', since: undefined, from: 70 },
  { asked: 'since a moment ago, with what had yet to commit then', since: minutesBefore(0), from: 1 },
  { asked: 'since 10 minutes ago', since: minutesBefore(10), from: 11 },
  { asked: 'since yesterday, of which only 70 minutes matter', since: minutesBefore(24 * 60), from: 70 },
])('a gateway that asks $asked is told the last $from minutes', ({ since, from }) => {
  expect(startOfAccessChanges(since?.toISOString(), now)).toEqual(minutesBefore(from));
});
